/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.flatplan.harness.demo.LoopResult;
import org.flatplan.harness.prove.RebuildReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class FlatplanTest {
  @TempDir
  Path home;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String command, String... options) {
    CommandLine line = Flatplan.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    List<String> all = new ArrayList<>(List.of(command, "--home", home.toString()));
    all.addAll(List.of(options));
    return line.execute(all.toArray(String[]::new));
  }

  private void classpaths(Path... entries) throws IOException {
    Path folder = Files.createDirectories(home.resolve("harness/proof/target"));
    String line = String.join(File.pathSeparator, List.of(entries).stream().map(Path::toString).toList()) + "\n";
    Files.writeString(folder.resolve("classpath-rebuilt.txt"), line);
    Files.writeString(folder.resolve("classpath-stock.txt"), line);
  }

  private void report(String verdict) throws IOException {
    Path folder = Files.createDirectories(home.resolve("target/report"));
    List<String> problems = verdict.equals("pass") ? List.of() : List.of("catalyst: missing: a/B.class");
    RebuildReport report = new RebuildReport(1, verdict, "2026-01-01T00:00:00Z", "4.2", "4.2.0", "4.2.0-flatplan.1", new TreeMap<>(), problems,
        List.of(), List.of(), List.of());
    Files.writeString(folder.resolve("rebuild-report.json"), report.toJson());
    Files.writeString(folder.resolve("rebuild-report.html"), "<html>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "classpath", "demo"})
  void eachCommandHasHelp(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString()).contains("Usage: flatplan " + command, "--json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "classpath"})
  void withoutABuildTheNextStepIsSaid(String command) {
    assertThat(run(command)).isEqualTo(2);
    assertThat(err.toString()).contains("run 'mvn package' first").hasLineCount(1);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void theDemoWithoutABuildSaysTheNextStep() throws IOException {
    Files.createDirectories(home.resolve("harness/demo"));
    Files.writeString(home.resolve("harness/demo/harbour-tides.csv"), "a\n1\n");
    assertThat(run("demo")).isEqualTo(2);
    assertThat(err.toString()).contains("run 'mvn package' first").hasLineCount(1);
  }

  @Test
  void anUnknownOptionAndAnUnknownPatternAreUsageErrors() {
    assertThat(run("report", "--nonsense")).isEqualTo(2);
    assertThat(run("demo", "--pattern", "sideways")).isEqualTo(2);
    assertThat(err.toString()).contains("--nonsense", "sideways");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-3", "20001", "many"})
  void aBadNumberOfColumnsIsRefused(String columns) {
    assertThat(run("demo", "--columns", columns)).isEqualTo(2);
    assertThat(err.toString()).contains("--columns").contains(columns);
  }

  @Test
  void aBadNumberOfCachedDatasetsIsRefused() {
    assertThat(run("demo", "--cached", "-1")).isEqualTo(2);
    assertThat(err.toString()).contains("--cached").contains("-1");
  }

  @Test
  void aMissingInputIsNamed() {
    assertThat(run("demo", "--input", "no/such.csv")).isEqualTo(2);
    assertThat(err.toString()).contains("no such file: no").hasLineCount(1);
  }

  @Test
  void theReportIsSummedUpAndItsVerdictIsTheExitCode() throws IOException {
    report("pass");
    assertThat(run("report")).isZero();
    assertThat(out.toString()).contains("PASS", "rebuild-report.html");
    report("fail");
    assertThat(run("report")).isEqualTo(1);
    assertThat(out.toString()).contains("FAIL", "missing: a/B.class");
  }

  @Test
  void theReportAsJsonIsTheFile() throws IOException {
    report("pass");
    assertThat(run("report", "--json")).isZero();
    assertThat(out.toString()).isEqualTo(Files.readString(home.resolve("target/report/rebuild-report.json")));
  }

  @Test
  void aReportOfAnotherFormatIsNotGuessedAt() throws IOException {
    report("pass");
    Path file = home.resolve("target/report/rebuild-report.json");
    Files.writeString(file, "{\"format\": 9}");
    assertThat(run("report")).isEqualTo(2);
    assertThat(err.toString()).contains("run 'mvn package' again");
  }

  @Test
  void theClassPathIsOneLine() throws IOException {
    Path jar = Files.createFile(home.resolve("x.jar"));
    classpaths(jar, jar);
    assertThat(run("classpath")).isZero();
    assertThat(out.toString().strip()).isEqualTo(jar + File.pathSeparator + jar);
    assertThat(run("classpath", "--stock", "--json")).isZero();
    assertThat(out.toString()).contains("[\n  \"");
  }

  @Test
  void aClassPathEntryThatIsGoneIsNamed() throws IOException {
    classpaths(home.resolve("gone.jar"));
    assertThat(run("classpath")).isEqualTo(2);
    assertThat(err.toString()).contains("gone.jar", "run 'mvn package' again");
  }

  @Test
  void aJvmThatDiesIsAResultOfTheDemo() throws IOException {
    Files.writeString(home.resolve("in.csv"), "a\n1\n");
    // Without Spark the program cannot even be linked, so the JVM ends without a result.
    classpaths(Files.createFile(home.resolve("x.jar")));
    assertThat(run("demo", "--input", home.resolve("in.csv").toString(), "--columns", "3")).isEqualTo(1);
    assertThat(out.toString()).contains("cannot be compared");
  }

  @Test
  void theTableShowsAnOverflowAsAResult() {
    LoopResult stock = new LoopResult("failed", "StackOverflowError", "", "build", 812L, "4.2.0", null, null, null, null, null, null, null, null);
    LoopResult rebuilt = new LoopResult("done", null, null, null, 1000L, "4.2.0", 2L, 3000L, 1234L, 5L, 200L, 1013L, "a".repeat(64), "b".repeat(64));
    assertThat(DemoCommand.table("t", stock, rebuilt, null, null))
        .contains("StackOverflowError in step 'build'", "1,234 ms", "cannot be compared")
        .containsPattern("calls done +812 +1,000");
  }
}
