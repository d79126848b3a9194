/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What the suites say on stock Spark and on the rebuild, test by test.
 *
 * @param findings all that is not the same, or that nobody has said why it is as it is; those that fail the comparison first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Comparison(List<Finding> findings, List<Suite> suites) {

  /** What was found. */
  enum Kind {
    /** Passes on stock and not on the rebuild. */
    REGRESSION(true),
    /** Comes out otherwise than on stock, where it does not pass. */
    CHANGED(true),
    /** Stock has it and the rebuild has not. */
    MISSING_TEST(true),
    /** The rebuild has it and the recorded results of stock have not. */
    UNKNOWN_TEST(true),
    /** The suite came to its end on stock and not on the rebuild. */
    LOST_SUITE(true),
    /** The suite was chosen and has no result. */
    NOT_RUN(true),
    /** There is no recorded result of stock for the suite. */
    NO_BASELINE(true),
    /** No test of the suite passed or failed. */
    NOTHING_RAN(true),
    /** The suite ran against other classes than those that are built now. */
    OTHER_CLASSES(true),
    /** A difference is expected and is none. */
    STALE_EXPECTATION(true),
    /** A suite does not pass whole on stock, and what it needs is not known. */
    UNEXPLAINED_ON_STOCK(true),
    /** A difference that is expected. */
    EXPECTED(false),
    /** A test that stock does not always pass. */
    FLAKY(false),
    /** The suite misses something here, on stock as on the rebuild. */
    ENVIRONMENT(false);

    private final boolean failing;

    Kind(boolean failing) {
      this.failing = failing;
    }

    boolean failing() {
      return failing;
    }
  }

  /**
   * One thing that was found.
   *
   * @param test null if it is of the whole suite
   * @param stock the outcome there; null if there is none
   * @param rebuilt the outcome there; null if there is none
   * @param detail the message of the failure, or what is known of it
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Finding(Kind kind, String module, String suite, String test, String stock, String rebuilt, String detail) {
  }

  /** The results of a suite side by side; null where there is none. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Suite(String module, String name, Side stock, Side rebuilt) {
  }

  /** The results of one side in numbers. */
  record Side(String end, long passed, long failed, long others, long millis, long asked, long merged) {
    static final Side NONE = new Side("", 0, 0, 0, 0, 0, 0);

    static Side of(SuiteResult result) {
      long passed = result.count(SuiteResult.Test.PASSED);
      long failed = result.count(SuiteResult.Test.FAILED);
      return new Side(result.end().label(), passed, failed, result.tests().size() - passed - failed, result.millis(), result.asked(),
          result.merged());
    }
  }

  /** Whether nothing fails the comparison. */
  boolean passed() {
    return !suites.isEmpty() && findings.stream().noneMatch(finding -> finding.kind().failing());
  }

  /** The sum of a number over all suites that have a result on the rebuild. */
  long sum(ToLongFunction<Side> number) {
    return suites.stream().filter(suite -> suite.rebuilt() != null).mapToLong(suite -> number.applyAsLong(suite.rebuilt())).sum();
  }

  /**
   * Compares.
   *
   * @param selected the suites that should be there
   * @param release the version that the results of stock should be of
   * @param classes for each module, the key of the classes that are built now
   */
  static Comparison of(Collection<SuiteId> selected, Map<SuiteId, SuiteResult> stock, Map<SuiteId, SuiteResult> rebuilt, String release,
      Map<String, String> classes, KnownFaults known) {
    Builder builder = new Builder(release, known);
    for (SuiteId suite : selected) {
      builder.compare(suite, stock.get(suite), rebuilt.get(suite), classes.get(suite.module()));
    }
    return builder.build();
  }

  private static final class Builder {
    private final String release;
    private final KnownFaults known;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Suite> suites = new ArrayList<>();

    Builder(String release, KnownFaults known) {
      this.release = release;
      this.known = known;
    }

    void compare(SuiteId suite, SuiteResult stock, SuiteResult rebuilt, String classes) {
      suites.add(new Suite(suite.module(), suite.name(), stock == null ? null : Side.of(stock), rebuilt == null ? null : Side.of(rebuilt)));
      if (stock == null) {
        add(Kind.NO_BASELINE, suite, null, null, null, null);
      } else if (!stock.classes().equals(release)) {
        add(Kind.NO_BASELINE, suite, null, null, null, "what is recorded is of " + stock.classes());
      }
      if (rebuilt == null) {
        add(Kind.NOT_RUN, suite, null, null, null, null);
      } else if (!rebuilt.classes().equals(classes)) {
        add(Kind.OTHER_CLASSES, suite, null, null, null, "ran against " + rebuilt.classes() + ", built now is " + classes);
      }
      if (stock == null || rebuilt == null) {
        return;
      }
      if (stock.end() != rebuilt.end()) {
        add(stock.end() == SuiteResult.End.COMPLETED ? Kind.LOST_SUITE : Kind.CHANGED, suite, null, stock.end().label(), rebuilt.end().label(),
            rebuilt.message());
      }
      Map<String, SuiteResult.Test> onStock = byName(stock);
      compareTests(suite, onStock, byName(rebuilt));
      known.listedTests(suite).stream().filter(name -> !onStock.containsKey(name))
          .forEach(name -> add(Kind.STALE_EXPECTATION, suite, name, null, null, "there is no such test"));
      String lack = known.lack(suite);
      if (lack != null) {
        boolean whole = stock.end() == SuiteResult.End.COMPLETED && !stock.tests().isEmpty() && stock.tests().stream().allMatch(SuiteResult.Test::passed);
        add(whole ? Kind.STALE_EXPECTATION : Kind.ENVIRONMENT, suite, null, null, null, "needs " + lack);
        return;
      }
      if (rebuilt.tests().stream().noneMatch(SuiteResult.Test::ran)) {
        add(Kind.NOTHING_RAN, suite, null, stock.end().label(), rebuilt.end().label(), rebuilt.message());
      }
      if (stock.end() != SuiteResult.End.COMPLETED) {
        add(Kind.UNEXPLAINED_ON_STOCK, suite, null, stock.end().label(), rebuilt.end().label(), stock.message());
      }
      stock.tests().stream().filter(SuiteResult.Test::failed).filter(test -> known.flaky(suite, test.name()).isEmpty())
          .forEach(test -> add(Kind.UNEXPLAINED_ON_STOCK, suite, test.name(), test.outcome(), null, test.message()));
    }

    private void compareTests(SuiteId suite, Map<String, SuiteResult.Test> stock, Map<String, SuiteResult.Test> rebuilt) {
      stock.forEach((name, test) -> compare(suite, test, rebuilt.get(name)));
      rebuilt.forEach((name, test) -> {
        if (!stock.containsKey(name)) {
          add(Kind.UNKNOWN_TEST, suite, name, null, test.outcome(), test.message());
        }
      });
    }

    private void compare(SuiteId suite, SuiteResult.Test stock, SuiteResult.Test rebuilt) {
      Optional<KnownFaults.Difference> expected = known.difference(suite, stock.name());
      boolean same = rebuilt != null && rebuilt.outcome().equals(stock.outcome());
      if (same) {
        if (expected.isPresent()) {
          add(Kind.STALE_EXPECTATION, suite, stock.name(), stock.outcome(), rebuilt.outcome(), expected.get().reason());
        }
        return;
      }
      if (rebuilt == null) {
        add(Kind.MISSING_TEST, suite, stock.name(), stock.outcome(), null, null);
        return;
      }
      String outcome = rebuilt.outcome();
      Optional<KnownFaults.Flaky> flaky = known.flaky(suite, stock.name());
      if (expected.isPresent() && expected.get().rebuilt().equals(outcome)) {
        add(Kind.EXPECTED, suite, stock.name(), stock.outcome(), outcome, expected.get().kind() + ": " + expected.get().reason());
      } else if (flaky.isPresent() && stock.ran() && rebuilt.ran()) {
        add(Kind.FLAKY, suite, stock.name(), stock.outcome(), outcome,
            flaky.get().reason() + "; failed in " + flaky.get().stockFailures() + " of " + flaky.get().stockRuns() + " runs on stock");
      } else {
        add(stock.passed() ? Kind.REGRESSION : Kind.CHANGED, suite, stock.name(), stock.outcome(), outcome,
            rebuilt.message() == null ? stock.message() : rebuilt.message());
      }
    }

    private static Map<String, SuiteResult.Test> byName(SuiteResult result) {
      Map<String, SuiteResult.Test> tests = new TreeMap<>();
      result.tests().forEach(test -> tests.put(test.name(), test));
      return tests;
    }

    private void add(Kind kind, SuiteId suite, String test, String stock, String rebuilt, String detail) {
      findings.add(new Finding(kind, suite.module(), suite.name(), test, stock, rebuilt, detail));
    }

    Comparison build() {
      findings.sort(Comparator.comparing(Finding::kind));
      return new Comparison(List.copyOf(findings), List.copyOf(suites));
    }
  }

  /** How often each kind was found, in the order of the kinds. */
  Map<Kind, Integer> kinds() {
    Map<Kind, Integer> kinds = new LinkedHashMap<>();
    findings.forEach(finding -> kinds.merge(finding.kind(), 1, Integer::sum));
    return kinds;
  }
}
