/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** A small module: jars made by hand, patches and java-src in a folder. */
final class Fixture {
  static final String MANIFEST = "Manifest-Version: 1.0\r\nSpecification-Version: 4.2\r\nImplementation-Version: %s\r\n\r\n";
  static final String PROPERTIES = "META-INF/maven/org.apache.spark/spark-catalyst_2.13/pom.properties";
  static final String POM = "META-INF/maven/org.apache.spark/spark-catalyst_2.13/pom.xml";

  final Path root;
  final Map<String, byte[]> release = new LinkedHashMap<>();
  final Map<String, byte[]> rebuilt = new LinkedHashMap<>();
  final Map<String, byte[]> sources = new LinkedHashMap<>();

  Fixture(Path root) throws IOException {
    this.root = root;
    Files.createDirectories(root.resolve("patches"));
    Files.createDirectories(root.resolve("java-src/catalyst"));
    both("META-INF/MANIFEST.MF", "%s", "%s");
    release.put("META-INF/MANIFEST.MF", bytes(String.format(MANIFEST, "4.2.0")));
    rebuilt.put("META-INF/MANIFEST.MF", bytes(String.format(MANIFEST, "4.2.0-flatplan.1")));
    both("a/", "", "");
    byte[] same = type("a/Same", "Same.scala", "run");
    release.put("a/Same.class", same);
    rebuilt.put("a/Same.class", same);
    release.put("a/Edited.class", type("a/Edited", "Edited.scala", "run"));
    rebuilt.put("a/Edited.class", type("a/Edited", "Edited.scala", "run"));
    sources.put("a/Edited.scala", bytes("package a\n\nclass Edited\n"));
    series("# none\n");
  }

  void both(String name, String ours, String theirs) {
    rebuilt.put(name, bytes(ours));
    release.put(name, bytes(theirs));
  }

  void series(String text) throws IOException {
    Files.writeString(root.resolve("patches/series"), text);
  }

  void patch(String name, String target) throws IOException {
    Files.writeString(root.resolve("patches").resolve(name), "Subject: wire it\n\n--- a/" + target + "\n+++ b/" + target
        + "\n@@ -1,2 +1,3 @@\n one\n+--- two\n three\n@@ -9 +10 @@\n-x\n+y\n");
  }

  void java(String path) throws IOException {
    Path file = root.resolve("java-src/catalyst").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "// " + path + "\n");
  }

  /** Options of {@link ProveMain} for this module. */
  List<String> arguments() throws IOException {
    write("release.jar", release);
    write("rebuilt.jar", rebuilt);
    Path sourcesJar = write("sources.jar", sources);
    List<String> all = new ArrayList<>(List.of("--module", "catalyst", "--tree", "sql/catalyst", "--artifact", "spark-catalyst_2.13",
        "--rebuilt", root.resolve("rebuilt.jar").toString(), "--release", root.resolve("release.jar").toString(),
        "--sources", sourcesJar.toString(), "--sources-sha256", Digests.sha256(sourcesJar)));
    all.addAll(List.of("--patches", root.resolve("patches").toString(), "--java-src", root.resolve("java-src").toString(),
        "--output", root.resolve("report").toString(), "--line", "4.2", "--release-version", "4.2.0",
        "--rebuilt-version", "4.2.0-flatplan.1", "--tool", "scala=2.13.18"));
    return all;
  }

  JarComparison compare() throws IOException {
    return JarComparison.of(JarContents.read(write("rebuilt.jar", rebuilt)), JarContents.read(write("release.jar", release)),
        new Provenance(PatchSeries.read(root.resolve("patches")).patches(), "sql/catalyst", JarContents.read(write("sources.jar", sources)),
            Provenance.filesBelow(root.resolve("java-src/catalyst"))),
        new VersionFiles("4.2.0", "4.2.0-flatplan.1", Set.of("spark-catalyst_2.13", "spark-sql_2.13"), Map.of(), Map.of()));
  }

  Path write(String name, Map<String, byte[]> entries) throws IOException {
    Path jar = root.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar); ZipOutputStream out = new ZipOutputStream(file)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
      if (entries.isEmpty()) {
        out.putNextEntry(new ZipEntry("META-INF/"));
        out.closeEntry();
      }
    }
    return jar;
  }

  /** A public class with public methods without a body worth speaking of. */
  static byte[] type(String name, String source, String... methods) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT, name, null, "java/lang/Object", null);
    if (source != null) {
      writer.visitSource(source, null);
    }
    for (String method : methods) {
      var body = writer.visitMethod(Opcodes.ACC_PUBLIC, method, "()V", null, null);
      body.visitCode();
      body.visitInsn(Opcodes.RETURN);
      body.visitMaxs(0, 1);
      body.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
