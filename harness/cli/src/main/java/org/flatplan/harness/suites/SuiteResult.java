/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;

/**
 * What became of a suite.
 *
 * @param end how it ended
 * @param millis how long it took, with what is before and after the tests
 * @param message why it did not complete; null if it did
 * @param classes checksum of the classes that it ran against
 * @param asked how often the rule was asked meanwhile; 0 on stock
 * @param merged how often the rule merged
 * @param tests in the order in which they ended
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SuiteResult(SuiteId suite, End end, long millis, String message, String classes, long asked, long merged, List<Test> tests) {

  /** How a suite ended. */
  enum End {
    COMPLETED,
    /** It gave up by itself, such as before its first test. */
    ABORTED,
    /** Its JVM ended under it. */
    CRASHED,
    /** It took longer than a suite may. */
    TIMEOUT;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What became of a test.
   *
   * @param outcome passed, failed, canceled (its assumption did not hold), ignored or pending
   * @param millis null where the runner does not say
   * @param message of the failure; null if there was none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Test(String name, String outcome, Long millis, String message) {
    static final String PASSED = "passed";
    static final String FAILED = "failed";

    boolean passed() {
      return outcome.equals(PASSED);
    }

    boolean failed() {
      return outcome.equals(FAILED);
    }

    boolean ran() {
      return passed() || failed();
    }
  }

  long count(String outcome) {
    return tests.stream().filter(test -> test.outcome().equals(outcome)).count();
  }
}
