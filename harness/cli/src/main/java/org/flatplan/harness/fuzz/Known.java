/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a program defines of the rows of a Dataset.
 *
 * @param rows how much of them
 * @param stream whether they come from a stream
 */
record Known(Rows rows, boolean stream) {
  /** From all to nothing. */
  enum Rows { IN_ORDER, ANY_ORDER, NUMBER, NOTHING }

  /** By step. Steps that are not there, or build nothing, are taken for what is known of their inputs. */
  static Map<Integer, Known> of(FuzzProgram program) {
    Map<Integer, Known> all = new HashMap<>();
    for (Step step : program.steps()) {
      List<Known> inputs = step.inputs().stream().map(all::get).filter(known -> known != null).toList();
      Rows first = inputs.isEmpty() ? Rows.IN_ORDER : inputs.get(0).rows();
      Rows worst = inputs.stream().map(Known::rows).max(Rows::compareTo).orElse(Rows.IN_ORDER);
      all.put(step.id(), new Known(after(step.rule().rows(), first, worst),
          step.rule() == Rule.STREAM || inputs.stream().anyMatch(Known::stream)));
    }
    return all;
  }

  private static Rows after(Rule.Rows rule, Rows first, Rows worst) {
    return switch (rule) {
      case KEPT, NO_ROWS -> first;
      case FILTERED -> first == Rows.NUMBER ? Rows.NOTHING : first;
      // What has fewer rows, or more, by values that are not defined.
      case MIXED -> worst.compareTo(Rows.ANY_ORDER) <= 0 ? Rows.ANY_ORDER : Rows.NOTHING;
      case PICKED -> first == Rows.IN_ORDER ? first : first == Rows.ANY_ORDER ? Rows.NUMBER : first;
      case SORTED -> first == Rows.ANY_ORDER ? Rows.IN_ORDER : first;
      case RANDOM -> first.compareTo(Rows.NUMBER) < 0 ? Rows.NUMBER : first;
    };
  }
}
