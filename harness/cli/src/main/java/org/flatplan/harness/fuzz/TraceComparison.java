/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.List;
import java.util.Optional;

/** Compares what two runs of a program showed, one observation after the other. */
final class TraceComparison {
  private TraceComparison() {
  }

  /** The first thing that is not as it should be; a cost counts only if there is nothing else. */
  static Optional<Difference> first(FuzzProgram program, Trace baseline, Trace candidate) {
    Optional<Difference> first = first(program, baseline, candidate, false);
    return first.isPresent() ? first : first(program, baseline, candidate, true);
  }

  private static Optional<Difference> first(FuzzProgram program, Trace baseline, Trace candidate, boolean figures) {
    List<Observation> stock = baseline.observations();
    List<Observation> ours = candidate.observations();
    for (int i = 0; i < Math.max(stock.size(), ours.size()); i++) {
      Observation first = i < stock.size() ? stock.get(i) : null;
      Observation second = i < ours.size() ? ours.get(i) : null;
      if (first == null || second == null || !second.agreesWith(first)) {
        Difference difference = Difference.of(program, first, second);
        if (figures || !difference.ofFigure()) {
          return Optional.of(difference);
        }
      }
    }
    return Optional.empty();
  }

  /** Whether two runs of one side are alike, but for what they cost. */
  static boolean same(Trace one, Trace other) {
    return seen(one).equals(seen(other));
  }

  private static List<Observation> seen(Trace trace) {
    return trace.observations().stream().filter(each -> each.kind() == Observation.Kind.SAME).toList();
  }
}
