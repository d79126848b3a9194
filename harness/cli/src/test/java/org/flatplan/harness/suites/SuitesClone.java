/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.flatplan.harness.prove.Json;
import org.flatplan.suites.SuiteHost;

/** A clone after a build: suites that are laid out, with a host that only pretends to run them. */
final class SuitesClone {
  private static final String RULE = "org/apache/spark/sql/catalyst/analysis/EarlyCollapseProject.class";

  final Path root;
  private final Map<String, Map<String, String>> suites = new LinkedHashMap<>();

  SuitesClone(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(spark());
    Files.writeString(spark().resolve("pom.xml"), "<project/>");
    Files.createDirectories(root.resolve("none"));
    Files.createDirectories(upstream());
    rule("rule of ours");
    known("[]");
    hostJar("1");
  }

  private Path spark() {
    return root.resolve("harness/upstream-suites/target/spark");
  }

  Path upstream() {
    return root.resolve("patches/4.2/upstream");
  }

  /** The class that tells the rebuild from the release, as it is built now. */
  void rule(String bytes) throws IOException {
    Path file = root.resolve("ours").resolve(RULE);
    Files.createDirectories(file.getParent());
    Files.writeString(file, bytes);
  }

  void known(String differences) throws IOException {
    Files.writeString(upstream().resolve("known-faults.json"), "{\"environment\": [], \"flaky\": [], \"differences\": " + differences + "}");
  }

  SuitesClone scalatest(String module, String... names) {
    add(module, "scalatest", names);
    return this;
  }

  SuitesClone junit(String module, String... names) {
    add(module, "junit", names);
    return this;
  }

  // A module without names is one without suites.
  private void add(String module, String runner, String... names) {
    Map<String, String> all = suites.computeIfAbsent(module, any -> new LinkedHashMap<>());
    List.of(names).forEach(name -> all.put(name, runner));
  }

  /** Writes the layout; {@code ahead} is a folder that comes before ours on the class path of the rebuild. */
  void layOut(Path... ahead) throws IOException {
    List<Map<String, Object>> modules = new ArrayList<>();
    for (String module : suites.keySet()) {
      Path tests = spark().resolve("sql/" + module + "/target/test-classes");
      Files.createDirectories(tests);
      Files.writeString(tests.resolve("suites.json"), Json.write(suites.get(module)));
      Map<String, Object> configuration = new LinkedHashMap<>();
      configuration.put("jvmArguments", List.of("-XX:TieredStopAtLevel=1"));
      configuration.put("environment", Map.of("SPARK_HOME_TOO", spark().toString()));
      configuration.put("systemProperties", Map.of("spark.test.home", spark().toString()));
      configuration.put("excludedTags", List.of("a.Tag"));
      List<String> rebuilt = new ArrayList<>(List.of(ahead).stream().map(Path::toString).toList());
      rebuilt.add(root.resolve("ours").toString());
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("name", module);
      all.put("artifact", "spark-" + module + "_2.13");
      all.put("tree", "sql/" + module);
      all.put("testsSha256", "0".repeat(64));
      all.put("testClasses", tests.toString());
      all.put("stockClasspath", List.of(root.resolve("none").toString()));
      all.put("rebuiltClasspath", rebuilt);
      all.put("rebuiltClasses", List.of(root.resolve("ours").toString()));
      all.put("scalatest", configuration);
      all.put("junit", configuration);
      modules.add(all);
    }
    Map<String, Object> layout = new LinkedHashMap<>();
    layout.put("sparkVersion", "4.2.0");
    layout.put("scalaBinaryVersion", "2.13");
    layout.put("line", "4.2");
    layout.put("home", spark().toString());
    layout.put("modules", modules);
    Files.writeString(spark().resolveSibling("layout.json"), Json.write(layout));
  }

  /** The jar of the host, as it is built now. */
  void hostJar(String build) throws IOException {
    Path jar = root.resolve("harness/suite-host/target/flatplan-suite-host.jar");
    Files.createDirectories(jar.getParent());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Build", build);
    manifest.getMainAttributes().putValue("Premain-Class", SuiteHost.class.getName());
    String name = SuiteHost.class.getName().replace('.', '/') + ".class";
    try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file, manifest);
        var in = SuiteHost.class.getClassLoader().getResourceAsStream(name)) {
      out.putNextEntry(new JarEntry(name));
      in.transferTo(out);
    }
  }

  Path output() {
    return root.resolve("target/suites");
  }

  Map<SuiteId, SuiteResult> results(Target target) throws IOException {
    return new RunFolder(output().resolve(target.label())).results();
  }
}
