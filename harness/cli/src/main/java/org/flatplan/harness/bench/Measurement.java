/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;


/**
 * One run of one workload in a JVM of its own.
 *
 * @param key which
 * @param classes checksum of what ran: the jars of Spark and the program
 * @param heap limit of the heap, as the JVM was told
 * @param timeoutSeconds limit of the JVM
 * @param jvmSeconds how long the JVM took, with start and warm-up
 * @param seen what the program saw
 */
public record Measurement(Key key, String classes, String heap, int timeoutSeconds, double jvmSeconds, Seen seen) {
  /** Whether it came to its end. */
  boolean done() {
    return seen.outcome() == Outcome.DONE;
  }

  /** All calls, optimization and planning; only of a measurement that came to its end. */
  Times total() {
    return seen.build().plus(seen.optimize()).plus(seen.plan());
  }

  /** Whether it answers for a run of these classes with these limits. A time-out says nothing about a longer one. */
  boolean answers(String otherClasses, String otherHeap, int otherTimeout) {
    return classes.equals(otherClasses) && heap.equals(otherHeap) && (seen.outcome() != Outcome.TIMEOUT || timeoutSeconds >= otherTimeout);
  }
}
