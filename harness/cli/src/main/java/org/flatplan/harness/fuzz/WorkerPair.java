/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;

/**
 * Two sides, each a JVM in its mode; one JVM may be both.
 *
 * @param baseline the JVM that is right by definition
 * @param mode its mode
 * @param candidate the JVM with the rule
 */
record WorkerPair(WorkerJvm baseline, ProgramRunner.Mode mode, WorkerJvm candidate) implements Oracle {

  @Override
  public Traces run(FuzzProgram program) throws IOException, InterruptedException {
    Trace first = baseline.run(program, mode);
    return new Traces(first, candidate.run(program, ProgramRunner.Mode.ON));
  }

  @Override
  public void close() {
    baseline.close();
    candidate.close();
  }
}
