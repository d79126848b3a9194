/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteListenerTest {
  @TempDir
  Path folder;

  @Test
  void theFirstReasonCounts() throws IOException {
    try (EventLog log = new EventLog(folder.resolve("events"))) {
      SuiteListener listener = new SuiteListener(log, "a.A");
      assertThat(listener.aborted()).isNull();
      listener.abort("the suite", new IllegalStateException("no database"));
      listener.abort("the run", new IllegalStateException("nothing to close"));
      listener.abort("the end", null);
      assertThat(listener.aborted()).isEqualTo("java.lang.IllegalStateException: no database");
    }
  }

  @Test
  void whatFailedOrWasAbortedIsUnsuccessful() throws IOException {
    try (EventLog log = new EventLog(folder.resolve("events"))) {
      SuiteListener good = new SuiteListener(log, "a.A");
      good.test("x", Outcome.PASSED, 1L, null, null);
      good.test("y", Outcome.CANCELED, 1L, null, null);
      good.test("z", Outcome.IGNORED, null, null, null);
      assertThat(good.unsuccessful()).isFalse();
      good.test("b", Outcome.FAILED, 1L, null, null);
      good.test("c", Outcome.PASSED, 1L, null, null);
      assertThat(good.unsuccessful()).isTrue();
      SuiteListener aborted = new SuiteListener(log, "a.B");
      aborted.abort(null, null);
      assertThat(aborted.unsuccessful()).isTrue();
    }
  }
}
