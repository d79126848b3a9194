/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.flatplan.harness.overlay.FakeSpark.CATALYST;
import static org.flatplan.harness.overlay.FakeSpark.SQL;
import static org.flatplan.harness.overlay.FakeSpark.VERSION;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.SortedMap;
import org.flatplan.harness.cli.UserError;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestorationTest {
  @TempDir
  Path temp;
  private FakeSpark spark;

  @BeforeEach
  void install() throws IOException {
    spark = FakeSpark.distribution(temp);
  }

  @Test
  void putsBackBytesPermissionsAndTimes() throws IOException {
    SortedMap<String, String> before = spark.snapshotOfFiles();
    spark.overlay();
    Outcome outcome = spark.undo();
    assertThat(outcome.changed()).isTrue();
    assertThat(outcome.text()).contains("the originals are back", "replaced  " + SQL + " (ours)");
    assertThat(spark.snapshotOfFiles()).isEqualTo(before);
  }

  @Test
  void whereNothingWasOverlaidItSaysSo() throws IOException {
    SortedMap<String, String> before = spark.snapshot();
    Outcome outcome = spark.undo();
    assertThat(outcome.changed()).isFalse();
    assertThat(outcome.text()).contains("nothing to undo; nothing changed");
    assertThat(spark.snapshot()).isEqualTo(before);
  }

  @Test
  void needsNoBuild() throws IOException {
    spark.overlay();
    Outcome outcome = new Restoration(spark.files(), new Disk()).run(() -> {
      throw new UserError("there is no build");
    }, false);
    assertThat(outcome.changed()).isTrue();
    assertThat(spark.inPlace()).containsExactly("release", "release");
  }

  @Test
  void aRepairedJarStays() throws IOException {
    spark.overlay();
    Files.copy(spark.release("sql"), spark.jars.resolve(SQL), StandardCopyOption.REPLACE_EXISTING);
    assertThat(spark.undo().text()).contains("replaced  " + CATALYST, "as it is  " + SQL);
    assertThat(spark.inPlace()).containsExactly("release", "release");
    assertThat(spark.home.resolve("flatplan")).doesNotExist();
  }

  @Test
  void aJarOfSomebodyElseIsNotOverwritten() throws IOException {
    spark.overlay();
    FakeSpark.jar(spark.jars.resolve(SQL), FakeSpark.entries("spark-sql", VERSION, "altered"));
    assertRefused(new Disk(), SQL + " is neither the original nor ours");
  }

  @Test
  void aJarThatIsGoneMeansAnotherInstallation() throws IOException {
    spark.overlay();
    Files.delete(spark.jars.resolve(SQL));
    assertRefused(new Disk(), SQL + ", which the record speaks of, is gone");
  }

  @Test
  void anOriginalThatIsNotTheRecordedOneIsNotPutBack() throws IOException {
    spark.overlay();
    Files.delete(spark.files().original(SQL));
    assertRefused(new Disk(), "missing. Install Spark 9.8.7 anew");
    Files.writeString(spark.files().original(SQL), "other");
    assertRefused(new Disk(), "another file. Install Spark 9.8.7 anew");
  }

  @Test
  void ourJarsWithoutARecordAreNoCleanInstallation() throws IOException {
    spark.overlay();
    RefusalTest.deleteAll(spark.home.resolve("flatplan"));
    assertRefused(new Disk(), "is this build's, but there is no");
  }

  @Test
  void originalsWithoutARecordAreKeptWhereTheJarIsNotTheRelease() throws IOException {
    spark.overlay();
    Files.delete(spark.files().record());
    FakeSpark.jar(spark.jars.resolve(SQL), FakeSpark.entries("spark-sql", VERSION, "altered"));
    Files.copy(spark.release("catalyst"), spark.jars.resolve(CATALYST), StandardCopyOption.REPLACE_EXISTING);
    assertRefused(new Disk(), "nothing is removed");
  }

  @Test
  void whatAStoppedRunLeftIsRemovedEvenWithoutARecord() throws IOException {
    SortedMap<String, String> before = spark.snapshotOfFiles();
    assertThatThrownBy(() -> spark.overlay(1, new BrokenDisk(17, BrokenDisk.Fault.KILLED_HALFWAY), false)).isInstanceOf(BrokenDisk.Killed.class);
    assertThat(spark.files().record()).doesNotExist();
    assertThat(spark.snapshotOfFiles()).isNotEqualTo(before);
    SortedMap<String, String> left = spark.snapshot();
    assertThat(spark.undo(new Disk(), true).text()).contains("nothing was replaced", "what a stopped run left would be removed");
    assertThat(spark.snapshot()).isEqualTo(left);
    assertThat(spark.undo().text()).contains("what a stopped run left is removed");
    assertThat(spark.snapshotOfFiles()).isEqualTo(before);
  }

  @Test
  void withoutPermissionOrRoomNothingHappens() throws IOException {
    spark.overlay();
    assertRefused(new Disk() {
      @Override
      boolean writable(Path folder) {
        return !folder.equals(spark.jars);
      }
    }, "no permission to write in");
    assertRefused(new Disk() {
      @Override
      long usable(Path folder) {
        return 1000;
      }
    }, "make room and run again");
  }

  private void assertRefused(Disk disk, String message) throws IOException {
    spark.age();
    SortedMap<String, String> before = spark.snapshot();
    for (boolean dryRun : new boolean[] {true, false}) {
      assertThatThrownBy(() -> spark.undo(disk, dryRun)).isInstanceOf(UserError.class).hasMessageContaining(message);
      assertThat(spark.snapshot()).isEqualTo(before);
    }
  }
}
