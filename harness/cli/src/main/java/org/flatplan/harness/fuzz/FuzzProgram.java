/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A program: what it sets, and what it calls.
 *
 * @param seed what it was generated from; it also chooses what of it is looked at
 * @param settings session settings, for each run of it
 * @param steps in their order
 */
record FuzzProgram(long seed, Map<String, String> settings, List<Step> steps) {
  FuzzProgram {
    settings = new TreeMap<>(settings);
    steps = List.copyOf(steps);
  }

  /**
   * Without some steps. What used one of them uses its first input instead, or goes, too, if there is none.
   *
   * @param ids of the steps that go
   */
  FuzzProgram without(Set<Integer> ids) {
    Map<Integer, Integer> instead = new HashMap<>();
    Set<Integer> gone = new HashSet<>();
    List<Step> rest = new ArrayList<>();
    for (Step step : steps) {
      List<Integer> inputs = step.inputs().stream().map(input -> instead.getOrDefault(input, input)).toList();
      Step kept = inputs.equals(step.inputs()) ? step : step.withInputs(inputs);
      if (kept.needsAny(gone)) {
        gone.add(step.id());
      } else if (!ids.contains(step.id())) {
        rest.add(kept);
      } else if (inputs.isEmpty()) {
        gone.add(step.id());
      } else {
        instead.put(step.id(), inputs.get(0));
      }
    }
    return new FuzzProgram(seed, settings, rest);
  }

  /** With another step in the place of the one with its id. */
  FuzzProgram with(Step replacement) {
    return new FuzzProgram(seed, settings, steps.stream().map(step -> step.id() == replacement.id() ? replacement : step).toList());
  }

  FuzzProgram withSettings(Map<String, String> others) {
    return new FuzzProgram(seed, others, steps);
  }

  /** Plain Java, to be pasted into a test of the tests folder. */
  String java() {
    return JavaText.program(this);
  }
}
