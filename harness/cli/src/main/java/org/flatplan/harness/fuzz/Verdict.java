/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.Map;

/**
 * What was found out about a program.
 *
 * @param program as it was generated
 * @param kind how it ended
 * @param difference null if there was none
 * @param outcome how stock Spark was lost; null if it was not
 * @param coverage what it reached
 */
record Verdict(FuzzProgram program, Kind kind, Difference difference, String outcome, Map<String, Long> coverage) {
  /** How a comparison ends. */
  enum Kind {
    /** Both sides showed the same. */
    SAME,
    /** Stock Spark itself died of the program: there is nothing to compare with. */
    LOST,
    /** The sides differed once, and then not again, or stock Spark differs from itself. */
    UNSTEADY,
    /** The rule makes a difference. */
    MISMATCH
  }

  long seed() {
    return program.seed();
  }
}
