/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/** A run that is stopped from outside: its fifth program takes for ever. */
final class WorkerStopped {
  private WorkerStopped() {
  }

  /** Entry point. */
  public static void main(String[] arguments) throws Exception {
    FuzzFolder folder = new FuzzFolder(Path.of(arguments[0]));
    Ledger ledger = new Ledger(folder, FuzzMade.part(1, 100, 0));
    try (LiveWorkers live = new LiveWorkers()) {
      live.onStop(() -> {
        try {
          ledger.stop();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
      WorkerJvm worker = WorkerJvmTest.worker(WorkerFake.class, live, folder.log(1, ProgramRunner.Mode.ON), Duration.ofMinutes(5));
      new FuzzRun(Against.OFF, ledger, job -> new Examiner(new WorkerPair(worker, ProgramRunner.Mode.OFF, worker), seed -> {
        System.out.println("seed " + seed);
        return FuzzMade.with(FuzzMade.with(FuzzMade.program(seed, 2), "OFF", "say:1"), "ON", seed == 5 ? "sleep:" : "say:1");
      }), null, Duration.ofSeconds(5), new PrintWriter(System.err)).run(1);
    }
  }
}
