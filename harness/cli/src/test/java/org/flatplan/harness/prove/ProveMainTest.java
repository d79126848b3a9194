/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ProveMainTest {
  @TempDir
  Path folder;
  private Fixture fixture;
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void setUp() throws IOException {
    fixture = new Fixture(folder);
    fixture.patch("0001-x.patch", "sql/catalyst/src/main/scala/a/Edited.scala");
    fixture.series("0001-x.patch\n");
    fixture.rebuilt.put("a/Edited.class", Fixture.type("a/Edited", "Edited.scala", "run", "more"));
    fixture.java("a/Rule.java");
    fixture.rebuilt.put("a/Rule.class", Fixture.type("a/Rule", "Rule.java"));
  }

  private int prove(List<String> arguments) {
    CommandLine line = new CommandLine(new ProveMain());
    line.setOut(new PrintWriter(new StringWriter()));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments.toArray(String[]::new));
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("report/rebuild-report.json").toFile());
  }

  @Test
  void theReportTellsAll() throws IOException {
    assertThat(prove(fixture.arguments())).isZero();
    JsonNode report = json();
    assertThat(report.at("/verdict").asText()).isEqualTo("pass");
    assertThat(report.at("/modules/0/totals/identical/classes").asInt()).isEqualTo(1);
    assertThat(report.at("/modules/0/totals/patched/classes").asInt()).isEqualTo(1);
    assertThat(report.at("/modules/0/totals/added/classes").asInt()).isEqualTo(1);
    assertThat(report.at("/modules/0/totals/version/resources").asInt()).isEqualTo(1);
    assertThat(report.at("/modules/0/release/sha256").asText()).isEqualTo(Digests.sha256(folder.resolve("release.jar")));
    assertThat(report.at("/modules/0/sources/sha256").asText()).isEqualTo(report.at("/modules/0/sourcesPinnedSha256").asText());
    assertThat(report.at("/patches/0/targets/0/hunks").asInt()).isEqualTo(2);
    assertThat(report.at("/patches/0/explains/catalyst").asInt()).isEqualTo(1);
    assertThat(report.at("/javaSources/0/path").asText()).isEqualTo("a/Rule.java");
    assertThat(report.at("/tools/scala").asText()).isEqualTo("2.13.18");
    assertThat(report.at("/modules/0/signatures/added").toString()).contains("a.Edited.more()", "class a.Rule");
    assertThat(RebuildReport.fromJson(report.toString()).toJson()).isEqualTo(Files.readString(folder.resolve("report/rebuild-report.json")));
    assertThat(Files.readString(folder.resolve("report/rebuild-report.html"))).contains("PASS", "0001-x.patch", "a/Edited.class");
  }

  @Test
  void twoRunsDifferInOneFieldAndNameNoFolder() throws IOException {
    // Once: a jar that is written again has other times in it.
    var arguments = fixture.arguments();
    prove(arguments);
    String first = Files.readString(folder.resolve("report/rebuild-report.json"));
    prove(arguments);
    String second = Files.readString(folder.resolve("report/rebuild-report.json"));
    String time = "\"generated\" : \"[^\"]*\"";
    assertThat(second.replaceFirst(time, "")).isEqualTo(first.replaceFirst(time, ""));
    assertThat(first).doesNotContain(folder.toString());
    assertThat(Files.readString(folder.resolve("report/rebuild-report.html"))).doesNotContain(folder.toString());
  }

  @Test
  void unexplainedAndMissingFailByName() throws IOException {
    fixture.rebuilt.remove("a/Same.class");
    fixture.rebuilt.put("a/Stray.class", Fixture.type("a/Stray", "Stray.scala"));
    assertThat(prove(fixture.arguments())).isEqualTo(1);
    assertThat(err.toString()).contains("missing: a/Same.class", "unexplained: a/Stray.class");
    assertThat(json().at("/verdict").asText()).isEqualTo("fail");
    assertThat(Files.readString(folder.resolve("report/rebuild-report.html"))).contains("FAIL", "a/Stray.class");
  }

  @Test
  void aRemovedMethodFailsEvenInAPatchedClass() throws IOException {
    fixture.rebuilt.put("a/Edited.class", Fixture.type("a/Edited", "Edited.scala", "other"));
    assertThat(prove(fixture.arguments())).isEqualTo(1);
    assertThat(err.toString()).contains("removed from the public interface: method a.Edited.run()");
  }

  @Test
  void anotherSourcesJarFails() throws IOException {
    List<String> arguments = new ArrayList<>(fixture.arguments());
    arguments.set(arguments.indexOf("--sources-sha256") + 1, "0".repeat(64));
    assertThat(prove(arguments)).isEqualTo(1);
    assertThat(err.toString()).contains("pinned is 000", Digests.sha256(folder.resolve("sources.jar")));
  }

  @Test
  void aPatchThatWasNotAppliedFails() throws IOException {
    fixture.rebuilt.put("a/Edited.class", fixture.release.get("a/Edited.class"));
    assertThat(prove(fixture.arguments())).isEqualTo(1);
    assertThat(err.toString()).contains("patch 0001-x.patch explains no entry");
  }

  @Test
  void aJavaSourceThatWasNotCompiledInFails() throws IOException {
    fixture.java("a/Forgotten.java");
    assertThat(prove(fixture.arguments())).isEqualTo(1);
    assertThat(err.toString()).contains("java-src/catalyst/a/Forgotten.java; was it compiled in?");
  }

  @Test
  void aPatchOutsideTheModulesFails() throws IOException {
    fixture.patch("0002-y.patch", "core/src/main/scala/B.scala");
    fixture.series("0001-x.patch\n0002-y.patch\n");
    assertThat(prove(fixture.arguments())).isEqualTo(1);
    assertThat(err.toString()).contains("0002-y.patch edits core/src/main/scala/B.scala");
  }

  @Test
  void theStockClassPathHasTheReleaseJar() throws IOException {
    Files.writeString(folder.resolve("cp.txt"), "x.jar" + File.pathSeparator + "t/spark-catalyst_2.13-4.2.0-flatplan.1.jar\n");
    List<String> arguments = new ArrayList<>(fixture.arguments());
    arguments.addAll(List.of("--classpath", folder.resolve("cp.txt").toString(), "--stock-classpath", folder.resolve("stock.txt").toString()));
    assertThat(prove(arguments)).isZero();
    assertThat(Files.readString(folder.resolve("stock.txt")).strip()).isEqualTo("x.jar" + File.pathSeparator + folder.resolve("release.jar"));
  }

  @Test
  void aJarThatIsNotThereIsNamed() throws IOException {
    List<String> arguments = fixture.arguments();
    Files.delete(folder.resolve("rebuilt.jar"));
    assertThat(prove(arguments)).isEqualTo(2);
    assertThat(err.toString()).contains("no such jar").contains("rebuilt.jar");
  }
}
