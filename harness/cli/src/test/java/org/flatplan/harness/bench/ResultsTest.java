/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResultsTest {
  @Test
  void theMedianIsTheMiddleOne() {
    assertThat(Spread.of(List.of(9.0, 1.0, 4.0))).isEqualTo(new Spread(4, 1, 9));
    assertThat(Spread.of(List.of(9.0, 1.0, 4.0, 6.0))).isEqualTo(new Spread(5, 1, 9));
    assertThat(Spread.of(List.of(2.0))).isEqualTo(new Spread(2, 2, 2));
    assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theTotalIsWithoutTheJobAndItsMedianCounts() {
    Results results = Made.results(List.of(100), Made.done(Workload.ADD, 100, Variant.STOCK, 1, 900), Made.done(Workload.ADD, 100, Variant.STOCK, 2, 100),
        Made.done(Workload.ADD, 100, Variant.STOCK, 3, 400));
    Cell cell = results.cell(Workload.ADD, 100, Variant.STOCK);
    assertThat(cell.total()).isEqualTo(new Spread(400, 100, 900));
    assertThat(cell.phase(Seen::build)).isEqualTo(200);
    assertThat(cell.text()).isEqualTo("400 ms");
  }

  @Test
  void theOtherClockGivesOtherTotals() {
    Matrix matrix = new Matrix(List.of(Workload.ADD), List.of(100), List.of(Variant.STOCK), 1);
    Results results = new Results(matrix, List.of(Made.done(Workload.ADD, 100, Variant.STOCK, 1, 900)), Clock.CPU);
    assertThat(results.cell(Workload.ADD, 100, Variant.STOCK).total().median()).isEqualTo(90);
  }

  @Test
  void aTimeOutLeavesALowerBound() {
    Results results = Made.results(List.of(100, 200), Made.lost(Workload.ADD, 100, Variant.STOCK, 1, Outcome.TIMEOUT, 590_000),
        Made.done(Workload.ADD, 100, Variant.REBUILT, 1, 100), Made.done(Workload.ADD, 200, Variant.REBUILT, 1, 200));
    assertThat(results.cell(Workload.ADD, 100, Variant.STOCK).text()).isEqualTo("> 600 s");
    assertThat(results.ratio(Workload.ADD, 100, Variant.STOCK, Variant.REBUILT)).contains(Interval.atLeast(5900));
    Cell larger = results.cell(Workload.ADD, 200, Variant.STOCK);
    assertThat(larger.state()).isEqualTo(Cell.State.NOT_RUN);
    assertThat(larger.text()).isEqualTo("not run (timeout at 100)");
    assertThat(results.ratio(Workload.ADD, 200, Variant.STOCK, Variant.REBUILT)).contains(Interval.atLeast(2950));
  }

  @Test
  void anOverflowIsNeverFaster() {
    Results results = Made.results(List.of(100), Made.done(Workload.CHAIN, 100, Variant.STOCK, 1, 100),
        Made.done(Workload.CHAIN, 100, Variant.REBUILT, 1, 100), Made.lost(Workload.CHAIN, 100, Variant.REBUILT, 2, Outcome.STACK_OVERFLOW, 50));
    assertThat(results.cell(Workload.CHAIN, 100, Variant.REBUILT).text()).isEqualTo("stack overflow in run 2");
    assertThat(results.ratio(Workload.CHAIN, 100, Variant.STOCK, Variant.REBUILT)).contains(Interval.exactly(0));
    assertThat(results.ratio(Workload.CHAIN, 100, Variant.REBUILT, Variant.STOCK)).contains(Interval.INFINITE);
  }

  @Test
  void ofTwoThatDoNotEndNothingIsKnown() {
    Results results = Made.results(List.of(100), Made.lost(Workload.CHAIN, 100, Variant.STOCK, 1, Outcome.STACK_OVERFLOW, 9),
        Made.lost(Workload.CHAIN, 100, Variant.REBUILT, 1, Outcome.OUT_OF_MEMORY, 9));
    assertThat(results.ratio(Workload.CHAIN, 100, Variant.STOCK, Variant.REBUILT)).contains(Interval.UNKNOWN);
  }

  @Test
  void whatWasNotMeasuredHasNoRatio() {
    Results results = Made.results(List.of(100), Made.done(Workload.CHAIN, 100, Variant.STOCK, 1, 100));
    assertThat(results.ratio(Workload.CHAIN, 100, Variant.STOCK, Variant.REBUILT)).isEqualTo(Optional.empty());
    assertThat(results.cell(Workload.CHAIN, 100, Variant.SELECT).state()).isEqualTo(Cell.State.NO_SELECT);
    assertThat(results.cell(Workload.ADD, 100, Variant.SELECT).state()).isEqualTo(Cell.State.NOT_MEASURED);
  }

  @Test
  void rowsThatDifferAreNamed() {
    Results results = Made.results(List.of(100), Made.done(Workload.ADD, 100, Variant.STOCK, 1, 1, "x"), Made.done(Workload.ADD, 100, Variant.STOCK, 2, 1, "x"),
        Made.done(Workload.ADD, 100, Variant.REBUILT, 1, 1, "y"), Made.done(Workload.DROP, 100, Variant.STOCK, 1, 1, "z"));
    assertThat(results.disagreements()).containsExactly("add x 100: rows of release (run 1) and rebuild (run 1) differ");
  }

  @Test
  void anOverflowOrAFullHeapIsAResultHoweverItIsWrapped() {
    assertThat(Outcome.of(null)).contains(Outcome.DONE);
    assertThat(Outcome.of(new RuntimeException(new StackOverflowError()))).contains(Outcome.STACK_OVERFLOW);
    assertThat(Outcome.of(new OutOfMemoryError("Java heap space"))).contains(Outcome.OUT_OF_MEMORY);
    assertThat(Outcome.of(new RuntimeException("Lost task 0.0: java.lang.StackOverflowError\n\tat a.B"))).contains(Outcome.STACK_OVERFLOW);
    assertThat(Outcome.of(new RuntimeException("no such column", new IllegalStateException()))).isEmpty();
  }

  @Test
  void theTableHasARowForWhatIsKnown() {
    Results results = Made.results(List.of(100, 200), Made.done(Workload.ADD, 100, Variant.STOCK, 1, 81_234), Made.done(Workload.ADD, 100, Variant.REBUILT, 1, 1234),
        Made.done(Workload.ADD, 100, Variant.SELECT, 1, 123.4), Made.lost(Workload.CHAIN, 100, Variant.STOCK, 1, Outcome.STACK_OVERFLOW, 9),
        Made.done(Workload.CHAIN, 100, Variant.REBUILT, 1, 1));
    assertThat(BenchTable.markdown(results)).isEqualTo("""
        | workload | columns | release | rebuild, rule off | rebuild | one select | release / rebuild | rebuild / select |
        | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | add | 100 | 81.2 s |  | 1.23 s | 123 ms | 65.8 | 10.0 |
        | chain | 100 | stack overflow |  | 1.00 ms | - | ∞ |  |
        | chain | 200 | not run (stack overflow at 100) |  |  | - |  |  |
        """);
  }
}
