/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

/** Runs one suite in this JVM. */
interface SuiteRunner {
  /** Runs the suite of {@code listener} and tells it what becomes of each test. */
  void run(SuiteListener listener);
}
