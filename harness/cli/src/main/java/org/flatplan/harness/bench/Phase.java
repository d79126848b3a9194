/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.Locale;

/** What a measured program is at. */
public enum Phase {
  /** The JVM and the session start. */
  START,
  /** The workload at a fixed size, unmeasured, so that the JVM has compiled what is hot. */
  WARM_UP,
  /** The table that the calls start from. */
  PREPARE,
  /** The calls themselves, with analysis; the measured time starts here. */
  BUILD,
  /** Look-up of cached plans and optimization. */
  OPTIMIZE,
  /** Physical planning. */
  PLAN,
  /** The first job: all rows come to the driver. */
  JOB;

  /** For people. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
