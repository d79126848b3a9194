/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.flatplan.harness.prove.Digests;
import org.flatplan.harness.prove.RebuildReport;

/** A clone as a build leaves it, with small jars, and a Maven that serves what it is told to. */
final class FakeBuild {
  static final String RELEASE = "7.1.0";
  static final String REBUILT = "7.1.0-flatplan.1";
  final Path home;
  final Path maven;
  private final Path served;

  FakeBuild(Path folder) throws IOException {
    home = folder.resolve("clone");
    served = folder.resolve("served");
    maven = folder.resolve("maven");
    List<RebuildReport.Module> modules = new ArrayList<>();
    List<String> classpath = new ArrayList<>();
    for (String name : List.of("catalyst", "sql")) {
      String artifact = "spark-" + name + "_2.13";
      Path jar = jar(home.resolve("harness/spark-" + name + "/target/" + artifact + "-" + REBUILT + ".jar"), Map.of("a/B.class", "ours " + name));
      classpath.add(jar.toString());
      modules.add(new RebuildReport.Module(name, artifact, new RebuildReport.Input(jar.getFileName().toString(), Digests.sha256(jar), 1),
          new RebuildReport.Input(artifact + "-" + RELEASE + ".jar", "0".repeat(64), 1), null, null, Map.of(), List.of(), new TreeMap<>(), List.of(), null));
    }
    RebuildReport report = new RebuildReport(1, "pass", "2026-01-01T00:00:00Z", "7.1", RELEASE, REBUILT, new TreeMap<>(), List.of(), modules,
        List.of(patch("0001-a.patch", Map.of("catalyst", 2)), patch("0002-b.patch", Map.of("catalyst", 1, "sql", 3))),
        List.of());
    write(home.resolve("target/report/rebuild-report.json"), report.toJson());
    write(home.resolve("target/report/rebuild-report.html"), "<html>");
    write(home.resolve("harness/proof/target/classpath-rebuilt.txt"), String.join(":", classpath) + "\n");
    write(home.resolve("NOTICE"), "Ours\n");
    jar(home.resolve("harness/distribution-launch/target/flatplan-launch-" + BuildFacts.read().version() + ".jar"), Map.of("l/L.class", "launch"));
    for (String name : List.of("catalyst", "sql", "core")) {
      serve("org.apache.spark", "spark-" + name + "_2.13", RELEASE, "", Map.of("a/B.class", "release " + name, "META-INF/LICENSE", "licence\n",
          "META-INF/NOTICE", "Spark\n"), "<parent><groupId>org.apache.spark</groupId><artifactId>spark-parent_2.13</artifactId><version>" + RELEASE + "</version></parent>");
    }
    pom("org.apache.spark", "spark-parent_2.13", RELEASE, "<licenses><license><name>Apache-2.0</name></license></licenses>");
    mvn("cp -r '" + served + "/.' \"$target/\"");
  }

  private RebuildReport.Patch patch(String name, Map<String, Integer> explains) throws IOException {
    Path file = home.resolve("patches/7.1").resolve(name);
    write(file, "text of\n " + name + "\n");
    return new RebuildReport.Patch(name, Digests.sha256(file), "a", List.of(), new TreeMap<>(explains));
  }

  /** Adds an artifact. */
  Path serve(String group, String name, String version, String classifier, Map<String, String> entries, String pom) throws IOException {
    pom(group, name, version, pom);
    return jar(folder(group, name, version).resolve(name + "-" + version + classifier + ".jar"), entries);
  }

  private void pom(String group, String name, String version, String more) throws IOException {
    write(folder(group, name, version).resolve(name + "-" + version + ".pom"), "<project><modelVersion>4.0.0</modelVersion><groupId>" + group
        + "</groupId><artifactId>" + name + "</artifactId><version>" + version + "</version>" + more + "</project>");
  }

  private Path folder(String group, String name, String version) {
    return served.resolve(group.replace('.', '/')).resolve(name).resolve(version);
  }

  /** What Maven does, as a line of shell; {@code $target} is where jars belong. */
  void mvn(String action) throws IOException {
    Path program = maven.resolve("bin/mvn");
    write(program, "#!/bin/sh\nset -e\nfor each; do case $each in -DoutputDirectory=*) target=${each#*=} ;; esac; done\nmkdir -p \"$target\"\n"
        + action + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  static Path jar(Path file, Map<String, String> entries) throws IOException {
    Files.createDirectories(file.getParent());
    try (OutputStream out = Files.newOutputStream(file); ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, String> each : new TreeMap<>(entries).entrySet()) {
        ZipEntry entry = new ZipEntry(each.getKey());
        entry.setTime(0);
        zip.putNextEntry(entry);
        zip.write(each.getValue().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return file;
  }

  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
