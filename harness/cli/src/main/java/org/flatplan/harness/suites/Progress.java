/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import org.flatplan.harness.page.Html;

/** Says how far a run is: suites, tests, failures, the time that is left. Thread-safe. */
final class Progress {
  private static final Duration INTERVAL = Duration.ofSeconds(15);

  private final PrintWriter out;
  private final Timings timings;
  private final long start = System.nanoTime();
  private final int jobs;
  private final int allSuites;
  private double secondsToDo;
  private double secondsDone;
  private int suites;
  private int tests;
  private int failures;
  private long lastPrinted;

  /**
   * @param todo the suites of this run
   */
  Progress(PrintWriter out, Collection<SuiteId> todo, Timings timings, int jobs) {
    this.out = out;
    this.timings = timings;
    this.jobs = jobs;
    this.allSuites = todo.size();
    todo.forEach(suite -> secondsToDo += timings.seconds(suite));
  }

  synchronized void tested(SuiteId suite, SuiteResult.Test test) {
    tests++;
    if (test.failed()) {
      failures++;
      out.println("  failed: " + suite + ": " + test.name());
    }
    print(suite.name(), false);
  }

  synchronized void ended(SuiteResult result) {
    suites++;
    secondsToDo -= timings.seconds(result.suite());
    secondsDone += timings.seconds(result.suite());
    if (result.end() != SuiteResult.End.COMPLETED) {
      out.println("  " + result.end().label() + ": " + result.suite() + ": " + result.message());
    }
    print(result.suite().name(), suites == allSuites);
  }

  private void print(String name, boolean last) {
    long now = System.nanoTime();
    if (!last && now - lastPrinted < INTERVAL.toNanos()) {
      return;
    }
    lastPrinted = now;
    double gone = (now - start) / 1e9;
    // The pace of this run, as far as it can be told already.
    double pace = secondsDone > 30 ? gone / secondsDone : 1.0 / jobs;
    out.println(String.format(Locale.ROOT, "%d of %d suites, %,d tests, %d failed; %s gone, about %s left; %s", suites, allSuites, tests,
        failures, time(gone), time(secondsToDo * pace), name.substring(name.lastIndexOf('.') + 1)));
    out.flush();
  }

  /** A time for people. */
  static String time(double seconds) {
    return Html.time(seconds);
  }
}
