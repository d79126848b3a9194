/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

/** Hears what becomes of the tests of the suite that runs, from whatever runs it. Thread-safe. */
final class SuiteListener {
  private static final int LONGEST_MESSAGE = 2_000;

  private final EventLog log;
  private final String suite;
  private final String className;
  private final String part;
  private volatile String aborted;
  private volatile boolean failed;

  /** @param suite a class name, or {@code CLASS@TEXT} for the tests whose names contain the text */
  SuiteListener(EventLog log, String suite) {
    this.log = log;
    this.suite = suite;
    int at = suite.indexOf('@');
    this.className = at < 0 ? suite : suite.substring(0, at);
    this.part = at < 0 ? null : suite.substring(at + 1);
  }

  /** The class name of the suite. */
  String className() {
    return className;
  }

  /** What the names of the tests to run contain; null for all. */
  String part() {
    return part;
  }

  /** Takes down the end of one test. */
  void test(String name, Outcome outcome, Long millis, String message, Throwable thrown) {
    log.write("test", "suite", suite, "test", name, "outcome", outcome.label(), "millis", millis, "message",
        outcome == Outcome.PASSED ? null : describe(message, thrown));
    // Only what is written down says why the suite did not succeed.
    failed |= outcome == Outcome.FAILED;
  }

  /** Takes down that the suite, or one nested in it, could not go on; the first reason counts. */
  synchronized void abort(String message, Throwable thrown) {
    if (aborted == null) {
      aborted = describe(message, thrown);
    }
  }

  /** Whether a test failed, or the suite could not go on. */
  boolean unsuccessful() {
    return failed || aborted != null;
  }

  /** Why the suite could not go on; null if it could. */
  String aborted() {
    return aborted;
  }

  private static String describe(String message, Throwable thrown) {
    String said = thrown == null ? message : thrown.toString();
    return said == null ? "" : said.length() <= LONGEST_MESSAGE ? said : said.substring(0, LONGEST_MESSAGE);
  }
}
