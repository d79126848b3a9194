/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Programs, traces and parts made up for tests. */
final class FuzzMade {
  private FuzzMade() {
  }

  /** A chain of calls on one table. */
  static FuzzProgram program(long seed, int steps) {
    List<Step> all = new ArrayList<>();
    all.add(new Step(0, Rule.TABLE, List.of(), List.of("t")));
    for (int i = 1; i < steps; i++) {
      all.add(new Step(i, Rule.WITH_COLUMN, List.of(i - 1), List.of("c" + i, "abs(a + " + i + ")")));
    }
    return new FuzzProgram(seed, Map.of(), all);
  }

  static FuzzProgram with(FuzzProgram program, String setting, String value) {
    Map<String, String> all = new HashMap<>(program.settings());
    all.put(setting, value);
    return program.withSettings(all);
  }

  static Trace trace(Observation... observations) {
    return new Trace(List.of(observations), Map.of());
  }

  /** The rows of each step, as long as a step is there. */
  static Trace plain(FuzzProgram program) {
    return new Trace(program.steps().stream().map(step -> Observation.same(step.id(), "rows", step.texts().toString())).toList(), Map.of());
  }

  static FuzzPart part(long first, long programs, long done) {
    return new FuzzPart("off", first, programs, 60, new TreeMap<>(Map.of("rebuild", "0123")), done, 1, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(),
        List.of(), new TreeMap<>());
  }
}
