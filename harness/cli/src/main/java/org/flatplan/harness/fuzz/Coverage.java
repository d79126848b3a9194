/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts what programs reached: rules of the grammar, refusals, ways to merge. */
final class Coverage {
  /** What was hit less often in a run of the standard size was not really tested. */
  static final long FEWEST = 100;
  static final long STANDARD_PROGRAMS = 20_000;
  /** A smaller run needs less in proportion; below this size it says nothing. */
  static final long FEWEST_PROGRAMS = 1_000;
  private static final String RULE = "rule.";
  private static final List<String> WAYS = List.of("merge.direct", "merge.filtered", "merge.partial", "revived", "incremental");

  private final SortedMap<String, Long> counters = new TreeMap<>();

  /** The counters that a run has to have, with the reasons that the rebuilt classes know. */
  static Collection<String> required(Hello rebuilt) {
    Collection<String> all = new TreeSet<>(WAYS);
    Stream.of(Rule.values()).forEach(rule -> all.add(RULE + rule.name()));
    all.addAll(rebuilt.reasons().getOrDefault("CollapseRefusal", List.of()));
    rebuilt.reasons().getOrDefault("IncrementalRefusal", List.of()).forEach(name -> all.add("incremental." + name));
    return all;
  }

  /** A step counts if something was seen of it; of one that makes no Dataset there is nothing to see. */
  void add(FuzzProgram program, Traces traces) {
    Collection<Integer> seen = traces.candidate().observations().stream().map(Observation::step).collect(Collectors.toSet());
    program.steps().stream().filter(step -> seen.contains(step.id()) || !step.rule().builds()).forEach(step -> counters.merge(RULE + step.rule().name(), 1L, Long::sum));
    add(traces.candidate().coverage());
  }

  void add(Map<String, Long> others) {
    others.forEach((name, count) -> counters.merge(name, count, Long::sum));
  }

  SortedMap<String, Long> counters() {
    return new TreeMap<>(counters);
  }

  /** How often a run of a size has to hit each rule and reason. */
  static long needed(long programs) {
    return Math.min(FEWEST, Math.max(1, FEWEST * programs / STANDARD_PROGRAMS));
  }

  /** The required counters that are too low for so many programs. */
  static SortedMap<String, Long> low(Map<String, Long> counters, Collection<String> required, long programs) {
    SortedMap<String, Long> low = new TreeMap<>();
    for (String name : required) {
      long count = counters.getOrDefault(name, 0L);
      if (count < needed(programs)) {
        low.put(name, count);
      }
    }
    return low;
  }
}
