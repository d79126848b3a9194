/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

/** Which time counts. */
enum Clock {
  /** What one waits. */
  WALL("by the clock"),
  /** What the thread of the program computes, which other work on the machine disturbs less. */
  CPU("CPU time of the driver's thread");

  private final String title;

  Clock(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  double millis(Times times) {
    return this == WALL ? times.wallMillis() : times.cpuMillis();
  }
}
