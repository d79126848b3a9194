/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import java.util.ArrayList;
import java.util.List;
import org.scalatest.Reporter;
import org.scalatest.events.Event;
import org.scalatest.events.RunAborted;
import org.scalatest.events.SuiteAborted;
import org.scalatest.events.TestCanceled;
import org.scalatest.events.TestFailed;
import org.scalatest.events.TestIgnored;
import org.scalatest.events.TestPending;
import org.scalatest.events.TestSucceeded;
import org.scalatest.tools.Runner;
import scala.Option;

/** Runs one suite with ScalaTest's runner, as scalatest-maven-plugin does. */
final class ScalaTestSuites implements SuiteRunner {
  // The runner makes the reporter itself, by its class name; it runs one suite at a time.
  private static volatile SuiteListener listener;
  private static volatile VirtualMachineError fatal;

  private final List<String> excludedTags;

  ScalaTestSuites(List<String> excludedTags) {
    this.excludedTags = excludedTags;
  }

  @Override
  public void run(SuiteListener suiteListener) {
    listener = suiteListener;
    fatal = null;
    List<String> arguments = new ArrayList<>(List.of("-s", suiteListener.className(), "-oW", "-C", Listening.class.getName()));
    if (suiteListener.part() != null) {
      arguments.addAll(List.of("-z", suiteListener.part()));
    }
    excludedTags.forEach(tag -> arguments.addAll(List.of("-l", tag)));
    boolean successful = Runner.run(arguments.toArray(String[]::new));
    if (fatal != null) {
      throw fatal;
    }
    if (!successful && !suiteListener.unsuccessful()) {
      suiteListener.abort("ScalaTest says that the suite did not succeed, and not why", null);
    }
  }

  /** Passes events on. */
  public static final class Listening implements Reporter {
    /** Called by the runner. */
    public Listening() {
    }

    @Override
    public void apply(Event event) {
      if (event instanceof TestSucceeded test) {
        listener.test(name(test.suiteId(), test.testName()), Outcome.PASSED, millis(test.duration()), null, null);
      } else if (event instanceof TestFailed test) {
        listener.test(name(test.suiteId(), test.testName()), Outcome.FAILED, millis(test.duration()), test.message(), thrown(test.throwable()));
      } else if (event instanceof TestCanceled test) {
        listener.test(name(test.suiteId(), test.testName()), Outcome.CANCELED, millis(test.duration()), test.message(), thrown(test.throwable()));
      } else if (event instanceof TestIgnored test) {
        listener.test(name(test.suiteId(), test.testName()), Outcome.IGNORED, null, null, null);
      } else if (event instanceof TestPending test) {
        listener.test(name(test.suiteId(), test.testName()), Outcome.PENDING, millis(test.duration()), null, null);
      } else if (event instanceof SuiteAborted aborted) {
        abort(aborted.message(), thrown(aborted.throwable()));
      } else if (event instanceof RunAborted aborted) {
        abort(aborted.message(), thrown(aborted.throwable()));
      }
    }

    // The runner takes such an error for the end of the suite only.
    private static void abort(String message, Throwable thrown) {
      listener.abort(message, thrown);
      if (thrown instanceof VirtualMachineError error) {
        fatal = error;
      }
    }

    // A test of a nested suite goes by the name of that suite, too.
    private static String name(String suiteId, String test) {
      return suiteId.equals(listener.className()) ? test : suiteId + ": " + test;
    }

    private static Long millis(Option<Object> duration) {
      return duration.isEmpty() ? null : (Long) duration.get();
    }

    private static Throwable thrown(Option<Throwable> throwable) {
      return throwable.isEmpty() ? null : throwable.get();
    }
  }
}
