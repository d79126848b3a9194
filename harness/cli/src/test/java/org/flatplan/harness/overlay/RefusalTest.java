/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.flatplan.harness.overlay.FakeSpark.CATALYST;
import static org.flatplan.harness.overlay.FakeSpark.SQL;
import static org.flatplan.harness.overlay.FakeSpark.VERSION;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RefusalTest {
  @TempDir
  Path temp;
  private FakeSpark spark;

  @BeforeEach
  void install() throws IOException {
    spark = FakeSpark.distribution(temp);
  }

  private interface Spoiler {
    void spoil(FakeSpark spark) throws IOException;
  }

  private static Arguments spoiled(String what, String message, Spoiler spoiler) {
    return arguments(what, message, spoiler);
  }

  static Stream<Arguments> spoiledInstallations() {
    return Stream.of(
        spoiled("no folder jars", "it has no folder jars. Name the folder above jars", spark -> {
          deleteAll(spark.jars);
        }),
        spoiled("jars is a file", "it has no folder jars", spark -> {
          deleteAll(spark.jars);
          Files.writeString(spark.jars, "");
        }),
        spoiled("jars is a link", "jars is a symbolic link", spark -> {
          Files.move(spark.jars, spark.home.resolve("elsewhere"));
          Files.createSymbolicLink(spark.jars, Path.of("elsewhere"));
        }),
        spoiled("no catalyst", "is no Spark installation: there is no spark-catalyst_*.jar", spark -> Files.delete(spark.jars.resolve(CATALYST))),
        spoiled("another version", "is of Spark 9.8.6, this build is of Spark 9.8.7", spark ->
            Files.move(spark.jars.resolve(SQL), spark.jars.resolve("spark-sql_2.99-9.8.6.jar"))),
        spoiled("another Scala", "is for Scala 3.1, this build is for Scala 2.99", spark ->
            Files.move(spark.jars.resolve(SQL), spark.jars.resolve("spark-sql_3.1-9.8.7.jar"))),
        spoiled("two of a kind", "has spark-sql more than once (spark-sql_2.99-9.8.6.jar, " + SQL, spark ->
            Files.copy(spark.jars.resolve(SQL), spark.jars.resolve("spark-sql_2.99-9.8.6.jar"))),
        spoiled("a Spark jar of another version", "mixed: not of Spark 9.8.7 for Scala 2.99 are spark-graph_2.99-9.8.6.jar in", spark ->
            FakeSpark.jar(spark.jars.resolve("spark-graph_2.99-9.8.6.jar"), FakeSpark.entries("spark-graph", "9.8.6", ""))),
        spoiled("a Spark jar of another version under a false name", "are spark-core_2.99-9.8.7.jar in", spark ->
            FakeSpark.jar(spark.jars.resolve("spark-core_2.99-9.8.7.jar"), FakeSpark.entries("spark-core", "9.8.6", ""))),
        spoiled("another version inside", CATALYST + " is not the release's: its name says version 9.8.7, inside it says 9.8.6", spark ->
            FakeSpark.jar(spark.jars.resolve(CATALYST), FakeSpark.entries("spark-catalyst", "9.8.6", "release"))),
        spoiled("another artifact inside", "does not say that it is org.apache.spark:spark-catalyst_2.99", spark ->
            FakeSpark.jar(spark.jars.resolve(CATALYST), FakeSpark.entries("spark-core", VERSION, "release"))),
        spoiled("an altered class", "1 entry differs from the release: org/spark-sql/A.class. Install Spark 9.8.7 anew", spark ->
            FakeSpark.jar(spark.jars.resolve(SQL), FakeSpark.entries("spark-sql", VERSION, "altered"))),
        spoiled("another class and one too few", "2 entries differ from the release: org/spark-sql/B.class (missing), org/spark-sql/C.class (not in the release)",
            spark -> {
              Map<String, String> entries = FakeSpark.entries("spark-sql", VERSION, "release");
              entries.put("org/spark-sql/C.class", entries.remove("org/spark-sql/B.class"));
              FakeSpark.jar(spark.jars.resolve(SQL), entries);
            }),
        spoiled("a manifest that adds to the class path", "META-INF/MANIFEST.MF (Class-Path)", spark -> {
          Map<String, String> entries = FakeSpark.entries("spark-sql", VERSION, "release");
          entries.put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nClass-Path: evil.jar\r\nImplementation-Version: " + VERSION + "\r\n\r\n");
          FakeSpark.jar(spark.jars.resolve(SQL), entries);
        }),
        spoiled("a jar cut short", SQL + " is not the release's: it is no readable jar", spark -> {
          byte[] bytes = Files.readAllBytes(spark.jars.resolve(SQL));
          Files.delete(spark.jars.resolve(SQL));
          Files.write(spark.jars.resolve(SQL), Arrays.copyOf(bytes, bytes.length / 2));
        }),
        spoiled("a linked jar", SQL + " is a symbolic link; other installations may use", spark -> {
          Files.move(spark.jars.resolve(SQL), spark.home.resolve("x"));
          Files.createSymbolicLink(spark.jars.resolve(SQL), Path.of("../x"));
        }),
        spoiled("a folder in place of a jar", SQL + " is no file", spark -> {
          Files.delete(spark.jars.resolve(SQL));
          Files.createDirectory(spark.jars.resolve(SQL));
        }),
        spoiled("a file named flatplan", "flatplan is no folder", spark -> Files.writeString(spark.home.resolve("flatplan"), "")),
        spoiled("our jars and no record", "is this build's already, but there is no", spark -> {
          spark.overlay();
          deleteAll(spark.home.resolve("flatplan"));
        }),
        spoiled("a record that is no JSON", "overlay.json (", spark -> {
          spark.overlay();
          Files.writeString(spark.files().record(), "{");
        }),
        spoiled("a record with a hole", "overlay.json is not whole", spark -> {
          spark.overlay();
          Files.writeString(spark.files().record(), "{\"format\": 1, \"state\": \"done\", \"jars\": [{\"file\": \"x\"}]}");
        }),
        spoiled("a record that points elsewhere", "overlay.json is not whole", spark -> {
          spark.overlay();
          Files.writeString(spark.files().record(), Files.readString(spark.files().record()).replace(SQL, "../" + SQL));
        }),
        spoiled("a record of the future", "is of format 99, this Flatplan knows 1", spark -> {
          spark.overlay();
          Files.writeString(spark.files().record(), "{\"format\": 99}");
        }),
        spoiled("a record of other jars", "does not speak of " + CATALYST + ": the installation was replaced since the overlay", spark -> {
          spark.overlay();
          Files.writeString(spark.files().record(), Files.readString(spark.files().record()).replace("9.8.7.jar", "9.8.6.jar"));
          Files.copy(spark.release("catalyst"), spark.jars.resolve(CATALYST), StandardCopyOption.REPLACE_EXISTING);
          Files.copy(spark.release("sql"), spark.jars.resolve(SQL), StandardCopyOption.REPLACE_EXISTING);
        }),
        spoiled("an original that is gone", "should be in", spark -> {
          spark.overlay();
          Files.delete(spark.files().original(SQL));
        }),
        spoiled("an original that is another file", "and is another file", spark -> {
          spark.overlay();
          Files.delete(spark.files().original(SQL));
          Files.writeString(spark.files().original(SQL), "other");
        }),
        spoiled("a jar that was altered after the overlay", SQL + " is not the release's: 1 entry differs", spark -> {
          spark.overlay();
          FakeSpark.jar(spark.jars.resolve(SQL), FakeSpark.entries("spark-sql", VERSION, "altered"));
        }));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("spoiledInstallations")
  void isOneMessageAndChangesNothing(String what, String message, Spoiler spoiler) throws IOException {
    spoiler.spoil(spark);
    spark.age();
    SortedMap<String, String> before = spark.snapshot();
    for (boolean dryRun : new boolean[] {true, false}) {
      assertThatThrownBy(() -> spark.overlay(1, new Disk(), dryRun)).isInstanceOf(UserError.class).hasMessageContaining(message)
          .extracting(Throwable::getMessage).asString().hasLineCount(1);
      assertThat(spark.snapshot()).isEqualTo(before);
    }
  }

  @Test
  void ofAFolderThatIsNotThere() {
    assertThatThrownBy(() -> OverlayFiles.of(temp.resolve("nowhere"))).isInstanceOf(UserError.class).hasMessageContaining("no such folder");
  }

  // Root may write everywhere, and tests may run as root: so what the disk answers is made up here.
  @Test
  void ofAFolderThatMayNotBeWritten() throws IOException {
    for (Path locked : new Path[] {spark.home, spark.jars}) {
      assertRefused(1, new Disk() {
        @Override
        boolean writable(Path folder) {
          return !folder.equals(locked);
        }
      }, "no permission to write in " + locked);
    }
  }

  @Test
  void ofADiskWithTooLittleRoom() throws IOException {
    long[] room = {0};
    Disk small = new Disk() {
      @Override
      long usable(Path folder) {
        return room[0];
      }
    };
    assertRefused(1, small, "has room for 0.0 MB, 1.1 MB are needed");
    long needed = 1 << 20;
    for (String module : new String[] {"catalyst", "sql"}) {
      needed += Files.size(spark.release(module)) + Files.size(spark.rebuilt(module, 1));
    }
    room[0] = needed - 1;
    assertRefused(1, small, "make room and run again");
    room[0] = needed;
    assertThat(spark.overlay(1, small, false).changed()).isTrue();
  }

  private void assertRefused(int build, Disk disk, String message) throws IOException {
    SortedMap<String, String> before = spark.snapshot();
    for (boolean dryRun : new boolean[] {true, false}) {
      assertThatThrownBy(() -> spark.overlay(build, disk, dryRun)).isInstanceOf(UserError.class).hasMessageContaining(message);
      assertThat(spark.snapshot()).isEqualTo(before);
    }
  }

  static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(path);
      }
    }
  }
}
