/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.util.Map;

/**
 * How long suites can be expected to take.
 *
 * @param known earlier results
 */
record Timings(Map<SuiteId, SuiteResult> known) {
  /** A suite that nobody has timed yet counts as one of middle length. */
  private static final double UNKNOWN = 10;

  double seconds(SuiteId suite) {
    SuiteResult before = known.get(suite);
    return before == null ? UNKNOWN : before.millis() / 1000.0;
  }
}
