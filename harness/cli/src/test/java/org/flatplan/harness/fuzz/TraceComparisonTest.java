/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceComparisonTest {
  private static final FuzzProgram PROGRAM = FuzzMade.program(1, 3);
  private static final Observation SCHEMA = Observation.same(1, "schema", "a");

  private static Difference difference(Trace baseline, Trace candidate) {
    return TraceComparison.first(PROGRAM, baseline, candidate).orElse(null);
  }

  private static Trace cost(long projects) {
    return FuzzMade.trace(SCHEMA, Observation.atMost(2, "projects", projects));
  }

  @Test
  void theFirstDifferenceCounts() {
    Trace baseline = FuzzMade.trace(SCHEMA, Observation.same(1, "rows 1", "[1]"), Observation.same(2, "rows 2", "[2]"));
    Trace candidate = FuzzMade.trace(SCHEMA, Observation.same(1, "rows 1", "[5]"), Observation.same(2, "rows 2", "[6]"));
    assertThat(difference(baseline, baseline)).isNull();
    Difference found = difference(baseline, candidate);
    assertThat(found.step().id()).isEqualTo(1);
    assertThat(found.signature()).isEqualTo("WITH_COLUMN: rows , a value / a value");
    assertThat(found.text(Against.STOCK)).contains("step 1, ", "\n  release: step 1, rows 1 = [1]\n  rebuild: step 1, rows 1 = [5]");
  }

  @Test
  void aFigureMayBeLess() {
    assertThat(difference(cost(3), cost(3))).isNull();
    assertThat(difference(cost(3), cost(2))).isNull();
    assertThat(difference(cost(3), cost(4)).signature()).isEqualTo("WITH_COLUMN: projects, a figure / a figure");
    assertThat(TraceComparison.same(cost(3), cost(4))).isTrue();
    assertThat(TraceComparison.same(cost(3), FuzzMade.trace(Observation.same(1, "schema", "b")))).isFalse();
  }

  @Test
  void aFigureDoesNotHideWhatComesLater() {
    Observation rows = Observation.same(3, "rows", "[1]");
    Trace stock = FuzzMade.trace(SCHEMA, Observation.atMost(2, "projects", 3), rows);
    assertThat(difference(stock, FuzzMade.trace(SCHEMA, Observation.atMost(2, "projects", 4), Observation.same(3, "rows", "[2]"))).ofFigure()).isFalse();
    assertThat(difference(stock, FuzzMade.trace(SCHEMA, Observation.atMost(2, "projects", 4), rows)).ofFigure()).isTrue();
  }

  @Test
  void whatIsMissingIsADifference() {
    assertThat(difference(cost(3), FuzzMade.trace(SCHEMA)).signature()).isEqualTo("WITH_COLUMN: projects, a figure / nothing");
    assertThat(difference(FuzzMade.trace(SCHEMA), cost(3)).text(Against.OFF)).contains("rule off: nothing more");
    assertThat(difference(FuzzMade.trace(SCHEMA), FuzzMade.trace(Observation.same(1, "rows", "a")))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"'run <- SparkException <- X[CAST_INVALID_INPUT {a=b}]',run CAST_INVALID_INPUT", "'build <- SparkException x',build SparkException",
      "'[1, 2]',a value", "'[RuntimeException[SOME_TEXT ]',a value"})
  void theSignatureHasTheConditionOfAnError(String value, String form) {
    Difference found = difference(FuzzMade.trace(Observation.same(2, "rows", value)), FuzzMade.trace(Observation.same(2, "rows", "[7]")));
    assertThat(found.signature()).isEqualTo("WITH_COLUMN: rows, " + form + " / a value");
  }

  @Test
  void aProgramThatStockSparkDiesOfIsNotCompared() {
    Traces lost = new Traces(Lost.trace("timeout"), cost(1));
    assertThat(lost.lost()).isTrue();
    assertThat(lost.difference(PROGRAM)).isEmpty();
    Traces worse = new Traces(cost(1), Lost.trace("timeout"));
    assertThat(worse.lost()).isFalse();
    assertThat(worse.difference(PROGRAM).orElseThrow().signature()).isEqualTo("program: schema / outcome, a value / timeout");
  }

  @Test
  void longValuesAreShownWhereTheyPart() {
    String common = "y".repeat(50_000);
    Difference found = difference(FuzzMade.trace(Observation.same(1, "rows", common + "left" + common)),
        FuzzMade.trace(Observation.same(1, "rows", common + "right" + common)));
    assertThat(found.text(Against.OFF)).contains("left", "right", "= ...y", "y...").hasSizeLessThan(4_000);
  }
}
