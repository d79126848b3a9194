/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.flatplan.harness.cli.Flatplan;
import org.flatplan.harness.jvm.SparkJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class FuzzCommandTest {
  @TempDir
  Path home;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... options) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine line = Flatplan.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    List<String> all = new ArrayList<>(List.of("fuzz", "--home", home.toString()));
    all.addAll(List.of(options));
    return line.execute(all.toArray(String[]::new));
  }

  private FuzzClasses built() throws Exception {
    Path stock = Files.writeString(home.resolve("stock.jar"), "1");
    Path rebuilt = Files.writeString(home.resolve("rebuilt.jar"), "2");
    Path folder = Files.createDirectories(home.resolve("harness/proof/target"));
    Files.writeString(folder.resolve("classpath-stock.txt"), stock + "\n");
    Files.writeString(folder.resolve("classpath-rebuilt.txt"), rebuilt + "\n");
    return new FuzzClasses(List.of(stock.toString()), List.of(rebuilt.toString()), SparkJvm.jarOf(FuzzCommand.class));
  }

  private FuzzFolder folder() {
    return new FuzzFolder(home.resolve("target/fuzz/off"));
  }

  private void save(FuzzClasses classes, long first, long programs, long done) throws Exception {
    FuzzPart made = FuzzMade.part(first, programs, done);
    folder().save(new FuzzPart("off", first, programs, 60, classes == null ? made.classes() : classes.sums(Against.OFF), done, 1, made.kinds(),
        made.unsteady(), made.lost(), List.of(), new TreeMap<>()));
  }

  @Test
  void itHasHelp() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("Usage: flatplan fuzz", "--against", "--replay", "--json");
  }

  @Test
  void withoutABuildTheNextStepIsSaid() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("run 'mvn package' first").hasLineCount(1);
    assertThat(home).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({"--against,on,--against is off or stock", "--programs,0,--programs must be 1 to", "--seed,-1,--seed must be 0 to", "--steps,0,--steps must be",
      "--minutes,0,--minutes must be", "--jobs,65,--jobs must be", "--heap,4x,--heap is a number", "--limit,0,--limit must be", "--shard,3/2,there are only 2 parts",
      "--shard,1/2000,has none of 1000 programs"})
  void badInputIsNamed(String option, String value, String said) {
    assertThat(run(option, value)).isEqualTo(2);
    assertThat(err.toString()).contains(said).hasLineCount(1);
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void aReplayIsOfOneProgram() {
    assertThat(run("--replay", "7", "--resume")).isEqualTo(2);
    assertThat(err.toString()).contains("--replay is about one program");
  }

  @Test
  void partsOfTheSameClassesAreAddedUp() throws Exception {
    FuzzClasses classes = built();
    save(classes, 1, 100, 100);
    save(classes, 101, 100, 40);
    save(classes, 50, 30, 30);
    save(null, 1001, 100, 100);
    assertThat(run("--summary", "--json")).isZero();
    assertThat(out.toString()).contains("\"programs\" : 140", "\"1 to 100\"", "\"101 to 140\"", "\"verdict\" : \"pass\"");
    assertThat(err.toString()).contains("seeds 50 to 79 are left out").hasLineCount(1);
    assertThat(run("--summary", "--steps", "5")).isEqualTo(2);
    assertThat(err.toString()).contains("run without --summary first");
  }

  @Test
  void resultsAreReadWhereItIsSaidThatTheyAreKept() throws Exception {
    save(built(), 501, 500, 500);
    Path kept = Files.createDirectories(home.resolve("kept"));
    Files.move(folder().folder(), kept.resolve("off"));
    assertThat(run("--summary", "--results", kept.toString())).isZero();
    assertThat(out.toString()).contains("500 of 500 programs");
    assertThat(run("--resume", "--shard", "2/2", "--results", kept.toString())).isZero();
    assertThat(kept.resolve("off")).isDirectoryNotContaining("glob:**.xml");
    assertThat(run("--summary")).isEqualTo(2);
    assertThat(err.toString()).contains("no part in " + folder().folder());
  }

  @Test
  void aPartThatIsWholeIsOnlyReported() throws Exception {
    save(built(), 501, 500, 500);
    assertThat(run("--resume", "--shard", "2/2")).isZero();
    assertThat(out.toString()).contains("500 of 500 programs of up to 60 steps, seeds 501 to 1000");
    assertThat(folder().junit()).exists();
  }

  @Test
  void aPartThatCannotBeReadIsNamed() throws Exception {
    built();
    Files.createDirectories(folder().folder());
    Files.writeString(folder().folder().resolve("part-1-2.json"), "{\"againts\":1}");
    assertThat(run("--summary")).isEqualTo(2);
    assertThat(err.toString()).contains("part-1-2.json", "delete it").hasLineCount(1);
  }

  @Test
  void aJvmWithoutSparkIsAnErrorThatNamesItsLog() throws Exception {
    built();
    assertThat(run("--programs", "2", "--jobs", "1")).as(err.toString()).isEqualTo(2);
    assertThat(err.toString()).contains("the JVM of the worker ended with", "before it was ready", "see " + home.resolve("target/fuzz/off/logs"));
  }
}
