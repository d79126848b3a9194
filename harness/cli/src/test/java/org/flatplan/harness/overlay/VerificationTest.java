/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.harness.overlay.FakeSpark.CATALYST;
import static org.flatplan.harness.overlay.FakeSpark.SQL;
import static org.flatplan.harness.overlay.FakeSpark.VERSION;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerificationTest {
  @TempDir
  Path temp;
  private FakeSpark spark;

  @BeforeEach
  void install() throws IOException {
    spark = FakeSpark.distribution(temp);
  }

  @Test
  void aCleanInstallation() throws IOException {
    SortedMap<String, String> before = spark.snapshot();
    Verification verification = spark.verify();
    assertThat(verification.complete()).isFalse();
    assertThat(verification.problems()).containsExactly("nothing is laid over this installation");
    assertThat(verification.jars()).extracting(Verification.Jar::state).containsOnly(JarState.RELEASE);
    assertThat(verification.jars()).extracting(Verification.Jar::original).containsOnly(KeptState.NONE);
    assertThat(spark.snapshot()).isEqualTo(before);
  }

  @Test
  void aWholeOverlay() throws IOException {
    spark.overlay();
    SortedMap<String, String> before = spark.snapshot();
    Verification verification = spark.verify();
    assertThat(verification.complete()).isTrue();
    assertThat(verification.text()).contains("is laid over it, whole", SQL + ": ours; original kept");
    assertThat(spark.snapshot()).isEqualTo(before);
  }

  @Test
  void aJarOfSomebodyElse() throws IOException {
    spark.overlay();
    FakeSpark.jar(spark.jars.resolve(SQL), FakeSpark.entries("spark-sql", VERSION, "altered"));
    Verification verification = spark.verify();
    assertThat(verification.jars()).extracting(Verification.Jar::state).containsExactly(JarState.OURS, JarState.FOREIGN);
    assertThat(verification.problems()).containsExactly(SQL + ": 1 entry differs from the release: org/spark-sql/A.class");
    assertThat(verification.text()).contains("NOT laid over", SQL + ": somebody else's");
  }

  @Test
  void originalsThatAreMissingOrAltered() throws IOException {
    spark.overlay();
    Files.delete(spark.files().original(SQL));
    Files.writeString(spark.files().original(CATALYST), "other");
    Verification verification = spark.verify();
    assertThat(verification.jars()).extracting(Verification.Jar::original).containsExactly(KeptState.ALTERED, KeptState.MISSING);
    assertThat(verification.problems())
        .containsExactly("the original of " + CATALYST + " is another file", "the original of " + SQL + " is missing");
  }

  @Test
  void aRunThatWasStopped() throws IOException {
    spark.overlay();
    Files.write(spark.files().record(), spark.record().in(OverlayRecord.State.REPLACING).toBytes());
    assertThat(spark.verify().problems()).containsExactly("a run was stopped half-way or is at work; run again, or run it with --undo");
  }

  @Test
  void ourJarsWithoutARecord() throws IOException {
    spark.overlay();
    RefusalTest.deleteAll(spark.home.resolve("flatplan"));
    assertThat(spark.verify().problems()).containsExactly("nothing is laid over this installation", CATALYST + " is not in the record",
        SQL + " is not in the record");
  }
}
