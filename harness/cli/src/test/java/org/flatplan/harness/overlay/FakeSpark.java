/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.flatplan.harness.prove.Digests;

/** A made-up release with two jars, what a build made of it, and an installation of it. */
final class FakeSpark {
  static final String VERSION = "9.8.7";
  static final String SCALA = "2.99";
  static final String CATALYST = "spark-catalyst_2.99-9.8.7.jar";
  static final String SQL = "spark-sql_2.99-9.8.7.jar";
  static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);
  private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

  final Path base;
  final Path home;
  final Path jars;

  private FakeSpark(Path base, String home) throws IOException {
    this.base = Files.createDirectories(base).toRealPath();
    this.home = Files.createDirectories(this.base.resolve(home));
    this.jars = Files.createDirectories(this.home.resolve("jars"));
  }

  /** An unpacked binary distribution. */
  static FakeSpark distribution(Path base) throws IOException {
    return in(base, "spark home");
  }

  /** An installation in a folder below another. */
  static FakeSpark in(Path base, String home) throws IOException {
    FakeSpark spark = new FakeSpark(base, home);
    for (String module : List.of("catalyst", "sql")) {
      if (Files.notExists(spark.release(module))) {
        jar(spark.release(module), entries("spark-" + module, VERSION, "release"));
        jar(spark.rebuilt(module, 1), entries("spark-" + module, VERSION + "-flatplan.1", "one"));
        jar(spark.rebuilt(module, 2), entries("spark-" + module, VERSION + "-flatplan.2", "two"));
      }
      Files.copy(spark.release(module), spark.jars.resolve("spark-" + module + "_" + SCALA + "-" + VERSION + ".jar"));
    }
    jar(spark.jars.resolve("spark-sql-api_2.99-9.8.7.jar"), entries("spark-sql-api", VERSION, "release"));
    jar(spark.jars.resolve("spark-core_2.99-9.8.7.jar"), entries("spark-core", VERSION, "release"));
    Files.writeString(spark.jars.resolve("other-1.0.jar"), "no zip at all");
    Files.writeString(spark.home.resolve("README.md"), "Spark\n");
    Files.setPosixFilePermissions(spark.jars.resolve(CATALYST), PosixFilePermissions.fromString("rw-r-----"));
    Files.setPosixFilePermissions(spark.jars.resolve(SQL), PosixFilePermissions.fromString("r--r--r--"));
    spark.age();
    return spark;
  }

  /** Sets all times back, so that any later change shows. */
  void age() throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).filter(each -> !Files.isSymbolicLink(each)).toList()) {
        Files.setLastModifiedTime(path, LONG_AGO);
      }
    }
  }

  Path release(String module) throws IOException {
    return Files.createDirectories(base.resolve("release")).resolve(module + ".jar");
  }

  Path rebuilt(String module, int build) throws IOException {
    return Files.createDirectories(base.resolve("rebuilt")).resolve(module + "-" + build + ".jar");
  }

  Build build(int number) throws IOException {
    return new Build("flatplan test", VERSION, SCALA, VERSION + "-flatplan." + number, List.of(built("catalyst", number), built("sql", number)));
  }

  private Build.Jar built(String module, int number) throws IOException {
    return new Build.Jar("spark-" + module + "_" + SCALA, release(module), Digests.sha256(release(module)), rebuilt(module, number),
        Digests.sha256(rebuilt(module, number)));
  }

  OverlayFiles files() {
    return OverlayFiles.of(home);
  }

  Outcome overlay(int build, Disk disk, boolean dryRun) throws IOException {
    return new Replacement(files(), build(build), disk, CLOCK).run(dryRun);
  }

  Outcome overlay() throws IOException {
    return overlay(1, new QuickDisk(), false);
  }

  Outcome undo(Disk disk, boolean dryRun) {
    return new Restoration(files(), disk).run(() -> {
      try {
        return build(1);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }, dryRun);
  }

  Outcome undo() {
    return undo(new QuickDisk(), false);
  }

  Verification verify() throws IOException {
    return Verification.of(files(), build(1));
  }

  OverlayRecord record() {
    return OverlayRecord.read(files().record()).orElseThrow();
  }

  /** Whose the two jars are by their sums: release, one, two. Fails if one is missing or not whole. */
  List<String> inPlace() throws IOException {
    return List.of(whose("catalyst", CATALYST), whose("sql", SQL));
  }

  private String whose(String module, String file) throws IOException {
    String sum = Digests.sha256(jars.resolve(file));
    Map<String, String> known = Map.of(Digests.sha256(release(module)), "release", Digests.sha256(rebuilt(module, 1)), "one",
        Digests.sha256(rebuilt(module, 2)), "two");
    if (!known.containsKey(sum)) {
      throw new AssertionError(file + " is none of the whole jars");
    }
    return known.get(sum);
  }

  /** Everything about the installation: names, kinds, permissions, times, contents. */
  SortedMap<String, String> snapshot() throws IOException {
    return snapshot(true);
  }

  /** The same without the times of folders, which change when a file in them comes and goes. */
  SortedMap<String, String> snapshotOfFiles() throws IOException {
    return snapshot(false);
  }

  private SortedMap<String, String> snapshot(boolean folderTimes) throws IOException {
    SortedMap<String, String> all = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(home)) {
      for (Path path : paths.toList()) {
        boolean folder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        String what = Files.isSymbolicLink(path) ? "link " + Files.readSymbolicLink(path) : folder ? "folder" : Digests.sha256(path);
        all.put(home.relativize(path).toString(), what + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS))
            + (folder && !folderTimes ? "" : " " + Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS)));
      }
    }
    return all;
  }

  /** Entries of a jar of an artifact. */
  static Map<String, String> entries(String module, String version, String content) {
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("META-INF/", "");
    entries.put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nCreated-By: one\r\nImplementation-Version: " + version + "\r\n\r\n");
    entries.put("META-INF/maven/org.apache.spark/" + module + "_" + SCALA + "/pom.properties", "version=" + version + "\n");
    entries.put("org/" + module + "/A.class", "A " + content);
    entries.put("org/" + module + "/B.class", "B");
    return entries;
  }

  static void jar(Path file, Map<String, String> entries) throws IOException {
    Files.deleteIfExists(file);
    try (OutputStream to = Files.newOutputStream(file); ZipOutputStream out = new ZipOutputStream(to)) {
      for (Map.Entry<String, String> each : entries.entrySet()) {
        ZipEntry entry = new ZipEntry(each.getKey());
        entry.setLastModifiedTime(LONG_AGO);
        out.putNextEntry(entry);
        out.write(each.getValue().getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
      }
    }
  }
}
