/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.Optional;

/**
 * What the two sides of a program showed.
 *
 * @param baseline the side that is right by definition
 * @param candidate the side with the rule
 */
record Traces(Trace baseline, Trace candidate) {

  /** Whether there is nothing to compare with: stock Spark died of the program, or took too long. */
  boolean lost() {
    return Lost.is(baseline);
  }

  Optional<Difference> difference(FuzzProgram program) {
    return lost() ? Optional.empty() : TraceComparison.first(program, baseline, candidate);
  }
}
