/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Parts, added up.
 *
 * @param verdict pass or fail
 * @param against what was compared with
 * @param programs how many were compared
 * @param asked how many were asked for
 * @param maxSteps the most steps of a program
 * @param seconds that all took together
 * @param classes checksums of what ran
 * @param seeds the rows of seeds
 * @param mismatches programs that differ
 * @param kinds of mismatches, by signature
 * @param unsteady seeds of programs that differ by chance
 * @param lost seeds of programs of which stock Spark died
 * @param coverageChecked whether there were enough programs to ask for coverage
 * @param low counters that have to be there and are too low
 * @param coverage all counters
 * @param problems why the verdict is fail
 */
record FuzzSummary(String verdict, String against, long programs, long asked, int maxSteps, double seconds, SortedMap<String, String> classes, List<String> seeds,
    long mismatches, SortedMap<String, FoundKind> kinds, SortedMap<Long, String> unsteady, SortedMap<Long, String> lost, boolean coverageChecked,
    SortedMap<String, Long> low, SortedMap<String, Long> coverage, List<String> problems) {

  /** At least one part, all of the same classes and different programs. */
  static FuzzSummary of(List<FuzzPart> parts) {
    FuzzPart one = parts.get(0);
    SortedMap<String, FoundKind> kinds = new TreeMap<>();
    SortedMap<Long, String> unsteady = new TreeMap<>();
    SortedMap<Long, String> lost = new TreeMap<>();
    Coverage coverage = new Coverage();
    TreeSet<String> required = new TreeSet<>();
    for (FuzzPart part : parts) {
      part.kinds().forEach((signature, kind) -> kinds.merge(signature, kind, FoundKind::plus));
      unsteady.putAll(part.unsteady());
      lost.putAll(part.lost());
      coverage.add(part.coverage());
      required.addAll(part.required());
    }
    long programs = parts.stream().mapToLong(FuzzPart::done).sum();
    long mismatches = kinds.values().stream().mapToLong(FoundKind::count).sum();
    boolean checked = programs >= Coverage.FEWEST_PROGRAMS;
    SortedMap<String, Long> low = Coverage.low(coverage.counters(), required, programs);
    List<String> problems = problems(programs, mismatches, kinds.size(), unsteady.size(), lost.size(), checked ? low : new TreeMap<>());
    return new FuzzSummary(problems.isEmpty() ? "pass" : "fail", one.against(), programs, parts.stream().mapToLong(FuzzPart::programs).sum(), one.maxSteps(),
        parts.stream().mapToDouble(FuzzPart::seconds).sum(), one.classes(), parts.stream().map(FuzzSummary::seeds).toList(), mismatches, kinds, unsteady, lost,
        checked, low, coverage.counters(), problems);
  }

  private static List<String> problems(long programs, long mismatches, int kinds, int unsteady, int lost, SortedMap<String, Long> low) {
    List<String> problems = new ArrayList<>();
    if (programs == 0) {
      problems.add("no program was compared");
    }
    if (mismatches > 0) {
      problems.add(mismatches + " programs differ, in " + kinds + " ways");
    }
    // What stock Spark leaves to chance, or dies of, must stay rare: it is not compared.
    long few = 1 + programs / 1_000;
    if (unsteady > few) {
      problems.add(unsteady + " programs are unsteady; " + few + " may be");
    }
    if (lost > few) {
      problems.add(lost + " programs are too much for stock Spark; " + few + " may be");
    }
    low.forEach((name, count) -> problems.add(name + " was reached " + count + " times; " + Coverage.needed(programs) + " are needed"));
    return problems;
  }

  private static String seeds(FuzzPart part) {
    return part.firstSeed() + " to " + (part.next() - 1);
  }

  boolean passes() {
    return problems.isEmpty();
  }
}
