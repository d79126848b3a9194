/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.dependants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ThirdParty.Extension.class)
@DisplayName("A build that imports the BOM")
class BomTest {
  @Test
  @DisplayName("runs on the rebuilt jars where it names spark-sql without a version")
  void direct(ThirdParty project) throws Exception {
    jars(project, "plain");
    runs(project, "plain");
  }

  @Test
  @DisplayName("gets the rebuilt jars where another module of the release brings spark-sql")
  void transitive(ThirdParty project) throws IOException {
    jars(project, "hive");
  }

  @Test
  @DisplayName("has the class path of the release otherwise")
  void otherJars(ThirdParty project) throws IOException {
    for (String module : List.of("plain", "hive", "delta", "iceberg", "avro")) {
      assertThat(project.jars(Side.FLATPLAN, module)).as(module).allMatch(jar -> jar.startsWith(project.localRepository()));
      assertThat(names(project.jars(Side.FLATPLAN, module))).as(module).map(name -> name.replace(Settings.rebuilt(), Settings.release()))
          .containsExactlyInAnyOrderElementsOf(names(project.jars(Side.RELEASE, module)));
    }
  }

  private static void jars(ThirdParty project, String module) throws IOException {
    assertThat(names(project.jars(Side.FLATPLAN, module))).filteredOn(BomTest::isRebuilt)
        .containsExactlyInAnyOrder(jar("catalyst", Settings.rebuilt()), jar("sql", Settings.rebuilt()));
    assertThat(names(project.jars(Side.RELEASE, module))).filteredOn(BomTest::isRebuilt)
        .containsExactlyInAnyOrder(jar("catalyst", Settings.release()), jar("sql", Settings.release()));
  }

  private static void runs(ThirdParty project, String module) throws Exception {
    Map<Side, ProgramReport> reports = project.run(module, "Plain");
    Proof proof = Proof.read();
    ProgramReport rebuilt = reports.get(Side.FLATPLAN);
    assertThat(rebuilt.error()).isEmpty();
    assertThat(rebuilt.jar(ProgramReport.SQL)).startsWith(project.localRepository());
    assertThat(rebuilt.jar(ProgramReport.RULE)).isEqualTo(rebuilt.jar(ProgramReport.CATALYST)).startsWith(project.localRepository());
    assertThat(rebuilt.sha256(ProgramReport.CATALYST)).isEqualTo(proof.rebuilt("catalyst"));
    assertThat(rebuilt.sha256(ProgramReport.SQL)).isEqualTo(proof.rebuilt("sql"));
    assertThat(rebuilt.projects()).containsExactly(Map.entry("loop", 1));

    ProgramReport release = reports.get(Side.RELEASE);
    assertThat(release.error()).isEmpty();
    assertThat(release.loaded().get(ProgramReport.RULE)).isEmpty();
    assertThat(release.sha256(ProgramReport.CATALYST)).isEqualTo(proof.release("catalyst"));
    assertThat(release.sha256(ProgramReport.SQL)).isEqualTo(proof.release("sql"));
    assertThat(release.projects()).containsExactly(Map.entry("loop", 50));
    assertThat(rebuilt.rows()).isEqualTo(release.rows());
    assertThat(rebuilt.schemas()).isEqualTo(release.schemas());
  }

  private static List<String> names(List<Path> jars) {
    return jars.stream().map(jar -> jar.getFileName().toString()).toList();
  }

  private static boolean isRebuilt(String jar) {
    return jar.startsWith("spark-catalyst_") || jar.startsWith("spark-sql_");
  }

  private static String jar(String module, String version) {
    return "spark-" + module + "_" + Settings.scala() + "-" + version + ".jar";
  }
}
