/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.flatplan.harness.jvm.SparkJvm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Generated programs on the release. */
@Tag("spark")
@Timeout(600)
class WorkerSparkTest {
  private static final int STEPS = 20;

  @TempDir
  Path folder;
  private final LiveWorkers live = new LiveWorkers();

  @AfterEach
  void end() {
    live.close();
  }

  private WorkerJvm worker(Class<?> program) {
    return new WorkerJvm(new WorkerLaunch(WorkerJvmTest.classpath(), SparkJvm.jarOf(program), "900m", program.getName()), live,
        folder.resolve("worker.log"), Duration.ofMinutes(3), hello -> assertThat(hello.classes()).isEmpty());
  }

  @Test
  void aProgramShowsTheSameTwiceOnTheRelease() throws Exception {
    WorkerJvm worker = worker(FuzzWorker.class);
    for (long seed = 1; seed <= 5; seed++) {
      FuzzProgram program = ProgramGenerator.program(seed, STEPS);
      Trace first = worker.run(program, ProgramRunner.Mode.STOCK);
      assertThat(Lost.is(first)).as("seed " + seed + " " + first).isFalse();
      assertThat(first.observations()).hasSizeGreaterThan(program.steps().size());
      assertThat(TraceComparison.first(program, first, worker.run(program, ProgramRunner.Mode.STOCK))).isEmpty();
    }
  }

  @Test
  void aFaultIsFoundAndMadeSmall() throws Exception {
    WorkerJvm worker = worker(WorkerFaulty.class);
    Examiner examiner = new Examiner(new WorkerPair(worker, ProgramRunner.Mode.STOCK, worker), seed -> ProgramGenerator.program(seed, STEPS));
    for (long seed = 1; seed <= 60; seed++) {
      Verdict verdict = examiner.examine(seed);
      if (verdict.kind() == Verdict.Kind.MISMATCH) {
        Examiner.Shrunk small = examiner.shrink(verdict, Duration.ofMinutes(3));
        System.out.println(FuzzRun.text(Against.STOCK, verdict, small));
        assertThat(small.program().steps()).as(small.program().java()).hasSizeLessThanOrEqualTo(4).anyMatch(step -> step.rule() == Rule.RENAME);
        assertThat(small.difference().signature()).isEqualTo(verdict.difference().signature());
        return;
      }
    }
    throw new AssertionError("60 programs did not notice that a renamed column has another name");
  }
}
