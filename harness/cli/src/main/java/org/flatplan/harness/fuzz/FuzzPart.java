/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.List;
import java.util.SortedMap;

/**
 * What is known of a row of seeds.
 *
 * @param against what was compared with
 * @param firstSeed the first of the row
 * @param programs how many were asked for
 * @param maxSteps the most steps of a program
 * @param classes checksums of what ran
 * @param done how many are finished, from the first on
 * @param seconds that it took
 * @param kinds the mismatches, by signature
 * @param unsteady seeds of programs that differ by chance, each with what differed
 * @param lost seeds of programs of which stock Spark died, each with how
 * @param required the counters that have to be there
 * @param coverage the counters
 */
record FuzzPart(String against, long firstSeed, long programs, int maxSteps, SortedMap<String, String> classes, long done, double seconds,
    SortedMap<String, FoundKind> kinds, SortedMap<Long, String> unsteady, SortedMap<Long, String> lost, List<String> required,
    SortedMap<String, Long> coverage) {

  /** Whether another is about the same programs, run with the same classes. */
  boolean continues(FuzzPart other) {
    return against.equals(other.against) && firstSeed == other.firstSeed && programs == other.programs && sameRuns(other);
  }

  /** Whether the two can be added up. */
  boolean sameRuns(FuzzPart other) {
    return maxSteps == other.maxSteps && classes.equals(other.classes);
  }

  /** The seed after the last finished one. */
  long next() {
    return firstSeed + done;
  }

  long end() {
    return firstSeed + programs;
  }
}
