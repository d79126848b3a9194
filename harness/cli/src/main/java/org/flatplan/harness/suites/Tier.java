/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

/** How much of Spark's suites to run. */
enum Tier {
  /** What the patches can reach first. */
  SMOKE,
  /** Catalyst, and what builds Datasets or compares plans. */
  CORE,
  /** All suites of all modules. */
  FULL
}
