/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

/**
 * Something that one run of a program showed.
 *
 * @param step the id of the step; -1: the program as a whole
 * @param what was looked at
 * @param value what was seen; a number if the kind is AT_MOST
 * @param kind how it is compared
 */
record Observation(int step, String what, String value, Kind kind) {
  /** How what a run showed is compared with what the run on stock behaviour showed. */
  enum Kind {
    /** Must be equal. */
    SAME,
    /** A number that may be no more than on stock, with the slack of {@link Observation#agreesWith}. */
    AT_MOST
  }

  /** Times are coarse: only what is much slower, and slow for a person, counts. */
  private static final long MILLIS_FACTOR = 10;
  private static final long MILLIS = 2000;
  /** Which Projects the optimizer merges depends on how they were grouped; one that is left is compiled into the same function as the next. */
  private static final long PROJECTS = 1;
  /** A rewrite of the optimizer may come one operator higher or lower; Projects are counted apart. */
  private static final long DEPTH = 2;
  /** Copies of what is cheap may add so many nodes in one merge, and a plan may hold several. */
  private static final long NODES = 100;

  static Observation same(int step, String what, String value) {
    return new Observation(step, what, value, Kind.SAME);
  }

  static Observation atMost(int step, String what, long value) {
    return new Observation(step, what, Long.toString(value), Kind.AT_MOST);
  }

  /** Whether this is as it should be, where stock behaviour showed the other. */
  boolean agreesWith(Observation stock) {
    if (step != stock.step || !what.equals(stock.what) || kind != stock.kind) {
      return false;
    }
    if (kind == Kind.SAME) {
      return value.equals(stock.value);
    }
    long here = Long.parseLong(value);
    long there = Long.parseLong(stock.value);
    return here <= switch (what) {
      case "millis" -> Math.max(MILLIS, MILLIS_FACTOR * there);
      case "optimized projects" -> there + PROJECTS;
      case "optimized depth" -> there + Math.max(DEPTH, there / 4);
      case "optimized nodes" -> there + Math.max(NODES, there);
      default -> there;
    };
  }
}
