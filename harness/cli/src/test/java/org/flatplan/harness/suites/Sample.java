/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.util.List;

/** Small results. */
final class Sample {
  static final String CLASSES = "0123456789ab";
  static final String RELEASE = "4.2.0";

  private Sample() {
  }

  static SuiteId suite(String name) {
    return new SuiteId("catalyst", "a." + name, SuiteId.Runner.SCALATEST);
  }

  static SuiteResult.Test passed(String name) {
    return new SuiteResult.Test(name, "passed", 100L, null);
  }

  static SuiteResult.Test failed(String name) {
    return new SuiteResult.Test(name, "failed", 200L, "1 is not 2");
  }

  static SuiteResult.Test canceled(String name) {
    return new SuiteResult.Test(name, "canceled", 0L, "no network");
  }

  static SuiteResult.Test ignored(String name) {
    return new SuiteResult.Test(name, "ignored", null, null);
  }

  static SuiteResult completed(SuiteId suite, SuiteResult.Test... tests) {
    return new SuiteResult(suite, SuiteResult.End.COMPLETED, 1_500, null, CLASSES, 7, 3, List.of(tests));
  }

  /** The same as a result of the release. */
  static SuiteResult onStock(SuiteResult result) {
    return new SuiteResult(result.suite(), result.end(), result.millis(), result.message(), RELEASE, result.asked(), result.merged(), result.tests());
  }

  static SuiteResult lost(SuiteId suite, SuiteResult.End end, SuiteResult.Test... tests) {
    return new SuiteResult(suite, end, 2_500, "exit code 1", CLASSES, 0, 0, List.of(tests));
  }
}
