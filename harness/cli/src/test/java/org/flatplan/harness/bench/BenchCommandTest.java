/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flatplan.harness.cli.Flatplan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BenchCommandTest {
  @TempDir
  Path home;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... options) {
    CommandLine line = Flatplan.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    List<String> all = new ArrayList<>(List.of("bench", "--home", home.toString()));
    all.addAll(List.of(options));
    return line.execute(all.toArray(String[]::new));
  }

  private BenchClasses built() throws Exception {
    Path stock = Files.writeString(home.resolve("stock.jar"), "1");
    Path rebuilt = Files.writeString(home.resolve("rebuilt.jar"), "2");
    Path folder = Files.createDirectories(home.resolve("harness/proof/target"));
    Files.writeString(folder.resolve("classpath-stock.txt"), stock + "\n");
    Files.writeString(folder.resolve("classpath-rebuilt.txt"), rebuilt + "\n");
    return new BenchClasses(List.of(stock.toString()), List.of(rebuilt.toString()));
  }

  private void save(BenchClasses classes, Measurement made) throws Exception {
    new BenchFolder(home.resolve("target/bench/measurements")).save(new Measurement(made.key(), classes.key(made.key().variant()), made.heap(),
        made.timeoutSeconds(), made.jvmSeconds(), made.seen()));
  }

  @Test
  void itHasHelp() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("Usage: flatplan bench", "--json");
    for (Workload workload : Workload.values()) {
      assertThat(out.toString()).contains(workload.label());
    }
  }

  @Test
  void withoutABuildTheNextStepIsSaid() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("run 'mvn package' first").hasLineCount(1);
    assertThat(home).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({"--workload,sideways,there is no workload sideways", "--variant,fast,there is no variant fast", "--columns,0,--columns must be 1 to 20000",
      "--columns,'100,20001',not 20001", "--runs,0,--runs must be 1 to 100", "--timeout,0,--timeout", "--heap,4x,--heap is a number", "--heap,-1g,--heap",
      "--shard,3/2,there are only 2 parts", "--shard,x,--shard is I/N"})
  void badInputIsNamed(String option, String value, String said) {
    assertThat(run(option, value)).isEqualTo(2);
    assertThat(err.toString()).contains(said).hasLineCount(1);
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void anOutputThatIsAFileIsRefused() throws Exception {
    assertThat(run("--output", Files.createFile(home.resolve("taken")).toString())).isEqualTo(2);
    assertThat(err.toString()).contains("taken is not a folder");
  }

  @Test
  void nothingChosenIsSaid() {
    assertThat(run("--workload", "chain", "--variant", "select")).isEqualTo(2);
    assertThat(err.toString()).contains("nothing is left to measure");
  }

  @Test
  void resumeLeavesOutWhatHoldsForTheseClasses() throws Exception {
    BenchClasses classes = built();
    save(classes, Made.done(Workload.ADD, 20, Variant.STOCK, 1, 100));
    new BenchFolder(home.resolve("target/bench/measurements")).save(Made.done(Workload.ADD, 20, Variant.REBUILT, 1, 100));
    assertThat(run("--workload", "add", "--columns", "20", "--runs", "1", "--variant", "stock,rebuilt", "--resume", "--dry-run")).isZero();
    assertThat(out.toString().strip()).isEqualTo("add x 20, rebuild, run 1");
    assertThat(run("--workload", "add", "--columns", "20", "--runs", "1", "--variant", "stock", "--dry-run")).isZero();
    assertThat(out.toString()).contains("add x 20, release, run 1");
  }

  @Test
  void aWholeResultIsReportedAndTheTargetsAreAGate() throws Exception {
    BenchClasses classes = built();
    save(classes, Made.done(Workload.DROP, 500, Variant.STOCK, 1, 700));
    save(classes, Made.done(Workload.DROP, 500, Variant.REBUILT, 1, 100));
    String[] options = {"--workload", "drop", "--columns", "500", "--runs", "1", "--variant", "stock,rebuilt", "--resume", "--check-targets"};
    assertThat(run(options)).isZero();
    assertThat(out.toString()).contains("| drop | 500 | 700 ms | 100 ms | 7.00 |", "met: 500 x drop");
    assertThat(home.resolve("target/bench/bench.html")).exists();
    save(classes, Made.done(Workload.DROP, 500, Variant.REBUILT, 1, 800));
    assertThat(run(options)).isEqualTo(1);
    assertThat(out.toString()).contains("not met: no cell of the rebuild takes more than 1.05");
  }

  @Test
  void rowsThatDifferFailWithoutAGate() throws Exception {
    BenchClasses classes = built();
    save(classes, Made.done(Workload.DROP, 500, Variant.STOCK, 1, 700, "x"));
    save(classes, Made.done(Workload.DROP, 500, Variant.REBUILT, 1, 100, "y"));
    assertThat(run("--workload", "drop", "--columns", "500", "--runs", "1", "--variant", "stock,rebuilt", "--resume", "--no-plots")).isEqualTo(1);
    assertThat(out.toString()).contains("DIFFERENT: drop x 500: rows");
  }

  @Test
  void aJvmWithoutSparkIsAnErrorThatNamesItsLog() throws Exception {
    built();
    assertThat(run("--workload", "add", "--columns", "20", "--runs", "1", "--variant", "stock")).isEqualTo(2);
    assertThat(err.toString()).contains("the JVM of add x 20, release, run 1 ended with 1", "see " + home.resolve("target/bench/measurements/logs"));
    assertThat(home.resolve("target/bench/bench.json")).doesNotExist();
  }
}
