/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flatplan.harness.cli.UserError;

/**
 * Where Spark's suites are and how Spark's own build runs them. The goal {@code lay-out-suites} of the Maven build writes it.
 *
 * @param sparkVersion the release
 * @param scalaBinaryVersion such as 2.13
 * @param line the Spark line, such as 4.2
 * @param home Spark's tree, as far as the artifacts hold it
 * @param modules in the order in which Spark builds them
 */
record SuiteLayout(String sparkVersion, String scalaBinaryVersion, String line, Path home, List<Module> modules) {

  /**
   * One of Spark's modules.
   *
   * @param name such as catalyst
   * @param tree its folder in Spark's tree
   * @param testsSha256 the checksum of the jar with its suites
   * @param testClasses the folder with its suites
   * @param rebuiltClasses our folders on {@code rebuiltClasspath}
   * @param scalatest how the suites in Scala run
   * @param junit how the suites in Java run
   */
  record Module(String name, String artifact, String tree, String testsSha256, Path testClasses, List<String> stockClasspath,
      List<String> rebuiltClasspath, List<Path> rebuiltClasses, Configuration scalatest, Configuration junit) {

    List<String> classpath(Target target) {
      return target == Target.STOCK ? stockClasspath : rebuiltClasspath;
    }

    Configuration configuration(SuiteId.Runner runner) {
      return runner == SuiteId.Runner.JUNIT ? junit : scalatest;
    }
  }

  /** What the release's POMs say of the JVM of the suites. */
  record Configuration(List<String> jvmArguments, Map<String, String> environment, Map<String, String> systemProperties,
      List<String> excludedTags) {
  }

  static SuiteLayout read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new UserError("Spark's suites are not laid out: there is no " + file.getFileName() + "; run 'mvn pre-integration-test' first");
    }
    try {
      return new ObjectMapper().readValue(file.toFile(), SuiteLayout.class);
    } catch (IOException e) {
      throw new UserError("cannot read " + file + " (" + e.getMessage() + "); run 'mvn pre-integration-test' again");
    }
  }

  Module module(String name) {
    return modules.stream().filter(module -> module.name().equals(name)).findFirst()
        .orElseThrow(() -> new UserError("there is no module " + name + "; there are " + modules.stream().map(Module::name).toList()));
  }
}
