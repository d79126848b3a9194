/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.dependants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What is deployed")
class PublishedTest {
  private final Path repository = Settings.path("dependants.repository");
  private final String version = Settings.rebuilt();

  @Test
  @DisplayName("is the two rebuilt artifacts with their sources, and the BOM")
  void theseFiles() throws IOException {
    String spark = "org/apache/spark/";
    assertThat(Trees.files(repository)).filteredOn(file -> !file.matches(".*\\.(md5|sha1|sha256|sha512)|.*/maven-metadata\\.xml"))
        .containsExactlyInAnyOrderElementsOf(Stream.concat(Stream.of("org/flatplan/flatplan-bom/%1$s/flatplan-bom-%1$s.pom".formatted(version)),
            Stream.of("spark-catalyst_", "spark-sql_").map(name -> name + Settings.scala())
                .flatMap(name -> Stream.of(".jar", "-sources.jar", ".pom").map(end -> spark + name + "/" + version + "/" + name + "-" + version
                    + end)))
            .toList());
  }

  @ParameterizedTest
  @CsvSource({"catalyst", "sql"})
  @DisplayName("is, byte for byte, what was proved")
  void proved(String module) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(artifact(module, ".jar")));
    assertThat(HexFormat.of().formatHex(digest)).isEqualTo(Proof.read().rebuilt(module));
  }

  @Test
  @DisplayName("has a BOM that stands alone")
  void bom() throws IOException {
    String pom = Files.readString(repository.resolve("org/flatplan/flatplan-bom/%1$s/flatplan-bom-%1$s.pom".formatted(version)));
    assertThat(pom).doesNotContain("${", "<parent>", "<properties>", "<build>", Settings.path("dependants.maven.repository").toString());
    assertThat(pom.split("<dependency>", -1)).hasSize(3);
    assertThat(pom).contains("<artifactId>spark-catalyst_" + Settings.scala() + "</artifactId>",
        "<artifactId>spark-sql_" + Settings.scala() + "</artifactId>");
  }

  @ParameterizedTest
  @CsvSource({"catalyst,sql/catalyst", "sql,sql/core"})
  @DisplayName("has sources laid out like the release's, patched, with ours among them")
  void sources(String module, String tree) throws IOException {
    Map<String, String> release = sources(releaseSources(module));
    Map<String, String> expected = new TreeMap<>();
    Path main = Settings.path("dependants.sources").resolve(tree).resolve("src/main");
    for (Path root : new Path[] {main.resolve("scala"), main.resolve("java"), main.resolve("resources"),
        Settings.path("dependants.java").resolve(module)}) {
      for (String file : Trees.files(root)) {
        expected.put(file, Files.readString(root.resolve(file), StandardCharsets.ISO_8859_1));
      }
    }
    Map<String, String> published = sources(artifact(module, "-sources.jar"));
    assertThat(published.keySet()).containsAll(release.keySet()).contains("META-INF/LICENSE", "META-INF/NOTICE");
    assertThat(published).isEqualTo(expected);
    assertThat(published.entrySet()).as("patched").anyMatch(entry -> release.containsKey(entry.getKey())
        && !release.get(entry.getKey()).equals(entry.getValue()));
  }

  private Path artifact(String module, String end) {
    String name = "spark-" + module + "_" + Settings.scala();
    return repository.resolve("org/apache/spark").resolve(name).resolve(version).resolve(name + "-" + version + end);
  }

  private static Path releaseSources(String module) {
    String name = "spark-" + module + "_" + Settings.scala();
    return Settings.path("dependants.maven.repository").resolve("org/apache/spark").resolve(name).resolve(Settings.release())
        .resolve(name + "-" + Settings.release() + "-sources.jar");
  }

  /** The files of a sources jar but what its build tells about itself. */
  private static Map<String, String> sources(Path jar) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().filter(entry -> !entry.isDirectory()).toList()) {
        if (!entry.getName().equals("META-INF/MANIFEST.MF") && !entry.getName().startsWith("META-INF/maven/")) {
          files.put(entry.getName(), new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1));
        }
      }
    }
    return files;
  }
}
