/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flatplan.harness.cli.Home;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Digests;
import org.flatplan.harness.prove.RebuildReport;

/**
 * What this clone built, and of which release.
 *
 * @param tool name and version of the program, for the record
 * @param sparkVersion version of the release
 * @param scalaVersion binary version of Scala
 * @param rebuiltVersion version of the rebuild
 * @param jars the jars to replace
 */
record Build(String tool, String sparkVersion, String scalaVersion, String rebuiltVersion, List<Jar> jars) {

  /**
   * One module, as the release has it and as the build made it.
   *
   * @param artifact the module and, after an underscore, the binary version of Scala
   */
  record Jar(String artifact, Path release, String releaseSha256, Path rebuilt, String rebuiltSha256) {

    /** The module's name without the Scala version. */
    String module() {
      return artifact.substring(0, artifact.lastIndexOf('_'));
    }
  }

  /** Reads what the last build proved. Jars that are not the proved ones are an error. */
  static Build of(Home home, String tool) {
    Path file = home.reportJson();
    RebuildReport report;
    try {
      report = RebuildReport.fromJson(Files.readString(file));
    } catch (JsonProcessingException e) {
      throw new UserError("cannot read " + file + " (" + e.getOriginalMessage() + "); run 'mvn package' again");
    } catch (IOException e) {
      throw new UserError("cannot read " + file + ": " + e.getMessage());
    }
    if (!report.passed()) {
      throw new UserError("the rebuild is not proved, so it goes into no installation; see 'harness/flatplan report'");
    }
    List<String> stock = home.classpath(true);
    List<String> rebuilt = home.classpath(false);
    List<Jar> jars = new ArrayList<>();
    for (RebuildReport.Module module : report.modules()) {
      jars.add(new Jar(module.artifact(), proved(stock, module.release()), module.release().sha256(),
          proved(rebuilt, module.rebuilt()), module.rebuilt().sha256()));
    }
    if (jars.isEmpty()) {
      throw new UserError("the rebuild report names no jar; run 'mvn package' again");
    }
    String artifact = jars.get(0).artifact();
    return new Build(tool, report.releaseVersion(), artifact.substring(artifact.lastIndexOf('_') + 1), report.rebuiltVersion(), List.copyOf(jars));
  }

  private static Path proved(List<String> classpath, RebuildReport.Input input) {
    Path jar = classpath.stream().map(Path::of).filter(entry -> entry.getFileName().toString().equals(input.file())).findFirst()
        .orElseThrow(() -> new UserError("the class path has no " + input.file() + ", which the rebuild report names; run 'mvn package' again"));
    if (!Digests.sha256(jar).equals(input.sha256())) {
      throw new UserError(jar + " is not the jar that the rebuild report speaks of; run 'mvn package' again");
    }
    return jar;
  }
}
