/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Programs as values: shortened, changed, stored, and what they define of their rows. */
class ProgramTest {
  private static final FuzzProgram PROGRAM = new FuzzProgram(7, Map.of("spark.sql.ansi.enabled", "true"), List.of(
      new Step(0, Rule.LOCAL, List.of(), List.of("numbers")),
      new Step(1, Rule.DROP, List.of(0), List.of("a")),
      new Step(2, Rule.FILTER, List.of(1), List.of("a > 1")),
      new Step(3, Rule.LOCAL, List.of(), List.of("texts")),
      new Step(4, Rule.JOIN_USING, List.of(2, 3), List.of("inner", "k")),
      new Step(5, Rule.LIMIT, List.of(4), List.of("3"))));

  @Test
  void whatUsedAStepUsesItsInput() {
    FuzzProgram shorter = PROGRAM.without(Set.of(1, 2));
    assertThat(shorter.steps()).extracting(Step::id).containsExactly(0, 3, 4, 5);
    assertThat(shorter.steps().get(2).inputs()).containsExactly(0, 3);
  }

  @Test
  void whatUsedASourceGoesWithIt() {
    assertThat(PROGRAM.without(Set.of(3)).steps()).extracting(Step::id).containsExactly(0, 1, 2);
    assertThat(PROGRAM.without(Set.of(0)).steps()).extracting(Step::id).containsExactly(3);
  }

  @Test
  void aStepIsReplacedInItsPlace() {
    FuzzProgram other = PROGRAM.with(new Step(2, Rule.FILTER, List.of(1), List.of("k > 1")));
    assertThat(other.steps()).hasSameSizeAs(PROGRAM.steps());
    assertThat(other.steps().get(2).texts()).containsExactly("k > 1");
  }

  @Test
  void jsonGivesTheSameProgram() throws Exception {
    ObjectMapper json = new ObjectMapper();
    for (long seed = 0; seed < 50; seed++) {
      FuzzProgram program = ProgramGenerator.program(seed, ProgramTestSupport.STEPS);
      assertThat(json.readValue(json.writeValueAsString(program), FuzzProgram.class)).isEqualTo(program);
    }
    Trace trace = new Trace(List.of(Observation.same(1, "rows", "[]"), Observation.atMost(-1, "millis", 3)), Map.of("merge.direct", 2L));
    assertThat(json.readValue(json.writeValueAsString(trace), Trace.class)).isEqualTo(trace);
  }

  @Test
  void orderIsLostInAJoinAndRowsInALimitAfterIt() {
    Map<Integer, Known> known = Known.of(PROGRAM);
    assertThat(known.get(2).rows()).isEqualTo(Known.Rows.IN_ORDER);
    assertThat(known.get(4).rows()).isEqualTo(Known.Rows.ANY_ORDER);
    assertThat(known.get(5).rows()).isEqualTo(Known.Rows.NUMBER);
  }

  @Test
  void randomValuesThatAreFilteredDefineNothing() {
    FuzzProgram program = new FuzzProgram(1, Map.of(), List.of(new Step(0, Rule.STREAM, List.of(), List.of("numbers")),
        new Step(1, Rule.UUID, List.of(0), List.of("u", "uuid()")), new Step(2, Rule.FILTER, List.of(1), List.of("u > 'a'"))));
    assertThat(Known.of(program).get(1)).isEqualTo(new Known(Known.Rows.NUMBER, true));
    assertThat(Known.of(program).get(2)).isEqualTo(new Known(Known.Rows.NOTHING, true));
  }

  @Test
  void numbersMayBeLessAndTextsMayNot() {
    assertThat(Observation.atMost(1, "optimized projects", 2).agreesWith(Observation.atMost(1, "optimized projects", 3))).isTrue();
    assertThat(Observation.atMost(1, "optimized projects", 3).agreesWith(Observation.atMost(1, "optimized projects", 2))).isTrue();
    assertThat(Observation.atMost(1, "optimized projects", 4).agreesWith(Observation.atMost(1, "optimized projects", 2))).isFalse();
    assertThat(Observation.atMost(1, "optimized expensive", 3).agreesWith(Observation.atMost(1, "optimized expensive", 2))).isFalse();
    assertThat(Observation.atMost(-1, "millis", 1900).agreesWith(Observation.atMost(-1, "millis", 1))).isTrue();
    assertThat(Observation.atMost(-1, "millis", 2100).agreesWith(Observation.atMost(-1, "millis", 1))).isFalse();
    assertThat(Observation.same(1, "rows", "1").agreesWith(Observation.same(1, "rows", "2"))).isFalse();
    assertThat(Observation.same(1, "rows", "1").agreesWith(Observation.same(2, "rows", "1"))).isFalse();
  }
}
