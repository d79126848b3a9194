/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cyclonedx.parsers.JsonParser;
import org.flatplan.harness.cli.Flatplan;
import org.flatplan.harness.prove.Digests;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class DistCommandTest {
  private static final String NAME = "spark-" + FakeBuild.REBUILT;

  @TempDir
  Path folder;
  private FakeBuild build;
  private Path output;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void makeBuild() throws IOException {
    build = new FakeBuild(folder);
    output = folder.resolve("output");
  }

  private int dist(String... options) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine line = Flatplan.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    List<String> all = new ArrayList<>(List.of("dist", "--home", build.home.toString(), "--output", output.toString(), "--maven",
        build.maven.resolve("bin/mvn").toString()));
    all.addAll(List.of(options));
    return line.execute(all.toArray(String[]::new));
  }

  private void assertUserError(String message, String... options) {
    assertThat(dist(options)).isEqualTo(2);
    assertThat(err.toString().lines().filter(line -> !line.startsWith("[flatplan] "))).singleElement().asString().contains(message);
    assertThat(out.toString()).isEmpty();
  }

  private static List<String> names(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void oursTakeThePlaceOfTheReleases() throws IOException {
    assertThat(dist("--no-archive")).as(err.toString()).isZero();
    Path made = output.resolve(NAME);
    assertThat(names(made.resolve("jars"))).containsExactly("flatplan-launch-" + BuildFacts.read().version() + ".jar",
        "spark-catalyst_2.13-7.1.0-flatplan.1.jar", "spark-core_2.13-7.1.0.jar", "spark-sql_2.13-7.1.0-flatplan.1.jar");
    assertThat(made.resolve("jars/spark-sql_2.13-7.1.0-flatplan.1.jar"))
        .hasSameBinaryContentAs(build.home.resolve("harness/spark-sql/target/spark-sql_2.13-7.1.0-flatplan.1.jar"));
    assertThat(made.resolve("LICENSE")).hasContent("licence\n");
    assertThat(made.resolve("NOTICE")).content().startsWith("Spark\n").endsWith("Ours\n");
    assertThat(made.resolve("rebuild-report.html")).hasContent("<html>");
    assertThat(made.resolve("bin/spark-submit")).isExecutable();
    assertThat(made.resolve("sbin/start-master.sh")).isExecutable();
    assertThat(made.resolve("README.md")).content().contains("Apache Spark 7.1.0-flatplan.1", "artifacts of Apache Spark 7.1.0").doesNotContain("@");
    assertThat(made.resolve("bin/common.sh")).content().contains("SPARK_SCALA_VERSION=2.13\n");
    assertThat(names(output)).containsExactly(NAME);
    assertThat(out.toString()).isEqualTo(made + ": 4 jars\n");
  }

  @Test
  void theReleasesJarsAloneAreThereWithStock() throws IOException {
    assertThat(dist("--no-archive", "--stock")).isZero();
    Path made = output.resolve("spark-7.1.0");
    assertThat(names(made.resolve("jars"))).contains("spark-catalyst_2.13-7.1.0.jar", "spark-sql_2.13-7.1.0.jar").hasSize(4);
    assertThat(names(made)).doesNotContain("rebuild-report.json", "rebuild-report.html");
  }

  @Test
  void theArchiveHasTheSameBytesEachTime() throws Exception {
    assertThat(dist("--json")).isZero();
    JsonNode result = new ObjectMapper().readTree(out.toString());
    Path archive = output.resolve(NAME + ".tar.gz");
    byte[] first = Files.readAllBytes(archive);
    assertThat(result.get("sha256").asText()).isEqualTo(Digests.sha256(first));
    assertThat(result.get("bytes").asLong()).isEqualTo(first.length);
    assertThat(result.get("jars").asInt()).isEqualTo(4);
    Process check = new ProcessBuilder("sha256sum", "-c", archive.getFileName() + ".sha256").directory(output.toFile()).start();
    assertThat(check.waitFor()).isZero();
    Process list = new ProcessBuilder("tar", "-tvzf", archive.toString()).start();
    String listed = new String(list.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(listed.lines()).allMatch(line -> line.matches("(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--) root/root .* spark-7.1.0-flatplan.1/.*"))
        .anyMatch(line -> line.startsWith("-rwxr-xr-x") && line.endsWith("bin/spark-submit"))
        .anyMatch(line -> line.startsWith("-rw-r--r--") && line.endsWith("LICENSE"));

    Files.setPosixFilePermissions(build.home.resolve("harness/spark-sql/target/spark-sql_2.13-7.1.0-flatplan.1.jar"),
        java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
    output = folder.resolve("another folder");
    assertThat(dist()).isZero();
    assertThat(output.resolve(NAME + ".tar.gz")).hasBinaryContent(first);
  }

  @Test
  void theBillOfMaterialsIsValidAndTellsWhereOursComeFrom() throws Exception {
    build.serve("com.example", "tool", "1.0", "-core", Map.of("x/X.class", "x"), "<licenses><license><name>The Example Licence</name></license><license><name>Apache 2.0 License</name></license></licenses>");
    assertThat(dist("--no-archive")).isZero();
    Path file = output.resolve(NAME).resolve(BillOfMaterials.FILE);
    assertThat(new JsonParser().validate(file.toFile(), BillOfMaterials.FORMAT)).isEmpty();
    JsonNode components = new ObjectMapper().readTree(file.toFile()).get("components");
    assertThat(components).hasSize(5);
    for (JsonNode component : components) {
      Path jar = jarOf(component);
      assertThat(component.at("/hashes/0/content").asText()).isEqualTo(Digests.sha256(jar));
      assertThat(component.has("pedigree")).isEqualTo(component.get("version").asText().equals(FakeBuild.REBUILT));
    }
    JsonNode catalyst = find(components, "spark-catalyst_2.13");
    assertThat(catalyst.at("/licenses/0/license/id").asText()).isEqualTo("Apache-2.0");
    assertThat(catalyst.at("/pedigree/ancestors/0/purl").asText()).isEqualTo("pkg:maven/org.apache.spark/spark-catalyst_2.13@7.1.0?type=jar");
    assertThat(catalyst.at("/pedigree/patches/0/diff/url").asText()).isEqualTo("patches/7.1/0001-a.patch");
    assertThat(java.util.Base64.getDecoder().decode(catalyst.at("/pedigree/patches/0/diff/text/content").asText()))
        .asString().isEqualTo("text of\n 0001-a.patch\n");
    assertThat(catalyst.at("/pedigree/patches/1/diff/url").asText()).isEqualTo("patches/7.1/0002-b.patch");
    assertThat(find(components, "spark-sql_2.13").at("/pedigree/patches")).hasSize(1);
    JsonNode tool = find(components, "tool");
    assertThat(tool.get("purl").asText()).isEqualTo("pkg:maven/com.example/tool@1.0?classifier=core&type=jar");
    assertThat(tool.get("licenses")).hasSize(2).extracting(each -> each.at("/license/name").asText() + each.at("/license/id").asText())
        .contains("The Example Licence");
  }

  private Path jarOf(JsonNode component) throws IOException {
    String stem = component.get("name").asText() + "-" + component.get("version").asText();
    Path jars = output.resolve(NAME).resolve("jars");
    return jars.resolve(names(jars).stream().filter(name -> name.matches(java.util.regex.Pattern.quote(stem) + "(-core)?\\.jar")).findFirst().orElseThrow());
  }

  private static JsonNode find(JsonNode components, String name) {
    for (JsonNode component : components) {
      if (component.get("name").asText().equals(name)) {
        return component;
      }
    }
    throw new AssertionError(name);
  }

  @Test
  void anArtifactThatIsNotServedIsNamedAndNothingIsLeft() throws IOException {
    build.mvn("echo '[ERROR] Failed to execute goal on project x: Could not resolve dependencies for project a:b:pom:1: Could not find artifact"
        + " org.apache.spark:spark-repl_2.13:jar:7.1.0 in central (https://repo.example.com/x) -> [Help 1]'; exit 1");
    assertUserError("Maven does not find org.apache.spark:spark-repl_2.13:jar:7.1.0; leave it out of --modules", "--modules", "core,repl");
    assertThat(err.toString()).doesNotContain("example.com");
    assertThat(names(output)).isEmpty();
  }

  @Test
  void anEarlierDistributionOutlivesARunThatFails() throws IOException {
    assertThat(dist()).isZero();
    build.mvn("echo '[ERROR] no memory'; exit 3");
    assertUserError("Maven failed with 3: no memory");
    assertThat(names(output)).containsExactly(NAME, NAME + ".tar.gz", NAME + ".tar.gz.sha256");
  }

  @Test
  void whatAnInterruptedRunLeftIsRemoved() throws IOException {
    FakeBuild.write(output.resolve("." + NAME + ".partial/resolution/x"), "x");
    FakeBuild.write(output.resolve("." + NAME + ".partial/" + NAME + "/y"), "y");
    assertThat(dist("--no-archive")).isZero();
    assertThat(names(output)).containsExactly(NAME);
    assertThat(names(output.resolve(NAME))).doesNotContain("y");
  }

  @Test
  void anArchiveOfAnEarlierRunDoesNotStayNextToAnotherFolder() throws IOException {
    assertThat(dist()).isZero();
    assertThat(dist("--no-archive")).isZero();
    assertThat(names(output)).containsExactly(NAME);
  }

  @Test
  void aFolderOfSomebodyElseIsNotReplaced() throws IOException {
    FakeBuild.write(output.resolve(NAME).resolve("precious"), "x");
    assertUserError("is no distribution that this command made", "--no-archive");
    assertThat(names(output.resolve(NAME))).containsExactly("precious");
  }

  @Test
  void twoVersionsOfOneArtifactAreRefused() throws IOException {
    build.serve("com.example", "tool", "1.0", "", Map.of("x/X.class", "x"), "");
    build.serve("com.example", "tool", "2.0", "", Map.of("x/X.class", "x"), "");
    assertUserError("com.example:tool is there twice: 1.0 and 2.0");
    assertThat(names(output)).isEmpty();
  }

  @Test
  void aJarThatDoesNotOpenIsRefused() throws IOException {
    Files.writeString(build.serve("com.example", "tool", "1.0", "", Map.of("x/X.class", "x"), ""), "no jar");
    assertUserError("tool-1.0.jar does not open");
  }

  @Test
  void jarsThatTheReportIsNotAboutAreRefused() throws IOException {
    FakeBuild.jar(build.home.resolve("harness/spark-sql/target/spark-sql_2.13-7.1.0-flatplan.1.jar"), Map.of("a/B.class", "changed since"));
    assertUserError("is not the jar that the rebuild report is about; run 'mvn package' again");
  }

  @Test
  void modulesWithoutSqlAreRefused() throws IOException {
    build.mvn("mkdir -p \"$target/g/a/1\"; cp '" + FakeBuild.jar(folder.resolve("a.jar"), Map.of("x", "x")) + "' \"$target/g/a/1/a-1.jar\"");
    assertUserError("add sql to --modules", "--modules", "launcher");
  }

  @ParameterizedTest
  @ValueSource(strings = {"core,,sql", "Core", "core;sql", "../x", "a:b"})
  void namesThatAreNoModulesAreRefused(String modules) {
    assertUserError("in --modules is no name of a module", "--modules", modules);
  }

  @Test
  void aPatchThatWasEditedSinceIsRefused() throws IOException {
    Files.writeString(build.home.resolve("patches/7.1/0002-b.patch"), "edited");
    assertUserError("0002-b.patch is not the patch that the rebuild was made with; run 'mvn package' again");
    assertThat(names(output)).isEmpty();
  }

  @Test
  void aMavenThatIsNoneIsRefused() throws IOException {
    Files.delete(build.maven.resolve("bin/mvn"));
    assertUserError("there is no program " + build.maven.resolve("bin/mvn"));
  }

  @Test
  void withoutABuildTheNextStepIsSaid() throws IOException {
    Files.delete(build.home.resolve("target/report/rebuild-report.json"));
    assertUserError("there is no target/report/rebuild-report.json; run 'mvn package' first");
  }

  @Test
  void aClassThatTheLauncherRefusesEndsTheScriptWithItsStatus() throws Exception {
    assertThat(dist("--no-archive")).isZero();
    Process process = new ProcessBuilder(output.resolve(NAME).resolve("bin/spark-class").toString(), "a.B").redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    // There is no launcher among these jars.
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(text).contains("org.apache.spark.launcher.Main");
  }
}
