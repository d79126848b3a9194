/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.Collection;

/**
 * Several runs in three numbers.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param min the smallest
 * @param max the largest
 */
record Spread(double median, double min, double max) {
  /** Of one number at least. */
  static Spread of(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("no values");
    }
    int middle = sorted.length / 2;
    return new Spread(sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2, sorted[0], sorted[sorted.length - 1]);
  }
}
