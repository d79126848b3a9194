/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.flatplan.harness.cli.Home;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Digests;
import org.flatplan.harness.prove.RebuildReport;

/**
 * What the build made, as its report tells: versions, jars, patches.
 *
 * @param report the report, which says pass
 * @param jars the rebuilt jars, in the order of the report's modules; their sums are those of the report
 * @param scala binary version of Scala, as in the names of artifacts
 */
record Rebuild(RebuildReport report, List<Path> jars, String scala) {

  /** Group of Spark's artifacts. */
  static final String GROUP = "org.apache.spark";

  static Rebuild read(Home home) throws IOException {
    RebuildReport report = RebuildReport.fromJson(Files.readString(home.reportJson()));
    if (!report.passed()) {
      throw new UserError("the rebuild report says " + report.verdict() + "; see 'harness/flatplan report'");
    }
    List<String> classpath = home.classpath(false);
    List<Path> jars = report.modules().stream().map(module -> jar(module, classpath)).toList();
    String artifact = report.modules().get(0).artifact();
    return new Rebuild(report, jars, artifact.substring(artifact.lastIndexOf('_') + 1));
  }

  private static Path jar(RebuildReport.Module module, List<String> classpath) {
    Path jar = classpath.stream().map(Path::of).filter(each -> each.getFileName().toString().equals(module.rebuilt().file())).findFirst()
        .orElseThrow(() -> new UserError(module.rebuilt().file() + " is not on the class path of the rebuild; run 'mvn package' again"));
    if (!Digests.sha256(jar).equals(module.rebuilt().sha256())) {
      throw new UserError(jar + " is not the jar that the rebuild report is about; run 'mvn package' again");
    }
    return jar;
  }

  String releaseVersion() {
    return report.releaseVersion();
  }

  String rebuiltVersion() {
    return report.rebuiltVersion();
  }

  /** The artifact id of a module of Spark. */
  String artifactId(String module) {
    return "spark-" + module + "_" + scala;
  }
}
