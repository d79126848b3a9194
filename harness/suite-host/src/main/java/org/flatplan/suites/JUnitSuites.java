/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs one suite on the JUnit platform, as Surefire does. */
final class JUnitSuites implements SuiteRunner {
  private final List<String> excludedTags;

  JUnitSuites(List<String> excludedTags) {
    this.excludedTags = excludedTags;
  }

  @Override
  public void run(SuiteListener listener) {
    if (listener.part() != null) {
      throw new IllegalArgumentException("a part of a suite can only be run with ScalaTest");
    }
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(listener.className()));
    if (!excludedTags.isEmpty()) {
      request.filters(TagFilter.excludeTags(excludedTags));
    }
    LauncherDiscoveryRequest built = request.build();
    LauncherFactory.create().execute(built, new Listening(listener));
  }

  private static final class Listening implements TestExecutionListener {
    private final SuiteListener listener;
    private final Map<String, Long> started = new ConcurrentHashMap<>();
    private TestPlan plan;

    Listening(SuiteListener listener) {
      this.listener = listener;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan testPlan) {
      this.plan = testPlan;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
      started.put(test.getUniqueId(), System.nanoTime());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
      if (test.isTest() || plan.getChildren(test).isEmpty()) {
        listener.test(name(test), Outcome.IGNORED, null, reason, null);
      } else {
        plan.getChildren(test).forEach(child -> executionSkipped(child, reason));
      }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      Throwable thrown = result.getThrowable().orElse(null);
      if (test.isTest()) {
        long millis = (System.nanoTime() - started.get(test.getUniqueId())) / 1_000_000;
        listener.test(name(test), outcome(result.getStatus()), millis, null, thrown);
      } else if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
        listener.abort(test.getDisplayName(), thrown);
      }
    }

    private static Outcome outcome(TestExecutionResult.Status status) {
      return switch (status) {
        case SUCCESSFUL -> Outcome.PASSED;
        case FAILED -> Outcome.FAILED;
        case ABORTED -> Outcome.CANCELED;
      };
    }

    // The names that are reported have no place for the class of a nested test and the method of a repeated one.
    private String name(TestIdentifier test) {
      Optional<TestIdentifier> parent = plan.getParent(test);
      String own = test.getLegacyReportingName();
      boolean below = parent.isPresent() && plan.getParent(parent.get()).flatMap(plan::getParent).isPresent();
      return below ? name(parent.get()) + ": " + own : own;
    }
  }
}
