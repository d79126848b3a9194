/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

/**
 * Which measurement.
 *
 * @param workload the program
 * @param columns how many calls
 * @param variant what it runs on
 * @param run from 1
 */
public record Key(Workload workload, int columns, Variant variant, int run) {
  /** Its file, below the folder of all. */
  String file() {
    return workload.label() + "/" + columns + "-" + variant.label() + "-" + run;
  }

  @Override
  public String toString() {
    return workload.label() + " x " + columns + ", " + variant.title() + ", run " + run;
  }
}
