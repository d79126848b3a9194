/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.flatplan.harness.cli.Flatplan;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(120)
class SuitesCommandTest {
  @TempDir
  Path folder;
  private SuitesClone clone;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void build() throws IOException {
    clone = new SuitesClone(folder.toRealPath());
  }

  private int suites(String... words) {
    CommandLine line = Flatplan.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(List.of("suites"));
    all.addAll(List.of(words));
    if (words.length > 0) {
      all.addAll(List.of("--home", clone.root.toString()));
    }
    return line.execute(all.toArray(String[]::new));
  }

  private int runAll(String... options) {
    return suites(Stream.concat(Stream.of("run", "--tier", "full"), Stream.of(options)).toArray(String[]::new));
  }

  private List<String> results(Target target) throws IOException {
    return clone.results(target).values().stream().map(result -> result.suite() + " " + result.end().label()).toList();
  }

  private List<String> files(Path top, String end) throws IOException {
    try (Stream<Path> all = Files.walk(top)) {
      return all.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(end)).sorted().toList();
    }
  }

  private void assertUserError(int exit) {
    assertThat(exit).isEqualTo(2);
    assertThat(err.toString()).doesNotContain("\tat ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void eachSuiteHasAResult() throws IOException {
    clone.scalatest("catalyst", "a.One", "a.Red").junit("sql", "a.Three").layOut();
    assertThat(runAll()).isZero();
    assertThat(results(Target.REBUILT)).containsExactly("catalyst a.One completed", "catalyst a.Red completed", "sql a.Three completed");
    assertThat(clone.results(Target.REBUILT).values()).flatExtracting(SuiteResult::tests).extracting(SuiteResult.Test::name, SuiteResult.Test::outcome)
        .map(Object::toString).containsExactly("(\"scalatest with a.Tag\", \"passed\")", "(\"is in its copy of Spark's tree\", \"passed\")",
            "(\"scalatest with a.Tag\", \"passed\")", "(\"is in its copy of Spark's tree\", \"passed\")", "(\"is right\", \"failed\")",
            "(\"junit with a.Tag\", \"passed\")", "(\"is in its copy of Spark's tree\", \"passed\")");
    assertThat(out.toString())
        .isEqualTo("suites on rebuilt: 3, 0 of them not to the end; tests: 6 passed, 1 failed, 0 did not run; the rule merged 3 of 6 times\n");
    assertThat(err.toString()).contains("3 suites to run on rebuilt", "failed: catalyst a.Red: is right", "3 of 3 suites");
    assertThat(files(clone.output(), ".xml")).containsExactly("TEST-a.One.xml", "TEST-a.Red.xml", "TEST-a.Three.xml");
    assertThat(files(clone.output(), "work-1")).isEmpty();
  }

  @Test
  void theNumbersAreThereAsJson() throws IOException {
    clone.scalatest("catalyst", "a.One", "a.Red").layOut();
    assertThat(runAll("--json")).isZero();
    assertThat(out.toString()).contains("\"suites\" : 2", "\"passed\" : 4", "\"failed\" : 1", "\"lost\" : 0", "\"asked\" : 4", "\"merged\" : 2");
  }

  @Test
  void afterACrashTheOthersOfItsGroupStillRun() throws IOException {
    clone.scalatest("catalyst", "a.A", "a.BCrash", "a.C", "a.DCrash", "a.E").layOut();
    assertThat(runAll()).isZero();
    assertThat(results(Target.REBUILT)).containsExactly("catalyst a.A completed", "catalyst a.BCrash crashed", "catalyst a.C completed",
        "catalyst a.DCrash crashed", "catalyst a.E completed");
    assertThat(files(clone.output(), ".log")).extracting(name -> name.replaceAll("-\\d{9,}-", "-RUN-"))
        .containsExactly("catalyst-RUN-1.log", "catalyst-RUN-2.log", "catalyst-RUN-3.log", "inventory-catalyst.log");
    assertThat(out.toString()).contains("suites on rebuilt: 5, 2 of them not to the end");
  }

  @Test
  void jvmsDoNotSeeEachOthersFiles() throws IOException {
    clone.scalatest("catalyst", "a.AMessy", "a.BMessy", "a.CMessy", "a.DMessy").layOut();
    assertThat(runAll("--group", "1", "--jobs", "2")).isZero();
    assertThat(out.toString()).contains("suites on rebuilt: 4, 0 of them not to the end; tests: 12 passed, 0 failed");
  }

  @Test
  void theReleaseRunsWithoutTheRule() throws IOException {
    clone.scalatest("catalyst", "a.One").layOut();
    assertThat(runAll("--stock")).isZero();
    assertThat(results(Target.STOCK)).containsExactly("catalyst a.One completed");
    assertThat(results(Target.REBUILT)).isEmpty();
    assertThat(clone.results(Target.STOCK).values()).extracting(SuiteResult::classes).containsExactly("4.2.0");
  }

  @Test
  void resultsOfOtherClassesAreNotTaken() throws IOException {
    Path other = clone.root.resolve("other");
    Path file = other.resolve("org/apache/spark/sql/catalyst/analysis/EarlyCollapseProject.class");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "an older build");
    clone.scalatest("catalyst", "a.One").layOut(other);
    assertUserError(runAll());
    assertThat(err.toString()).contains("the JVM loaded org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject with the checksum", "other",
        "nothing that the suites say would count");
    assertThat(results(Target.REBUILT)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--stock", "--group=25"})
  void aJvmThatDoesNotSayWhereTheRuleIsProvesNothing(String option) throws IOException {
    clone.scalatest("catalyst", "a.AMute", "a.Two").layOut();
    assertUserError(runAll(option));
    assertThat(err.toString()).contains("a JVM of catalyst did not say where it loaded org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject;"
        + " nothing that its suites say would count");
    assertThat(results(Target.REBUILT)).isEmpty();
    assertThat(results(Target.STOCK)).isEmpty();
  }

  @Test
  void aSuiteWithoutAResultIsNoSuccess() throws IOException {
    clone.scalatest("catalyst", "a.One", "a.Thief").layOut();
    assertThat(runAll()).isEqualTo(1);
    assertThat(out.toString()).startsWith("suites on rebuilt: 1, 0 of them not to the end; tests: 2 passed");
  }

  @Test
  void theLogsOfAnEarlierRunStay() throws Exception {
    clone.scalatest("catalyst", "a.Crash").layOut();
    assertThat(runAll()).isEqualTo(0);
    Thread.sleep(1_000);
    assertThat(runAll()).isEqualTo(0);
    assertThat(files(clone.output().resolve("rebuilt"), ".log")).hasSize(2);
  }

  @Test
  void aModuleWithoutSuitesIsRefused() throws IOException {
    clone.scalatest("catalyst", "a.One").scalatest("sql").layOut();
    assertUserError(runAll());
    assertThat(err.toString()).contains("there are no suites in", "sql/sql/target/test-classes; run 'mvn pre-integration-test' again");
    assertThat(files(clone.output(), ".json")).singleElement().asString().startsWith("inventory-catalyst-");
    assertThat(files(clone.output(), ".partial")).isEmpty();
    clone.scalatest("sql", "a.Two").layOut();
    assertThat(runAll("--dry-run")).isZero();
    assertThat(out.toString()).isEqualTo("catalyst a.One\nsql a.Two\n");
  }

  @Test
  void theSuitesAreListedAnewByAnotherHost() throws IOException {
    clone.scalatest("catalyst", "a.One").layOut();
    assertThat(runAll("--dry-run")).isZero();
    clone.scalatest("catalyst", "a.Two").layOut();
    assertThat(runAll("--dry-run")).isZero();
    assertThat(out.toString()).isEqualTo("catalyst a.One\n");
    clone.hostJar("2");
    assertThat(runAll("--dry-run")).isZero();
    assertThat(out.toString()).isEqualTo("catalyst a.One\ncatalyst a.Two\n");
    assertThat(files(clone.output(), ".json")).hasSize(2).allMatch(name -> name.matches("inventory-catalyst-0{12}-[0-9a-f]{12}\\.json"));
    assertThat(files(clone.output(), ".partial")).isEmpty();
  }

  @Test
  void aJvmThatDoesNotStartEndsTheRun() throws IOException {
    clone.scalatest("catalyst", "a.One").layOut();
    assertThat(runAll("--dry-run")).isZero();
    Path layout = clone.root.resolve("harness/upstream-suites/target/layout.json");
    Files.writeString(layout, Files.readString(layout).replace("-XX:TieredStopAtLevel=1", "-XX:NoSuchFlag"));
    assertUserError(runAll());
    assertThat(err.toString()).contains("flatplan suites run: ", "the JVM of the suites ended with 1 before its first suite").containsPattern("catalyst-\\d+-1\\.log");
  }

  @Test
  void aRunThatIsResumedLeavesOutWhatIsDone() throws IOException {
    clone.scalatest("catalyst", "a.One", "a.Two").scalatest("sql", "a.Three").layOut();
    assertThat(suites("run", "--suite", "a.One", "--suite", "Three")).isZero();
    assertThat(runAll("--resume", "--dry-run")).isZero();
    assertThat(out.toString()).isEqualTo("catalyst a.Two\n");
    assertThat(runAll("--resume")).isZero();
    assertThat(err.toString()).contains("1 suites to run on rebuilt, 2 have results");
    assertThat(out.toString()).contains("suites on rebuilt: 3,", "6 passed");
  }

  @Test
  void aRunThatIsResumedRunsAgainWhatRanAgainstOtherClasses() throws IOException {
    clone.scalatest("catalyst", "a.One", "a.Two").layOut();
    assertThat(runAll()).isZero();
    clone.rule("rule of ours, mended");
    assertThat(suites("run", "--suite", "a.Two")).isZero();
    assertThat(runAll("--resume", "--dry-run")).isZero();
    assertThat(out.toString()).isEqualTo("catalyst a.One\n");
  }

  @Test
  void aRunThatIsResumedLeavesOutWhatIsRecorded() throws IOException {
    clone.scalatest("catalyst", "a.One", "a.Two").layOut();
    assertThat(suites("run", "--suite", "a.Two")).isZero();
    assertThat(suites("record")).isZero();
    new RunFolder(clone.output().resolve("rebuilt")).remove(new SuiteId("catalyst", "a.Two", SuiteId.Runner.SCALATEST));
    assertThat(runAll("--resume", "--dry-run")).isZero();
    assertThat(out.toString()).isEqualTo("catalyst a.One\n");
    clone.rule("rule of ours, mended");
    assertThat(runAll("--resume", "--dry-run")).isZero();
    assertThat(out.toString()).isEqualTo("catalyst a.One\ncatalyst a.Two\n");
  }

  @Test
  void aResultOfOtherClassesDoesNotHideWhatIsRecorded() throws IOException {
    clone.scalatest("catalyst", "a.One", "a.Two").layOut();
    assertThat(runAll()).isZero();
    assertThat(suites("record")).isZero();
    RunFolder rebuilt = new RunFolder(clone.output().resolve("rebuilt"));
    SuiteId one = new SuiteId("catalyst", "a.One", SuiteId.Runner.SCALATEST);
    rebuilt.save(Sample.lost(one, SuiteResult.End.CRASHED, Sample.failed("x")));
    rebuilt.remove(new SuiteId("catalyst", "a.Two", SuiteId.Runner.SCALATEST));
    assertThat(runAll("--resume", "--dry-run")).isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(runAll("--resume")).isZero();
    assertThat(out.toString()).startsWith("suites on rebuilt: 2, 0 of them not to the end; tests: 4 passed, 0 failed");
  }

  @Test
  void anEarlierResultDoesNotOutliveARunThatFails() throws IOException {
    clone.scalatest("catalyst", "a.One", "a.Two").layOut();
    assertThat(runAll()).isZero();
    Files.delete(clone.root.resolve("ours/org/apache/spark/sql/catalyst/analysis/EarlyCollapseProject.class"));
    assertUserError(suites("run", "--suite", "a.Two"));
    assertThat(results(Target.REBUILT)).containsExactly("catalyst a.One completed");
  }

  @Test
  void aDryRunRunsNothing() throws IOException {
    clone.scalatest("catalyst", "a.One", "a.Two").scalatest("sql", "a.Three").layOut();
    assertThat(runAll()).isZero();
    assertThat(suites("run", "--dry-run", "--tier", "full", "--module", "catalyst", "--shard", "2/2")).isZero();
    assertThat(out.toString()).isEqualTo("catalyst a.Two\n");
    assertThat(results(Target.REBUILT)).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({"--suite,NoSuchSuite,no suite matches NoSuchSuite", "--module,hvie,there is no module hvie; there are [catalyst]",
      "--shard,3/2,there are only 2 parts", "--jobs,0,--jobs must be 1 to 64", "--group,1001,--group must be 1 to 1000", "--limit,0,--limit must be 1 to 1440", "--tier,huge,huge"})
  void aChoiceThatIsNoneIsRefused(String option, String value, String message) throws IOException {
    clone.scalatest("catalyst", "a.One").layOut();
    Files.writeString(clone.upstream().resolve("smoke.txt"), "catalyst a.One\n");
    assertUserError(suites("run", option, value));
    assertThat(err.toString()).contains(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "compare"})
  void withoutALayoutTheNextStepIsSaid(String command) {
    assertUserError(suites(command));
    assertThat(err.toString()).contains("there is no layout.json; run 'mvn pre-integration-test' first").hasLineCount(1);
  }

  @Test
  void withoutACommandThoseThatThereAreAreNamed() {
    assertUserError(suites());
    assertThat(err.toString()).contains("say which: run, compare or record");
  }

  @Test
  void whatIsRecordedIsComparedWithTheRebuild() throws IOException {
    clone.scalatest("catalyst", "a.One", "a.Two").scalatest("sql", "a.Three").layOut();
    assertThat(runAll("--stock")).isZero();
    assertThat(suites("record", "--stock")).isZero();
    assertThat(out.toString()).isEqualTo("recorded 3 suites on stock\n");
    assertThat(files(clone.upstream().resolve("stock"), "")).contains("catalyst.tsv", "sql.tsv");
    assertThat(runAll()).isZero();
    assertThat(suites("compare", "--tier", "full")).isZero();
    assertThat(out.toString()).startsWith("PASS: 3 suites, 6 tests passed, 0 failed").contains("comparison.html");
    assertThat(clone.output().resolve("comparison.html")).content().contains("PASS");
    clone.rule("rule of ours, mended");
    assertThat(suites("compare", "--tier", "full")).isEqualTo(1);
    assertThat(out.toString()).startsWith("FAIL").contains("other classes", "3");
    assertThat(clone.output().resolve("comparison.json")).content().contains("OTHER_CLASSES");
  }

  @Test
  void whatIsRecordedOfAnotherReleaseIsNotComparedWith() throws IOException {
    clone.scalatest("catalyst", "a.One").layOut();
    assertThat(runAll("--stock")).isZero();
    assertThat(suites("record", "--stock")).isZero();
    assertThat(runAll()).isZero();
    Path layout = clone.root.resolve("harness/upstream-suites/target/layout.json");
    Files.writeString(layout, Files.readString(layout).replace("\"4.2.0\"", "\"4.2.1\""));
    assertThat(suites("compare", "--tier", "full")).isEqualTo(1);
    assertThat(out.toString()).startsWith("FAIL").contains("no baseline: catalyst a.One\n      what is recorded is of 4.2.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "compare"})
  void aChoiceOfNothingIsRefused(String command) throws IOException {
    clone.scalatest("catalyst", "a.One").layOut();
    assertUserError(suites(command, "--tier", "full", "--shard", "2/2"));
    assertThat(err.toString()).contains("no suite is left of what --tier, --module, --suite and --shard choose together");
  }

  @Test
  void whatIsLostAndWhatDidNotRunFailsTheComparison() throws IOException {
    clone.scalatest("catalyst", "a.Crash", "a.Two").layOut();
    assertThat(runAll("--stock")).isZero();
    assertThat(suites("record", "--stock")).isZero();
    assertThat(suites("run", "--suite", "a.Crash")).isZero();
    assertThat(suites("compare", "--tier", "full", "--json")).isEqualTo(1);
    assertThat(out.toString()).contains("\"kind\" : \"NOT_RUN\"", "\"kind\" : \"UNEXPLAINED_ON_STOCK\"").doesNotContain("REGRESSION");
  }

  @Test
  void theRecordOfOtherSuitesStays() throws IOException {
    clone.scalatest("catalyst", "a.One", "a.Two").layOut();
    assertThat(suites("run", "--suite", "a.One")).isZero();
    assertThat(suites("record")).isZero();
    new RunFolder(clone.output().resolve("rebuilt")).remove(new SuiteId("catalyst", "a.One", SuiteId.Runner.SCALATEST));
    assertThat(suites("run", "--suite", "a.Two")).isZero();
    assertThat(suites("record")).isZero();
    assertThat(new Upstream(clone.upstream()).recorded(Target.REBUILT).keySet()).extracting(SuiteId::name).containsExactly("a.One", "a.Two");
  }

  @Test
  void withoutResultsThereIsNothingToRecord() throws IOException {
    clone.layOut();
    assertUserError(suites("record", "--stock"));
    assertThat(err.toString()).contains("there are no results on stock; run 'harness/flatplan suites run --stock' first");
  }

  @Test
  void knownFaultsOfASuiteThatIsNotThereAreRefused() throws IOException {
    clone.scalatest("catalyst", "a.One").layOut();
    Files.writeString(clone.upstream().resolve("known-faults.json"),
        "{\"environment\": [{\"needs\": \"docker\", \"suites\": [\"catalyst a.Gone\"]}], \"flaky\": [], \"differences\": []}");
    assertUserError(suites("compare", "--tier", "full"));
    assertThat(err.toString()).contains("known-faults.json names suites that are not there: [catalyst a.Gone]");
  }
}
