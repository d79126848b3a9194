/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

/**
 * What is known of a number: a time-out leaves it open above, and what never ends is infinite.
 *
 * @param low it is not less
 * @param high it is not more
 */
record Interval(double low, double high) {
  static final Interval UNKNOWN = new Interval(0, Double.POSITIVE_INFINITY);
  static final Interval INFINITE = new Interval(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  static Interval exactly(double value) {
    return new Interval(value, value);
  }

  static Interval atLeast(double value) {
    return new Interval(value, Double.POSITIVE_INFINITY);
  }

  /** Nothing is known of a quotient of two that never end. */
  Interval over(Interval other) {
    double least = low / other.high;
    double most = high / other.low;
    return new Interval(Double.isNaN(least) ? 0 : least, Double.isNaN(most) ? Double.POSITIVE_INFINITY : most);
  }

  boolean exact() {
    return low == high && Double.isFinite(low);
  }

  /** Of a quotient, for people. */
  @Override
  public String toString() {
    if (exact()) {
      return low == 0 ? "the second does not end" : Figures.digits(low);
    }
    if (low == Double.POSITIVE_INFINITY) {
      return "the first does not end";
    }
    return low > 0 ? "> " + Figures.digits(low) : high < Double.POSITIVE_INFINITY ? "< " + Figures.digits(high) : "-";
  }
}
