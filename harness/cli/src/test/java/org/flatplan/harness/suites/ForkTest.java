/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.flatplan.harness.suites.Sample.suite;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ForkTest {
  private static final List<SuiteId> SUITES = List.of(suite("A"), suite("B"), suite("C"));
  private static final Duration LAST_WORDS = Duration.ofSeconds(30);

  @TempDir
  Path folder;
  private Path events;
  private Path log;
  private final List<String> heard = new ArrayList<>();
  private final List<SuiteResult> results = new ArrayList<>();
  private RuntimeException refusal;
  private Duration lastWords = LAST_WORDS;

  @BeforeEach
  void names() {
    events = folder.resolve("f.events");
    log = folder.resolve("f.log");
  }

  @AfterEach
  void noJvmIsLeft() {
    try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
      assertThat(children.filter(child -> child.info().arguments().map(all -> List.of(all).contains(events.toString())).orElse(false))).isEmpty();
    }
  }

  private void run(Duration limit, String... steps) throws IOException, InterruptedException, URISyntaxException {
    List<String> command = new ArrayList<>(List.of(JavaProgram.path(), "-XX:TieredStopAtLevel=1", "-Dstdout.encoding=UTF-8", "-Dsun.jnu.encoding=UTF-8",
        "-cp", fakes(), FakeJvm.class.getName(), events.toString()));
    command.addAll(List.of(steps));
    new Fork(command, folder, Map.of("FAKE", "set"), events, log, limit, lastWords, Sample.CLASSES, new Hearing()).run(SUITES);
  }

  private static String fakes() throws URISyntaxException {
    return Path.of(FakeJvm.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  private void run(String... steps) throws IOException, InterruptedException, URISyntaxException {
    run(Duration.ofMinutes(5), steps);
  }

  private static String start(String suite) {
    return "line:{\"event\":\"suite-start\",\"suite\":\"a." + suite + "\"}";
  }

  private static String test(String name, String outcome) {
    return test("A", name, outcome);
  }

  private static String test(String suite, String name, String outcome) {
    return "line:{\"event\":\"test\",\"suite\":\"a." + suite + "\",\"test\":\"" + name + "\",\"outcome\":\"" + outcome + "\",\"millis\":5}";
  }

  private static String end(String suite) {
    return "line:{\"event\":\"suite-end\",\"suite\":\"a." + suite + "\",\"millis\":70,\"asked\":4,\"merged\":2}";
  }

  private static final String END = "line:{\"event\":\"end\"}";

  private static SuiteResult.Test passed(String name) {
    return new SuiteResult.Test(name, "passed", 5L, null);
  }

  @Test
  void eachSuiteHasItsResult() throws Exception {
    run("where:FAKE", start("A"), test("x", "passed"),
        "line:{\"event\":\"test\",\"suite\":\"a.A\",\"test\":\"y\",\"outcome\":\"failed\",\"message\":\"1 is not 2\"}", end("A"), start("B"), end("B"),
        start("C"), "line:{\"event\":\"suite-end\",\"suite\":\"a.C\",\"millis\":1,\"aborted\":\"no database\",\"asked\":0,\"merged\":0}", END);
    assertThat(results).containsExactly(
        new SuiteResult(suite("A"), SuiteResult.End.COMPLETED, 70, null, Sample.CLASSES, 4, 2,
            List.of(passed("x"), new SuiteResult.Test("y", "failed", null, "1 is not 2"))),
        new SuiteResult(suite("B"), SuiteResult.End.COMPLETED, 70, null, Sample.CLASSES, 4, 2, List.of()),
        new SuiteResult(suite("C"), SuiteResult.End.ABORTED, 1, "no database", Sample.CLASSES, 0, 0, List.of()));
    assertThat(heard).containsExactly("loaded " + folder.toRealPath() + " null set", "started a.A", "tested a.A x", "tested a.A y", "ended a.A",
        "started a.B", "ended a.B", "started a.C", "ended a.C");
  }

  @Test
  void aSuiteUnderWhichTheJvmEndsIsLostWithItsTests() throws Exception {
    run(start("A"), end("A"), start("B"), test("B", "x", "passed"), "print:a fatal error", "print: ", "halt:134");
    assertThat(results).hasSize(2);
    assertThat(results.get(1)).extracting(SuiteResult::suite, SuiteResult::end, SuiteResult::message, SuiteResult::tests)
        .containsExactly(suite("B"), SuiteResult.End.CRASHED, "the JVM ended with 134: a fatal error", List.of(passed("x")));
  }

  @Test
  void aSuiteThatExitsQuietlyIsLost() throws Exception {
    run(start("A"), "halt:0");
    assertThat(results).singleElement().extracting(SuiteResult::end, SuiteResult::message)
        .containsExactly(SuiteResult.End.CRASHED, "the JVM ended with 0: it printed nothing");
  }

  @Test
  void aJvmThatEndsBetweenSuitesLosesNone() throws Exception {
    run(start("A"), end("A"), "halt:3");
    assertThat(results).extracting(SuiteResult::suite).containsExactly(suite("A"));
  }

  @Test
  void aJvmThatEndsBeforeItsFirstSuiteIsAnErrorThatNamesTheLog() {
    assertThatThrownBy(() -> run("print:Unrecognized option", "halt:1")).isInstanceOf(UserError.class)
        .hasMessage("the JVM of the suites ended with 1 before its first suite: Unrecognized option; see " + log);
    assertThat(results).isEmpty();
  }

  @Test
  void aSuiteOverItsTimeIsLostAndItsJvmKilled() throws Exception {
    run(Duration.ofMillis(300), start("A"), test("x", "passed"), "sleep:");
    assertThat(results).singleElement().extracting(SuiteResult::suite, SuiteResult::end, SuiteResult::tests)
        .containsExactly(suite("A"), SuiteResult.End.TIMEOUT, List.of(passed("x")));
    assertThat(results.get(0).message()).contains("the threads are in f.log");
    assertThat(results.get(0).millis()).isGreaterThanOrEqualTo(300);
    assertThat(log).content().contains("FakeJvm.main", "Thread.sleep");
  }

  @Test
  void theTimeIsThatOfEachSuite() throws Exception {
    run(Duration.ofMillis(1_500), start("A"), "sleep:900", end("A"), start("B"), "sleep:900", end("B"), END);
    assertThat(results).extracting(SuiteResult::end).containsExactly(SuiteResult.End.COMPLETED, SuiteResult.End.COMPLETED);
  }

  @Test
  void aJvmMayTakeAMomentAfterItsEnd() throws Exception {
    run(Duration.ofMillis(100), start("A"), end("A"), END, "sleep:600", "print:goodbye");
    assertThat(results).extracting(SuiteResult::end).containsExactly(SuiteResult.End.COMPLETED);
    assertThat(log).content().isEqualTo("goodbye\n");
  }

  @Test
  void aJvmThatStaysAfterItsEndIsKilled() throws Exception {
    lastWords = Duration.ofMillis(300);
    run(start("A"), end("A"), END, "stay:");
    assertThat(results).extracting(SuiteResult::end).containsExactly(SuiteResult.End.COMPLETED);
    assertThat(log).isEmptyFile();
  }

  @Test
  void aJvmThatIsSilentBeforeItsFirstSuiteIsAnError() {
    assertThatThrownBy(() -> run(Duration.ofMillis(300), "where:FAKE", "sleep:")).isInstanceOf(UserError.class)
        .hasMessage("the JVM of the suites has not come to its first suite in 0 min; see " + log);
    assertThat(results).isEmpty();
    assertThat(log).content().contains("FakeJvm.main", "Thread.sleep");
  }

  @Test
  void aJvmThatIsSilentBetweenSuitesIsKilledAndLosesNone() throws Exception {
    run(Duration.ofMillis(300), start("A"), end("A"), "sleep:", start("B"), end("B"), END);
    assertThat(results).extracting(SuiteResult::suite).containsExactly(suite("A"));
    assertThat(heard).containsExactly("started a.A", "ended a.A");
    assertThat(log).content().contains("FakeJvm.main", "Thread.sleep");
  }

  @ParameterizedTest
  @ValueSource(ints = {130, 143})
  void aSuiteThatIsStoppedFromOutsideHasNoResult(int code) {
    assertThatThrownBy(() -> run(start("A"), end("A"), start("B"), test("B", "x", "passed"), "halt:" + code)).isInstanceOf(UserError.class)
        .hasMessage("the JVM of catalyst a.B was stopped from outside; go on with --resume");
    assertThat(results).extracting(SuiteResult::suite).containsExactly(suite("A"));
  }

  @Test
  void whatAJvmLeavesBehindIsKilled() throws Exception {
    run("child:", start("A"), "sleep:1000", "halt:5");
    assertThat(results).extracting(SuiteResult::end).containsExactly(SuiteResult.End.CRASHED);
    long child = Long.parseLong(Files.readString(log).strip());
    ProcessHandle.of(child).ifPresent(left -> left.onExit().orTimeout(20, TimeUnit.SECONDS).join());
    assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void aRunThatIsStoppedTakesItsJvmAlongAndSavesNothing() throws Exception {
    Process run = new ProcessBuilder(JavaProgram.path(), "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
        StoppedRun.class.getName(), folder.toString(), fakes()).redirectErrorStream(true).start();
    try (BufferedReader said = run.inputReader()) {
      assertThat(said.readLine()).isEqualTo("started a.A");
      List<ProcessHandle> jvms = run.descendants().toList();
      assertThat(jvms).hasSize(1);
      // Not Process.destroy, which also closes what is read here.
      run.toHandle().destroy();
      assertThat(run.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(said.lines().filter(line -> line.startsWith("started") || line.startsWith("ended"))).isEmpty();
      jvms.get(0).onExit().orTimeout(20, TimeUnit.SECONDS).join();
    } finally {
      run.descendants().forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly();
    }
    assertThat(run.exitValue()).isEqualTo(143);
  }

  @Test
  void testsOfOneNameAreTold() throws Exception {
    run(start("A"), test("t", "passed"), test("t (2)", "passed"), test("t", "failed"), test("t", "ignored"), test("", "passed"), test("", "failed"), end("A"),
        start("B"), test("B", "t", "passed"), end("B"), END);
    assertThat(results.get(0).tests()).extracting(each -> each.name() + " " + each.outcome()).containsExactly("t passed", "t (2) passed", "t (3) failed",
        "t (4) ignored", " passed", " (2) failed");
    assertThat(results.get(1).tests()).extracting(SuiteResult.Test::name).containsExactly("t");
  }

  @Test
  void halfACharacterIsReplaced() throws Exception {
    run(start("A"), "line:{\"event\":\"test\",\"suite\":\"a.A\",\"test\":\"half \\ud83d\",\"outcome\":\"failed\",\"message\":\"\\ude00 \\ud83d\\ude00\"}",
        "line:{\"event\":\"suite-end\",\"suite\":\"a.A\",\"millis\":1,\"aborted\":\"\\ud83d\",\"asked\":0,\"merged\":0}", END);
    assertThat(results).singleElement().extracting(SuiteResult::tests, SuiteResult::message)
        .containsExactly(List.of(new SuiteResult.Test("half ?", "failed", null, "? \uD83D\uDE00")), "?");
    RunFolder saved = new RunFolder(folder.resolve("saved"));
    saved.save(results.get(0));
    assertThat(saved.results().values()).containsExactly(results.get(0));
  }

  @Test
  void whatIsToldOfAnotherSuiteIsAnError() {
    assertThatThrownBy(() -> run(start("A"), test("B", "late", "passed"), end("A"), END)).isInstanceOf(UserError.class)
        .hasMessage("the JVM of the suites tells of a.B while catalyst a.A runs; see " + events);
    assertThatThrownBy(() -> run(start("A"), end("B"), END)).isInstanceOf(UserError.class).hasMessageContaining("tells of a.B while catalyst a.A runs");
    assertThat(results).isEmpty();
  }

  @Test
  void whatIsToldWhileNoSuiteRunsIsAnError() {
    assertThatThrownBy(() -> run(start("A"), end("A"), test("A", "late", "passed"), END)).isInstanceOf(UserError.class)
        .hasMessageContaining("tells of a.A while no suite runs");
    assertThatThrownBy(() -> run(end("A"), END)).isInstanceOf(UserError.class).hasMessageContaining("tells of a.A while no suite runs");
  }

  @Test
  void aLineThatIsHalfWrittenDoesNotCount() throws Exception {
    run(start("A"), test("x", "passed"), "part:{\"event\":\"test\",\"suite\":\"a.A\",\"te", "halt:137");
    assertThat(results).singleElement().extracting(SuiteResult::end, SuiteResult::tests).containsExactly(SuiteResult.End.CRASHED, List.of(passed("x")));
  }

  @Test
  void aCharacterThatIsCutWhereTheFileEndsNowIsReadWhole() throws Exception {
    run(start("A"), "slowly:" + test("\\u6771\u6771\uD83D\uDE00", "passed").substring("line:".length()), end("A"), END);
    assertThat(results).singleElement().extracting(SuiteResult::tests).isEqualTo(List.of(passed("\u6771\u6771\uD83D\uDE00")));
  }

  @Test
  void theEventsOfAnEarlierRunDoNotCount() throws IOException {
    Files.writeString(events, start("C").substring("line:".length()) + "\n");
    Fork fork = new Fork(List.of(JavaProgram.path(), "-version"), folder, Map.of(), events, log, Duration.ofMinutes(1), LAST_WORDS, "", new Hearing());
    assertThatThrownBy(() -> fork.run(SUITES)).isInstanceOf(UserError.class).hasMessageContaining("ended with 0 before its first suite");
    assertThat(results).isEmpty();
  }

  @Test
  void whatTheListenerRefusesEndsTheJvm() {
    refusal = new UserError("wrong classes");
    assertThatThrownBy(() -> run("where:FAKE", start("A"), "sleep:")).isSameAs(refusal);
    assertThat(heard).hasSize(1);
  }

  @Test
  void aJvmThatDoesNotStartIsAnError() {
    Fork fork = new Fork(List.of(folder.resolve("no-java").toString()), folder, Map.of(), events, log, Duration.ofMinutes(1), LAST_WORDS, "", new Hearing());
    assertThatThrownBy(() -> fork.run(SUITES)).isInstanceOf(IOException.class).hasMessageContaining("no-java");
  }

  private final class Hearing implements Fork.Listener {
    @Override
    public void loaded(String name, String sha256, String source) {
      heard.add("loaded " + name + " " + sha256 + " " + source);
      if (refusal != null) {
        throw refusal;
      }
    }

    @Override
    public void started(SuiteId suite) {
      heard.add("started " + suite.name());
    }

    @Override
    public void tested(SuiteId suite, SuiteResult.Test test) {
      heard.add("tested " + suite.name() + " " + test.name());
    }

    @Override
    public void ended(SuiteResult result) {
      heard.add("ended " + result.suite().name());
      results.add(result);
    }
  }
}
