// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.util.function.Predicate;

/** Takes steps away from a program while it still fails. */
final class CacheProgramShrinker {

  private CacheProgramShrinker() {}

  static CacheProgram shrink(CacheProgram program, Predicate<CacheProgram> fails) {
    CacheProgram smallest = program;
    for (int chunk = Math.max(1, program.steps().size() / 3); chunk > 1; chunk /= 2) {
      smallest = chunks(smallest, chunk, fails);
    }
    CacheProgram before;
    do {
      before = smallest;
      smallest = singles(smallest, fails);
    } while (smallest.steps().size() < before.steps().size());
    return smallest;
  }

  private static CacheProgram chunks(CacheProgram program, int chunk, Predicate<CacheProgram> fails) {
    CacheProgram smallest = program;
    for (int end = program.steps().size(); end > 0; end -= chunk) {
      CacheProgram candidate = smallest;
      for (CacheStep step : program.steps().subList(Math.max(0, end - chunk), end)) {
        if (candidate.step(step.id()).isPresent()) {
          candidate = candidate.without(step.id(), false);
        }
      }
      smallest = better(candidate, smallest, fails);
    }
    return smallest;
  }

  private static CacheProgram singles(CacheProgram program, Predicate<CacheProgram> fails) {
    CacheProgram smallest = program;
    for (int i = program.steps().size() - 1; i >= 0; i--) {
      int id = program.steps().get(i).id();
      for (boolean bridge : new boolean[] {false, true}) {
        if (smallest.step(id).isPresent()) {
          smallest = better(smallest.without(id, bridge), smallest, fails);
        }
      }
    }
    return smallest;
  }

  private static CacheProgram better(CacheProgram candidate, CacheProgram smallest, Predicate<CacheProgram> fails) {
    boolean smaller = !candidate.steps().isEmpty() && candidate.steps().size() < smallest.steps().size();
    return smaller && fails.test(candidate) ? candidate : smallest;
  }
}
