/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What a measured program saw. Fields are null where it did not come so far.
 *
 * @param outcome what became of it
 * @param phase where it ended
 * @param error the error it ended with, in one line
 * @param reachedMillis time from the first call to where it ended, without the job
 * @param sparkVersion what Spark says it is
 * @param ruleThere whether our rule is among the classes
 * @param jvm the JVM it ran in
 * @param build the calls
 * @param optimize optimization
 * @param plan physical planning
 * @param job the first job
 * @param analyzed size of the analyzed plan
 * @param optimized size of the optimized plan
 * @param peakHeapBytes sum of the peaks of the heap's pools from the first call on, after a collection
 * @param rows number of rows
 * @param columns number of columns
 * @param rowsSha256 sum of the rows, sorted
 * @param schemaSha256 sum of the schema: names, types, nullability, metadata
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Seen(Outcome outcome, Phase phase, String error, Double reachedMillis, String sparkVersion, Boolean ruleThere, Jvm jvm, Times build,
    Times optimize, Times plan, Times job, Size analyzed, Size optimized, Long peakHeapBytes, Long rows, Long columns, String rowsSha256,
    String schemaSha256) {

  /**
   * The JVM, without anything that names the machine.
   *
   * @param version of Java
   * @param collectors of garbage
   * @param stackKiB size of a thread's stack
   * @param heapMiB the most that the heap may take
   */
  public record Jvm(String version, String collectors, long stackKiB, long heapMiB) {
  }

  /**
   * The size of a plan.
   *
   * @param depth operators from the root to the deepest leaf
   * @param operators all operators
   * @param projects those that are Projects
   * @param expressions nodes of all expressions
   */
  public record Size(int depth, long operators, long projects, long expressions) {
  }

  /** A program that could not tell what became of it. */
  static Seen lost(Outcome outcome, Phase phase, String error, Double reachedMillis) {
    return new Seen(outcome, phase, error, reachedMillis, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
  }
}
