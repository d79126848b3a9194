/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.List;

/** Which Datasets of a program are looked at, and how closely. The seed chooses, so that a shortened program is looked at alike. */
final class Looks {
  private static final int LAST = 1;
  private static final int ROWS = 11;
  private static final int PLAN = 6;
  private static final int FILES = 8;

  private final long seed;
  private final List<Integer> last;

  Looks(FuzzProgram program) {
    this.seed = program.seed();
    List<Integer> built = program.steps().stream().filter(step -> step.rule().builds()).map(Step::id).toList();
    this.last = built.subList(Math.max(0, built.size() - LAST), built.size());
  }

  /** Runs it. */
  boolean atRows(int id) {
    return last.contains(id) || oneIn(ROWS, id, 1);
  }

  /** Optimizes it. */
  boolean atPlan(int id) {
    return atRows(id) || oneIn(PLAN, id, 2);
  }

  boolean atFiles(int id) {
    return oneIn(FILES, id, 3);
  }

  private boolean oneIn(int number, int id, int purpose) {
    long mixed = (seed * 31 + id) * 0x9E3779B97F4A7C15L + purpose * 0xC2B2AE3D27D4EB4FL;
    mixed = (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L;
    return Long.remainderUnsigned(mixed ^ mixed >>> 32, number) == 0;
  }
}
