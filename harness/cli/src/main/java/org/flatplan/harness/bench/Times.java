/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

/**
 * How long a phase took.
 *
 * @param wallMillis by the clock
 * @param cpuMillis of the thread that runs the program; jobs run in others
 */
public record Times(double wallMillis, double cpuMillis) {
  /** Two phases, one after the other. */
  Times plus(Times other) {
    return new Times(wallMillis + other.wallMillis, cpuMillis + other.cpuMillis);
  }
}
