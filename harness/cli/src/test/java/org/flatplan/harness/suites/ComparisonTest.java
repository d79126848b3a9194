/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.harness.suites.Sample.canceled;
import static org.flatplan.harness.suites.Sample.completed;
import static org.flatplan.harness.suites.Sample.failed;
import static org.flatplan.harness.suites.Sample.ignored;
import static org.flatplan.harness.suites.Sample.lost;
import static org.flatplan.harness.suites.Sample.onStock;
import static org.flatplan.harness.suites.Sample.passed;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.flatplan.harness.suites.Comparison.Finding;
import org.flatplan.harness.suites.Comparison.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ComparisonTest {
  private static final SuiteId SUITE = Sample.suite("A");
  private static final Set<Kind> KNOWN = EnumSet.of(Kind.EXPECTED, Kind.FLAKY, Kind.ENVIRONMENT);

  private final List<KnownFaults.Lack> lacks = new ArrayList<>();
  private final List<KnownFaults.Flaky> flaky = new ArrayList<>();
  private final List<KnownFaults.Difference> differences = new ArrayList<>();
  private final Map<String, String> classes = new HashMap<>(Map.of("catalyst", Sample.CLASSES));

  private Comparison compare(SuiteResult stock, SuiteResult rebuilt) {
    return Comparison.of(List.of(SUITE), stock == null ? Map.of() : Map.of(SUITE, onStock(stock)), rebuilt == null ? Map.of() : Map.of(SUITE, rebuilt),
        Sample.RELEASE, classes, new KnownFaults(lacks, flaky, differences));
  }

  private Comparison compare(SuiteResult.Test stock, SuiteResult.Test rebuilt) {
    return compare(completed(SUITE, passed("other"), stock), completed(SUITE, passed("other"), rebuilt));
  }

  private static Finding only(Comparison comparison, Kind kind) {
    assertThat(comparison.kinds()).containsExactly(Map.entry(kind, 1));
    assertThat(comparison.passed()).isEqualTo(KNOWN.contains(kind));
    return comparison.findings().get(0);
  }

  private static void assertNone(Comparison comparison) {
    assertThat(comparison.findings()).isEmpty();
    assertThat(comparison.passed()).isTrue();
  }

  private void expectDifference(String test) {
    expectDifference(test, "failed");
  }

  private void expectDifference(String test, String rebuilt) {
    differences.add(new KnownFaults.Difference("catalyst", "a.A", test, rebuilt, "plan", "columns are merged", "run 1"));
  }

  private void expectFlaky(String test) {
    flaky.add(new KnownFaults.Flaky("catalyst", "a.A", test, "a race", 1, 4));
  }

  private static SuiteResult.Test test(String outcome) {
    return new SuiteResult.Test("t", outcome, 1L, null);
  }

  @Test
  void theSameTestsAreNoFinding() {
    assertNone(compare(completed(SUITE, passed("a"), ignored("b"), canceled("c")), completed(SUITE, canceled("c"), passed("a"), ignored("b"))));
  }

  @ParameterizedTest
  @CsvSource({"failed", "canceled", "ignored", "pending"})
  void aTestThatNoLongerPassesIsARegression(String outcome) {
    assertThat(only(compare(passed("t"), test(outcome)), Kind.REGRESSION))
        .isEqualTo(new Finding(Kind.REGRESSION, "catalyst", "a.A", "t", "passed", outcome, null));
  }

  @Test
  void aRegressionHasTheMessageOfTheFailure() {
    assertThat(only(compare(passed("t"), failed("t")), Kind.REGRESSION).detail()).isEqualTo("1 is not 2");
  }

  @ParameterizedTest
  @CsvSource({"canceled, passed", "canceled, failed", "ignored, passed", "ignored, canceled", "pending, ignored"})
  void anotherOutcomeOfATestThatDoesNotPassOnStockIsAChange(String stock, String rebuilt) {
    assertThat(only(compare(test(stock), test(rebuilt)), Kind.CHANGED)).extracting(Finding::stock, Finding::rebuilt).containsExactly(stock, rebuilt);
  }

  @Test
  void aTestThatFailsOnStockIsUnexplainedWhateverItDoesOnTheRebuild() {
    assertThat(only(compare(failed("t"), failed("t")), Kind.UNEXPLAINED_ON_STOCK).test()).isEqualTo("t");
    assertThat(compare(failed("t"), passed("t")).kinds()).containsOnlyKeys(Kind.CHANGED, Kind.UNEXPLAINED_ON_STOCK);
  }

  @ParameterizedTest
  @CsvSource({"passed", "ignored"})
  void aTestOfStockThatIsNotThereIsMissing(String outcome) {
    Finding finding = only(compare(completed(SUITE, passed("other"), test(outcome)), completed(SUITE, passed("other"))), Kind.MISSING_TEST);
    assertThat(finding).extracting(Finding::test, Finding::stock, Finding::rebuilt).containsExactly("t", outcome, null);
  }

  @ParameterizedTest
  @CsvSource({"passed", "failed", "ignored"})
  void aTestThatStockHasNotIsUnknown(String outcome) {
    Finding finding = only(compare(completed(SUITE, passed("other")), completed(SUITE, passed("other"), test(outcome))), Kind.UNKNOWN_TEST);
    assertThat(finding).extracting(Finding::test, Finding::stock, Finding::rebuilt).containsExactly("t", null, outcome);
  }

  @ParameterizedTest
  @EnumSource(value = SuiteResult.End.class, names = "COMPLETED", mode = EnumSource.Mode.EXCLUDE)
  void aSuiteThatDoesNotComeToItsEndIsLost(SuiteResult.End end) {
    Finding finding = only(compare(completed(SUITE, passed("a")), lost(SUITE, end, passed("a"))), Kind.LOST_SUITE);
    assertThat(finding).isEqualTo(new Finding(Kind.LOST_SUITE, "catalyst", "a.A", null, "completed", end.label(), "exit code 1"));
  }

  @Test
  void theTestsThatALostSuiteDidNotComeToAreMissing() {
    assertThat(compare(completed(SUITE, passed("a"), passed("b")), lost(SUITE, SuiteResult.End.CRASHED, passed("a"))).kinds())
        .containsExactly(Map.entry(Kind.MISSING_TEST, 1), Map.entry(Kind.LOST_SUITE, 1));
  }

  @Test
  void aSuiteWithoutAResultDidNotRun() {
    only(compare(completed(SUITE, passed("a")), null), Kind.NOT_RUN);
  }

  @Test
  void aSuiteThatStockHasNoRecordOfHasNoBaseline() {
    only(compare(null, completed(SUITE, passed("a"))), Kind.NO_BASELINE);
  }

  @Test
  void theRecordOfAnotherReleaseIsNoBaseline() {
    Comparison comparison = Comparison.of(List.of(SUITE), Map.of(SUITE, onStock(completed(SUITE, passed("a")))),
        Map.of(SUITE, completed(SUITE, passed("a"))), "4.2.1", classes, new KnownFaults(lacks, flaky, differences));
    assertThat(only(comparison, Kind.NO_BASELINE).detail()).isEqualTo("what is recorded is of 4.2.0");
  }

  @Test
  void nothingChosenIsNoSuccess() {
    Comparison comparison = Comparison.of(List.of(), Map.of(), Map.of(), Sample.RELEASE, classes, new KnownFaults(lacks, flaky, differences));
    assertThat(comparison.findings()).isEmpty();
    assertThat(comparison.passed()).isFalse();
  }

  @Test
  void aSuiteThatIsNotChosenDoesNotCount() {
    SuiteId other = Sample.suite("Other");
    Comparison comparison = Comparison.of(List.of(SUITE), Map.of(SUITE, onStock(completed(SUITE, passed("a"))), other, onStock(completed(other, passed("a")))),
        Map.of(SUITE, completed(SUITE, passed("a")), other, completed(other, failed("a"))), Sample.RELEASE, classes, new KnownFaults(lacks, flaky, differences));
    assertNone(comparison);
    assertThat(comparison.suites()).extracting(Comparison.Suite::name).containsExactly("a.A");
  }

  @Test
  void aSuiteOfWhichNothingRanFails() {
    only(compare(completed(SUITE), completed(SUITE)), Kind.NOTHING_RAN);
    only(compare(completed(SUITE, canceled("a"), ignored("b")), completed(SUITE, canceled("a"), ignored("b"))), Kind.NOTHING_RAN);
  }

  @Test
  void resultsOfOtherClassesDoNotCount() {
    classes.put("catalyst", "ffff");
    assertThat(only(compare(passed("t"), passed("t")), Kind.OTHER_CLASSES).detail()).isEqualTo("ran against 0123456789ab, built now is ffff");
    classes.remove("catalyst");
    only(compare(passed("t"), passed("t")), Kind.OTHER_CLASSES);
  }

  @Test
  void anExpectedDifferencePasses() {
    expectDifference("t");
    assertThat(only(compare(passed("t"), failed("t")), Kind.EXPECTED)).isEqualTo(
        new Finding(Kind.EXPECTED, "catalyst", "a.A", "t", "passed", "failed", "plan: columns are merged"));
  }

  @Test
  void anExpectedDifferenceIsOfItsTestAndSuiteOnly() {
    expectDifference("other test");
    differences.add(new KnownFaults.Difference("catalyst", "a.B", "t", "failed", "plan", "columns are merged", "run 1"));
    differences.add(new KnownFaults.Difference("sql", "a.A", "t", "failed", "plan", "columns are merged", "run 1"));
    assertThat(compare(passed("t"), failed("t")).kinds()).containsKey(Kind.REGRESSION).doesNotContainKey(Kind.EXPECTED);
  }

  @Test
  void anExpectationThatIsNoLongerTrueFails() {
    expectDifference("t");
    assertThat(only(compare(passed("t"), passed("t")), Kind.STALE_EXPECTATION)).extracting(Finding::test, Finding::detail)
        .containsExactly("t", "columns are merged");
  }

  @Test
  void anExpectedDifferenceIsOfTheOutcomeThatIsExpected() {
    expectDifference("t", "canceled");
    only(compare(passed("t"), canceled("t")), Kind.EXPECTED);
    assertThat(only(compare(passed("t"), failed("t")), Kind.REGRESSION).detail()).isEqualTo("1 is not 2");
    only(compare(ignored("t"), failed("t")), Kind.CHANGED);
  }

  @Test
  void anExpectedDifferenceOfATestThatIsMissingDoesNotHideIt() {
    expectDifference("t");
    assertThat(only(compare(completed(SUITE, passed("other"), passed("t")), completed(SUITE, passed("other"))), Kind.MISSING_TEST).test()).isEqualTo("t");
  }

  @Test
  void anExpectationOfATestThatStockHasNotFails() {
    expectDifference("gone");
    assertThat(only(compare(passed("t"), passed("t")), Kind.STALE_EXPECTATION)).extracting(Finding::test, Finding::detail)
        .containsExactly("gone", "there is no such test");
    differences.clear();
    expectFlaky("gone");
    assertThat(only(compare(passed("t"), passed("t")), Kind.STALE_EXPECTATION).test()).isEqualTo("gone");
    assertThat(compare(completed(SUITE, passed("other")), completed(SUITE, passed("other"), passed("gone"))).kinds())
        .containsOnlyKeys(Kind.UNKNOWN_TEST, Kind.STALE_EXPECTATION);
  }

  @Test
  void aFlakyTestMayComeOutEitherWay() {
    expectFlaky("t");
    assertThat(only(compare(passed("t"), failed("t")), Kind.FLAKY).detail()).isEqualTo("a race; failed in 1 of 4 runs on stock");
    only(compare(failed("t"), passed("t")), Kind.FLAKY);
    assertNone(compare(failed("t"), failed("t")));
    assertNone(compare(passed("t"), passed("t")));
  }

  @Test
  void aFlakyTestMustRun() {
    expectFlaky("t");
    only(compare(passed("t"), canceled("t")), Kind.REGRESSION);
    only(compare(ignored("t"), failed("t")), Kind.CHANGED);
    only(compare(completed(SUITE, passed("other"), passed("t")), completed(SUITE, passed("other"))), Kind.MISSING_TEST);
  }

  @Test
  void aSuiteThatStockDoesNotEndIsUnexplained() {
    Finding finding = only(compare(lost(SUITE, SuiteResult.End.ABORTED, passed("a")), lost(SUITE, SuiteResult.End.ABORTED, passed("a"))),
        Kind.UNEXPLAINED_ON_STOCK);
    assertThat(finding).extracting(Finding::test, Finding::stock).containsExactly(null, "aborted");
  }

  @Test
  void whatIsMissingHereExplainsStock() {
    lacks.add(new KnownFaults.Lack("docker", List.of("catalyst a.A")));
    assertThat(only(compare(lost(SUITE, SuiteResult.End.ABORTED), lost(SUITE, SuiteResult.End.ABORTED)), Kind.ENVIRONMENT).detail())
        .isEqualTo("needs docker");
    only(compare(failed("t"), failed("t")), Kind.ENVIRONMENT);
  }

  @Test
  void whatIsMissingHereDoesNotExplainADifference() {
    lacks.add(new KnownFaults.Lack("docker", List.of("catalyst a.A")));
    Comparison comparison = compare(completed(SUITE, failed("a"), passed("b")), lost(SUITE, SuiteResult.End.CRASHED, failed("b"), passed("c")));
    assertThat(comparison.kinds()).containsOnlyKeys(Kind.REGRESSION, Kind.MISSING_TEST, Kind.UNKNOWN_TEST, Kind.LOST_SUITE, Kind.ENVIRONMENT);
    assertThat(comparison.passed()).isFalse();
  }

  @Test
  void anotherEndOfTheSuiteIsAChangeEvenWhereSomethingIsMissing() {
    lacks.add(new KnownFaults.Lack("docker", List.of("catalyst a.A")));
    for (SuiteResult rebuilt : List.of(lost(SUITE, SuiteResult.End.TIMEOUT), lost(SUITE, SuiteResult.End.CRASHED), completed(SUITE))) {
      Comparison comparison = compare(lost(SUITE, SuiteResult.End.ABORTED), rebuilt);
      assertThat(comparison.kinds()).containsOnlyKeys(Kind.CHANGED, Kind.ENVIRONMENT);
      assertThat(comparison.passed()).isFalse();
      assertThat(comparison.findings().get(0)).extracting(Finding::test, Finding::stock, Finding::rebuilt)
          .containsExactly(null, "aborted", rebuilt.end().label());
    }
    assertThat(compare(completed(SUITE, canceled("a")), lost(SUITE, SuiteResult.End.ABORTED, canceled("a"))).kinds())
        .containsOnlyKeys(Kind.LOST_SUITE, Kind.ENVIRONMENT);
  }

  @Test
  void whatIsMissingWhereStockPassesWholeIsNoLongerTrue() {
    lacks.add(new KnownFaults.Lack("docker", List.of("catalyst a.A")));
    assertThat(only(compare(passed("t"), passed("t")), Kind.STALE_EXPECTATION).detail()).isEqualTo("needs docker");
    only(compare(canceled("t"), canceled("t")), Kind.ENVIRONMENT);
    only(compare(completed(SUITE), completed(SUITE)), Kind.ENVIRONMENT);
  }

  @Test
  void whatFailsComesFirst() {
    expectDifference("expected");
    expectFlaky("flaky");
    lacks.add(new KnownFaults.Lack("docker", List.of("catalyst a.B")));
    SuiteId lacking = Sample.suite("B");
    SuiteId last = Sample.suite("C");
    Map<SuiteId, SuiteResult> stock = new LinkedHashMap<>();
    Map<SuiteId, SuiteResult> rebuilt = new LinkedHashMap<>();
    stock.put(SUITE, onStock(completed(SUITE, passed("expected"), passed("flaky"), passed("x"))));
    rebuilt.put(SUITE, completed(SUITE, failed("expected"), failed("flaky"), passed("x")));
    stock.put(lacking, onStock(lost(lacking, SuiteResult.End.ABORTED)));
    rebuilt.put(lacking, lost(lacking, SuiteResult.End.ABORTED));
    stock.put(last, onStock(completed(last, passed("a"), passed("gone"))));
    rebuilt.put(last, completed(last, failed("a")));
    Comparison comparison = Comparison.of(List.of(SUITE, lacking, last), stock, rebuilt, Sample.RELEASE, classes, new KnownFaults(lacks, flaky, differences));
    assertThat(comparison.findings()).extracting(Finding::kind)
        .containsExactly(Kind.REGRESSION, Kind.MISSING_TEST, Kind.EXPECTED, Kind.FLAKY, Kind.ENVIRONMENT);
    assertThat(comparison.kinds()).containsExactly(Map.entry(Kind.REGRESSION, 1), Map.entry(Kind.MISSING_TEST, 1), Map.entry(Kind.EXPECTED, 1),
        Map.entry(Kind.FLAKY, 1), Map.entry(Kind.ENVIRONMENT, 1));
    assertThat(comparison.passed()).isFalse();
  }

  @Test
  void theNumbersAreThoseOfTheRebuild() {
    Comparison comparison = compare(completed(SUITE, passed("a"), passed("b"), passed("c")), completed(SUITE, passed("a"), failed("b"), ignored("c")));
    assertThat(comparison.suites()).singleElement().extracting(Comparison.Suite::rebuilt).isEqualTo(new Comparison.Side("completed", 1, 1, 1, 1_500, 7, 3));
    assertThat(comparison.sum(Comparison.Side::passed)).isEqualTo(1);
    assertThat(comparison.sum(Comparison.Side::merged)).isEqualTo(3);
    assertThat(compare(completed(SUITE, passed("a")), null).sum(Comparison.Side::passed)).isZero();
  }
}
