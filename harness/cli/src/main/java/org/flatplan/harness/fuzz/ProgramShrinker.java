/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Takes away what a program does not need to show a difference: steps, in ever smaller groups, then settings, then parts of texts. */
final class ProgramShrinker {
  private final Test test;
  private final long deadline;
  private final Set<FuzzProgram> tried = new HashSet<>();
  private FuzzProgram smallest;

  /** Whether a smaller program still shows the difference. */
  @FunctionalInterface
  interface Test {
    boolean shows(FuzzProgram program) throws IOException, InterruptedException;
  }

  private ProgramShrinker(FuzzProgram program, Test test, Duration limit) {
    this.smallest = program;
    this.test = test;
    this.deadline = System.nanoTime() + limit.toNanos();
  }

  /**
   * The smallest program that was found.
   *
   * @param step where the difference shows; what it does not stand on goes first
   * @param limit of time, after which the smallest so far will do
   */
  static FuzzProgram shrink(FuzzProgram program, int step, Test test, Duration limit) throws IOException, InterruptedException {
    ProgramShrinker shrinker = new ProgramShrinker(program, test, limit);
    shrinker.only(step);
    shrinker.shrink();
    return shrinker.smallest;
  }

  // A guess that is often right, and spares most of the work.
  private void only(int step) throws IOException, InterruptedException {
    List<Step> all = smallest.steps();
    Set<Integer> later = new HashSet<>();
    Set<Integer> others = new HashSet<>();
    Set<Integer> needed = new HashSet<>(Set.of(step));
    for (int i = all.size() - 1; i >= 0; i--) {
      Step each = all.get(i);
      if (needed.contains(each.id())) {
        needed.addAll(each.inputs());
      } else {
        others.add(each.id());
        if (each.id() > step) {
          later.add(each.id());
        }
      }
    }
    if (step >= 0 && !accept(smallest.without(others))) {
      accept(smallest.without(later));
    }
  }

  private void shrink() throws IOException, InterruptedException {
    FuzzProgram before;
    do {
      before = smallest;
      for (int chunk = Math.max(1, smallest.steps().size() / 2); chunk > 0; chunk /= 2) {
        steps(chunk);
      }
      settings();
      texts();
    } while (!smallest.equals(before));
  }

  // From the end: what nothing uses any more goes alone.
  private void steps(int chunk) throws IOException, InterruptedException {
    List<Step> all = smallest.steps();
    for (int end = all.size(); end > 0; end -= chunk) {
      Set<Integer> ids = new HashSet<>();
      all.subList(Math.max(0, end - chunk), end).forEach(step -> ids.add(step.id()));
      FuzzProgram candidate = smallest.without(ids);
      if (candidate.steps().size() < smallest.steps().size()) {
        accept(candidate);
      }
    }
  }

  private void settings() throws IOException, InterruptedException {
    for (String name : List.copyOf(smallest.settings().keySet())) {
      Map<String, String> others = new TreeMap<>(smallest.settings());
      others.remove(name);
      accept(smallest.withSettings(others));
    }
  }

  private void texts() throws IOException, InterruptedException {
    for (Step step : smallest.steps()) {
      Step now = step;
      for (int i = step.texts().size() - 1; i >= Arguments.beginOfList(step.rule()); i--) {
        now = without(now, i);
      }
      for (int i = 0; i < now.texts().size(); i++) {
        now = simpler(now, i);
      }
    }
  }

  private Step without(Step step, int place) throws IOException, InterruptedException {
    List<String> others = new ArrayList<>(step.texts());
    others.remove(place);
    Step candidate = step.withTexts(others);
    return accept(smallest.with(candidate)) ? candidate : step;
  }

  private Step simpler(Step step, int place) throws IOException, InterruptedException {
    Step now = step;
    boolean better;
    do {
      better = false;
      for (String text : SimplerTexts.of(now.texts().get(place))) {
        List<String> others = new ArrayList<>(now.texts());
        others.set(place, text);
        Step candidate = now.withTexts(others);
        if (accept(smallest.with(candidate))) {
          now = candidate;
          better = true;
          break;
        }
      }
    } while (better);
    return now;
  }

  private boolean accept(FuzzProgram candidate) throws IOException, InterruptedException {
    if (candidate.steps().isEmpty() || System.nanoTime() > deadline || !tried.add(candidate) || !candidate.steps().stream().allMatch(Arguments::fit) || !test.shows(candidate)) {
      return false;
    }
    smallest = candidate;
    return true;
  }
}
