/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.time.Duration;
import java.util.function.Consumer;
import org.flatplan.harness.cli.UserError;

/**
 * Makes the workers of a run.
 *
 * @param against which kind of pairs
 * @param classes what the workers load, and whether they did
 * @param folder with the logs
 * @param launch of a worker, whose class path is another for each mode
 * @param limit how long a program may take
 * @param live the JVMs of the run
 * @param rebuilt hears each JVM with the rebuilt classes
 */
record WorkerSetup(Against against, FuzzClasses classes, FuzzFolder folder, WorkerLaunch launch, Duration limit, LiveWorkers live, Consumer<Hello> rebuilt) {

  /** The pair of a job, which starts with its first program. */
  Oracle pair(int job) {
    WorkerJvm candidate = worker(job, ProgramRunner.Mode.ON);
    return new WorkerPair(against == Against.OFF ? candidate : worker(job, against.baseline()), against.baseline(), candidate);
  }

  private WorkerJvm worker(int job, ProgramRunner.Mode mode) {
    return new WorkerJvm(launch.on(classes.path(mode)), live, folder.log(job, mode), limit, hello -> {
      classes.objection(mode, hello).ifPresent(objection -> {
        throw new UserError(objection + "; nothing that it says would count. Run 'mvn package' again.");
      });
      if (mode == ProgramRunner.Mode.ON) {
        rebuilt.accept(hello);
      }
    });
  }
}
