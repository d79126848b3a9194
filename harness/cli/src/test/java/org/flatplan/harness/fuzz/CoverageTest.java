/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoverageTest {
  private static final FuzzProgram PROGRAM = FuzzMade.program(1, 3);

  @Test
  void stepsCountIfSomethingWasSeenOfThem() {
    Coverage coverage = new Coverage();
    Trace trace = new Trace(List.of(Observation.same(0, "schema", "s"), Observation.same(2, "schema", "s"), Observation.same(2, "rows", "r")),
        Map.of("GROWTH", 4L, "merge.direct", 1L));
    coverage.add(PROGRAM, new Traces(trace, trace));
    coverage.add(PROGRAM, new Traces(trace, trace));
    assertThat(coverage.counters()).containsExactlyInAnyOrderEntriesOf(Map.of("rule.TABLE", 2L, "rule.WITH_COLUMN", 2L, "GROWTH", 8L, "merge.direct", 2L));
  }

  @Test
  void eachRuleAndEachReasonIsRequired() {
    Hello hello = new Hello(Map.of(), Map.of("CollapseRefusal", List.of("GROWTH", "PLAN_ID"), "IncrementalRefusal", List.of("STAR", "PLAN_ID")));
    assertThat(Coverage.required(hello)).hasSize(Rule.values().length + 5 + 4)
        .contains("rule.FILTER", "merge.direct", "merge.filtered", "merge.partial", "revived", "incremental", "GROWTH", "PLAN_ID", "incremental.STAR",
            "incremental.PLAN_ID");
  }

  @Test
  void whatIsReachedTooRarelyIsLow() {
    assertThat(Coverage.low(Map.of("a", 100L, "b", 99L, "d", 3L), List.of("a", "b", "c"), 20_000)).isEqualTo(Map.of("b", 99L, "c", 0L));
    assertThat(Coverage.low(Map.of("a", 5L, "b", 4L), List.of("a", "b"), 1_000)).isEqualTo(Map.of("b", 4L));
    assertThat(Coverage.needed(1_000_000)).isEqualTo(100);
    assertThat(Coverage.needed(1)).isEqualTo(1);
  }
}
