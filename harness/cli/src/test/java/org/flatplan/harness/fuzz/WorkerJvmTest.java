/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.jvm.SparkJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class WorkerJvmTest {
  private static final ProgramRunner.Mode ON = ProgramRunner.Mode.ON;

  @TempDir
  Path folder;
  private final LiveWorkers live = new LiveWorkers();

  @AfterEach
  void end() {
    live.close();
  }

  /** What this test runs with; the release is on it, and the rebuild is not. */
  static List<String> classpath() {
    return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  static WorkerJvm worker(Class<?> program, LiveWorkers live, Path log, Duration limit) {
    return new WorkerJvm(new WorkerLaunch(classpath(), SparkJvm.jarOf(FuzzWorker.class), "100m", program.getName()), live, log, limit, hello -> {
    });
  }

  private Path log() {
    return folder.resolve("worker.log");
  }

  private WorkerJvm fake(Duration limit) {
    return worker(WorkerFake.class, live, log(), limit);
  }

  private static FuzzProgram on(String order) {
    return FuzzMade.with(FuzzMade.program(7, 2), "ON", order);
  }

  private static FuzzProgram plain() {
    return FuzzMade.program(8, 2);
  }

  private static Trace rows(String value) {
    return FuzzMade.trace(Observation.same(0, "rows", value));
  }

  @Test
  void oneJvmAnswersOneProgramAfterTheOther() throws Exception {
    WorkerJvm worker = fake(Duration.ofMinutes(1));
    assertThat(worker.run(plain(), ON)).isEqualTo(rows("run 1"));
    assertThat(worker.run(plain(), ON)).isEqualTo(rows("run 2"));
    // Half a character, which has no bytes in UTF-8, and a long line.
    for (String odd : List.of("\uD83D", "\u6771\n\"", "x".repeat(3_000_000))) {
      assertThat(worker.run(on("say:" + odd), ON)).isEqualTo(rows(odd));
    }
    worker.close();
    assertThat(log()).content().startsWith("ready in flatplan-fuzz");
  }

  @ParameterizedTest
  @CsvSource({"halt:52,OutOfMemoryError", "halt:134,the JVM ended with 134", "halt:0,the JVM ended with 0", "half:,the JVM ended with 3",
      "lost:java.lang.StackOverflowError,java.lang.StackOverflowError"})
  void aProgramUnderWhichTheJvmDiesIsLostAndTheNextHasAnother(String order, String outcome) throws Exception {
    WorkerJvm worker = fake(Duration.ofMinutes(1));
    assertThat(worker.run(plain(), ON)).isEqualTo(rows("run 1"));
    Trace lost = worker.run(on(order), ON);
    assertThat(lost).isEqualTo(Lost.trace(outcome));
    assertThat(Lost.is(lost)).isTrue();
    assertThat(folder.resolve("lost-7-on.log")).content().startsWith("ready in");
    assertThat(worker.run(plain(), ON)).isEqualTo(rows("run 1"));
  }

  @Test
  void aProgramOverItsTimeIsLost() throws Exception {
    WorkerJvm worker = fake(Duration.ofSeconds(4));
    assertThat(worker.run(on("sleep:"), ON)).isEqualTo(Lost.trace("timeout"));
    assertThat(worker.run(plain(), ON)).isEqualTo(rows("run 1"));
  }

  @Test
  void aJvmThatIsStoppedFromOutsideIsNoResult() {
    WorkerJvm worker = fake(Duration.ofMinutes(1));
    assertThatThrownBy(() -> worker.run(on("halt:143"), ON)).isInstanceOf(UserError.class).hasMessageContaining("go on with --resume");
  }

  @Test
  void aJvmThatIsNeverReadyIsAnErrorThatNamesTheLog() {
    assertThatThrownBy(() -> worker(WorkerBroken.class, live, log(), Duration.ofMinutes(1)).run(plain(), ON)).isInstanceOf(UserError.class)
        .hasMessage("the JVM of the worker ended with 9 before it was ready: no such class; see " + log());
  }

  @Test
  void eachJvmIsCheckedAndRefused() {
    WorkerJvm worker = new WorkerJvm(new WorkerLaunch(classpath(), SparkJvm.jarOf(FuzzWorker.class), "100m", WorkerFake.class.getName()), live, log(),
        Duration.ofMinutes(1), hello -> {
          throw new UserError("it has " + hello.classes());
        });
    assertThatThrownBy(() -> worker.run(plain(), ON)).isInstanceOf(UserError.class).hasMessageContaining("it has {a.B=Loaded[sha256=77, source=file:/x.jar]}");
  }

  @Test
  void aRunThatIsStoppedLeavesNoJvmAndKeepsWhatIsFinished() throws Exception {
    Process run = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
        System.getProperty("java.class.path"), WorkerStopped.class.getName(), folder.toString()).redirectErrorStream(true).start();
    try (BufferedReader said = run.inputReader()) {
      for (String line = said.readLine(); !"seed 5".equals(line); line = said.readLine()) {
        assertThat(line).isNotNull();
      }
      List<ProcessHandle> jvms = run.descendants().toList();
      assertThat(jvms).hasSize(1);
      run.toHandle().destroy();
      assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
      jvms.get(0).onExit().orTimeout(20, TimeUnit.SECONDS).join();
    } finally {
      run.descendants().forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly();
    }
    assertThat(run.exitValue()).isEqualTo(143);
    FuzzPart kept = new FuzzFolder(folder).parts().get(0);
    assertThat(kept.done()).isEqualTo(4);
    assertThat(kept.kinds()).isEmpty();
    assertThat(kept.lost()).isEmpty();
    try (var logs = Files.list(folder.resolve("logs"))) {
      assertThat(logs.map(each -> each.getFileName().toString()).toList()).isSubsetOf(Set.of("worker-1-on.log"));
    }
  }
}
