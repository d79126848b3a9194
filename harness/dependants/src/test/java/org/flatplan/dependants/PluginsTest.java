/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.dependants;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Plug-ins as published, compiled against the release, on either Spark. Where the registry has no build of a plug-in for this line and the
 * one for the last line does not even run on the release, the rebuild must fail in the same way, and the plug-in does not count as tried.
 */
@ExtendWith(ThirdParty.Extension.class)
@DisplayName("A plug-in of Spark")
class PluginsTest {
  private static final List<String> LOOPS = List.of("table loop", "table filter on a dropped column", "table self-join", "table over a cache");

  @Test
  @DisplayName("Delta Lake: tables are written, changed and read as on the release, below flat plans")
  void delta(ThirdParty project) throws Exception {
    Map<Side, ProgramReport> reports = project.run("delta", "Delta");
    sameButFlat(reports);
    ProgramReport rebuilt = reports.get(Side.FLATPLAN);
    assertThat(rebuilt.rows().get("changed")).hasSize(11);
    assertThat(rebuilt.rows().get("old version")).hasSize(9);
    assertThat(rebuilt.rows().get("history")).hasSize(7);
  }

  @Test
  @DisplayName("Avro: files, and expressions within loops, as on the release")
  void avro(ThirdParty project) throws Exception {
    Map<Side, ProgramReport> reports = project.run("avro", "Avro");
    sameButFlat(reports);
    assertThat(reports.get(Side.FLATPLAN).rows().get("written")).hasSize(12);
    assertThat(reports.get(Side.FLATPLAN).rows().get("values")).hasSize(12).allMatch(row -> row.contains("\"same\":true"));
  }

  @Test
  @DisplayName("Iceberg: its build for the last line fails on the rebuild as on the release")
  void iceberg(ThirdParty project) throws Exception {
    Map<Side, ProgramReport> reports = project.run("iceberg", "Iceberg");
    String error = reports.get(Side.RELEASE).error();
    assertThat(error).as("If it runs now, test it like the others").startsWith("java.lang.IncompatibleClassChangeError: class org.apache.iceberg.");
    assertThat(reports.get(Side.FLATPLAN).error()).isEqualTo(error);
    assertThat(reports.get(Side.FLATPLAN).sha256(ProgramReport.SQL)).isEqualTo(Proof.read().rebuilt("sql"));
  }

  private static void sameButFlat(Map<Side, ProgramReport> reports) throws Exception {
    ProgramReport release = reports.get(Side.RELEASE);
    ProgramReport rebuilt = reports.get(Side.FLATPLAN);
    assertThat(release.error()).isEmpty();
    assertThat(rebuilt.error()).isEmpty();
    assertThat(release.sha256(ProgramReport.SQL)).isEqualTo(Proof.read().release("sql"));
    assertThat(rebuilt.sha256(ProgramReport.SQL)).isEqualTo(Proof.read().rebuilt("sql"));

    assertThat(rebuilt.rows()).isEqualTo(release.rows());
    assertThat(rebuilt.rows().values()).allMatch(rows -> !rows.isEmpty());
    assertThat(rebuilt.schemas()).isEqualTo(release.schemas());
    assertThat(rebuilt.cacheReads()).isEqualTo(release.cacheReads()).containsEntry("table over a cache", 1).containsEntry("table loop", 0);

    assertThat(release.projects().keySet()).containsAll(LOOPS).isEqualTo(rebuilt.projects().keySet());
    // One for each side of a join and one above it; a filter on a dropped column wants another above it.
    assertThat(rebuilt.projects()).allSatisfy((query, count) -> {
      assertThat(count).as(query).isBetween(1, 3);
      assertThat(release.projects().get(query)).as(query + " on the release").isGreaterThan(4 * count);
    });
  }
}
