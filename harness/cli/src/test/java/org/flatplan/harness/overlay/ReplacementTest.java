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
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.flatplan.harness.prove.Digests;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplacementTest {
  @TempDir
  Path temp;
  private FakeSpark spark;

  @BeforeEach
  void install() throws IOException {
    spark = FakeSpark.distribution(temp);
  }

  @Test
  void replacesKeepsAndRecords() throws IOException {
    SortedMap<String, String> before = spark.snapshot();
    Outcome outcome = spark.overlay();
    assertThat(outcome.changed()).isTrue();
    assertThat(outcome.steps()).extracting(Outcome.Step::file).containsExactly(CATALYST, SQL);
    assertThat(spark.inPlace()).containsExactly("one", "one");
    SortedMap<String, String> after = spark.snapshot();
    assertThat(after.get("flatplan/originals/" + CATALYST)).isEqualTo(before.get("jars/" + CATALYST));
    assertThat(after.get("flatplan/originals/" + SQL)).isEqualTo(before.get("jars/" + SQL));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(spark.jars.resolve(CATALYST)))).isEqualTo("rw-r-----");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(spark.jars.resolve(SQL)))).isEqualTo("r--r--r--");
    assertThat(after.keySet()).containsAll(before.keySet()).hasSize(before.size() + 5)
        .contains("flatplan", "flatplan/overlay.json", "flatplan/originals");
    OverlayRecord record = spark.record();
    assertThat(record.state()).isEqualTo(OverlayRecord.State.DONE);
    assertThat(record.time()).isEqualTo("2026-01-02T03:04:05Z");
    assertThat(record.flatplan()).isEqualTo("flatplan test");
    assertThat(record.sparkVersion()).isEqualTo(VERSION);
    assertThat(record.scalaBinaryVersion()).isEqualTo("2.99");
    assertThat(record.rebuiltVersion()).isEqualTo(VERSION + "-flatplan.1");
    assertThat(record.jars().get(1)).isEqualTo(new OverlayRecord.Jar("spark-sql_2.99", SQL, Digests.sha256(spark.release("sql")),
        Files.size(spark.release("sql")), ReleaseMatch.BYTES, Digests.sha256(spark.rebuilt("sql", 1)), Files.size(spark.rebuilt("sql", 1)), List.of()));
    assertThat(Files.readString(spark.files().record())).contains("\"matched\" : \"bytes\"").doesNotContain(temp.toString());
  }

  @Test
  void twiceChangesNothing() throws IOException {
    spark.overlay();
    spark.age();
    SortedMap<String, String> once = spark.snapshot();
    Outcome twice = spark.overlay();
    assertThat(twice.changed()).isFalse();
    assertThat(twice.text()).contains("has 9.8.7-flatplan.1 already; nothing changed");
    assertThat(spark.snapshot()).isEqualTo(once);
  }

  @Test
  void aDryRunChangesNothing() throws IOException {
    SortedMap<String, String> before = spark.snapshot();
    Outcome tried = spark.overlay(1, new Disk(), true);
    assertThat(tried.text()).contains("would be laid over it", "would replace  " + CATALYST + " (the release's, byte for byte)");
    assertThat(spark.snapshot()).isEqualTo(before);
    spark.overlay();
    spark.age();
    SortedMap<String, String> overlaid = spark.snapshot();
    assertThat(spark.overlay(2, new Disk(), true).changed()).isTrue();
    assertThat(spark.undo(new Disk(), true).text()).contains("the originals would be put back");
    assertThat(spark.snapshot()).isEqualTo(overlaid);
  }

  @Test
  void anotherArchiveOfTheSameContentsIsTheRelease() throws IOException {
    Map<String, String> entries = FakeSpark.entries("spark-sql", VERSION, "release");
    entries.put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nCreated-By: another\r\nImplementation-Version: " + VERSION + "\r\n\r\n");
    entries.put("META-INF/DEPENDENCIES", "licences");
    entries.put("org/", "");
    List<String> names = new ArrayList<>(entries.keySet());
    Collections.reverse(names);
    Map<String, String> reversed = new LinkedHashMap<>();
    names.forEach(name -> reversed.put(name, entries.get(name)));
    FakeSpark.jar(spark.jars.resolve(SQL), reversed);
    String sum = Digests.sha256(spark.jars.resolve(SQL));
    Outcome outcome = spark.overlay();
    assertThat(outcome.text()).contains(SQL + " (the release's, entry by entry)");
    assertThat(spark.record().jars()).extracting(OverlayRecord.Jar::matched).containsExactly(ReleaseMatch.BYTES, ReleaseMatch.CONTENTS);
    assertThat(spark.verify().complete()).isTrue();
    spark.undo();
    assertThat(Digests.sha256(spark.jars.resolve(SQL))).isEqualTo(sum);
  }

  @Test
  void connectorsAndTestJarsOfOtherVersionsAreNobodysBusiness() throws IOException {
    Map<String, String> connector = FakeSpark.entries("spark-connector", "1.0", "");
    connector.keySet().removeIf(name -> name.startsWith("META-INF/maven"));
    FakeSpark.jar(spark.jars.resolve("spark-connector_2.99-1.0.jar"), connector);
    FakeSpark.jar(spark.jars.resolve("spark-sql_2.99-9.8.6-tests.jar"), FakeSpark.entries("spark-sql", "9.8.6", ""));
    Files.writeString(spark.jars.resolve("spark-broken_2.99-1.0.jar"), "no zip");
    assertThat(spark.overlay().changed()).isTrue();
  }

  @Test
  void pySparkALinkedHomeAndSpaces() throws IOException {
    FakeSpark pip = FakeSpark.in(temp.resolve("venv"), "lib/python3/site-packages/pyspark");
    Path link = Files.createSymbolicLink(temp.resolve("a link"), pip.home);
    new Replacement(OverlayFiles.of(link), pip.build(1), new Disk(), FakeSpark.CLOCK).run(false);
    assertThat(pip.verify().complete()).isTrue();
    assertThat(pip.inPlace()).containsExactly("one", "one");
  }

  @Test
  void whoHasAJarOpenKeepsTheOldOne() throws IOException {
    byte[] old = Files.readAllBytes(spark.jars.resolve(SQL));
    try (InputStream open = Files.newInputStream(spark.jars.resolve(SQL))) {
      spark.overlay();
      assertThat(open.readAllBytes()).isEqualTo(old);
    }
  }

  @Test
  void anotherHardLinkOfAJarIsLeftAlone() throws IOException {
    Path cache = Files.createLink(temp.resolve("package-cache.jar"), spark.jars.resolve(SQL));
    spark.overlay();
    assertThat(Digests.sha256(cache)).isEqualTo(Digests.sha256(spark.release("sql")));
  }

  @Test
  void anotherBuildTakesThePlaceOfTheFirstAndTheOriginalsStay() throws IOException {
    SortedMap<String, String> before = spark.snapshotOfFiles();
    spark.overlay();
    assertThat(spark.overlay(2, new Disk(), false).text()).contains("replaced  " + SQL + " (ours, of another build)");
    assertThat(spark.inPlace()).containsExactly("two", "two");
    assertThat(spark.record().jars().get(0).earlier()).containsExactly(Digests.sha256(spark.rebuilt("catalyst", 1)));
    assertThat(spark.verify().problems()).containsExactly(CATALYST + " is of another build; run again", SQL + " is of another build; run again");
    spark.overlay();
    assertThat(spark.record().jars().get(0).earlier()).containsExactly(Digests.sha256(spark.rebuilt("catalyst", 2)));
    spark.undo();
    assertThat(spark.snapshotOfFiles()).isEqualTo(before);
  }

  @Test
  void anInstallationThatWasRepairedMeanwhileIsOverlaidAgain() throws IOException {
    spark.overlay();
    Files.copy(spark.release("sql"), spark.jars.resolve(SQL), StandardCopyOption.REPLACE_EXISTING);
    Files.delete(spark.files().original(SQL));
    assertThat(spark.verify().problems()).containsExactly(SQL + " is the release's; run again");
    assertThat(spark.overlay().text()).contains("as it is  " + CATALYST, "replaced  " + SQL);
    assertThat(spark.verify().complete()).isTrue();
  }

  @Test
  void aCopyThatIsNotTheFileSeenBeforeIsNotUsed() throws IOException {
    SortedMap<String, String> before = spark.snapshotOfFiles();
    Disk disk = new Disk() {
      @Override
      void copy(Path from, Path to, Path like, boolean times) throws IOException {
        super.copy(from.equals(rebuiltSql()) ? like : from, to, like, times);
      }
    };
    assertThatThrownBy(() -> spark.overlay(1, disk, false)).hasMessageContaining("changed meanwhile");
    assertThat(spark.snapshotOfFiles()).isEqualTo(before);
  }

  private Path rebuiltSql() throws IOException {
    return spark.rebuilt("sql", 1);
  }

  @Test
  void filesOfOthersInTheFolderStay() throws IOException {
    Files.createDirectory(spark.home.resolve("flatplan"));
    Files.writeString(spark.home.resolve("flatplan/notes.txt"), "mine");
    spark.overlay();
    assertThat(spark.undo().text()).contains("flatplan stays, since it has files of others: notes.txt");
    try (Stream<Path> left = Files.list(spark.home.resolve("flatplan"))) {
      assertThat(left).containsExactly(spark.home.resolve("flatplan/notes.txt"));
    }
  }
}
