/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FuzzShrinkerTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private static boolean has(FuzzProgram program, String text) {
    return program.steps().stream().anyMatch(step -> step.texts().stream().anyMatch(each -> each.contains(text)));
  }

  @Test
  void whatIsNotNeededGoes() throws Exception {
    FuzzProgram program = FuzzMade.with(FuzzMade.with(FuzzMade.program(1, 60), "needed", "1"), "other", "2");
    FuzzProgram small = ProgramShrinker.shrink(program, -1, each -> has(each, "a + 17)") && has(each, "a + 41)") && each.settings().containsKey("needed"), LONG);
    assertThat(small.steps()).extracting(Step::id).containsExactly(0, 17, 41);
    assertThat(small.steps().get(2).inputs()).containsExactly(17);
    assertThat(small.settings()).containsExactly(Map.entry("needed", "1"));
    assertThat(small.seed()).isEqualTo(1);
  }

  @Test
  void whatTheStepDoesNotStandOnGoesAtOnce() throws Exception {
    FuzzProgram chain = FuzzMade.program(1, 40);
    List<Step> steps = new ArrayList<>(chain.steps());
    for (int i = 40; i < 60; i++) {
      steps.add(new Step(i, Rule.FILTER, List.of(i == 59 ? 3 : i - 1), List.of("k > " + i)));
    }
    AtomicInteger tried = new AtomicInteger();
    FuzzProgram small = ProgramShrinker.shrink(new FuzzProgram(1, Map.of(), steps), 59, each -> {
      tried.incrementAndGet();
      return has(each, "a + 2)") && has(each, "k > 59");
    }, LONG);
    assertThat(small.steps()).extracting(Step::id).containsExactly(0, 2, 59);
    assertThat(tried).hasValueLessThan(30);
  }

  @Test
  void textsBecomeSimpler() throws Exception {
    FuzzProgram program = new FuzzProgram(1, Map.of(), List.of(new Step(0, Rule.TABLE, List.of(), List.of("t")),
        new Step(1, Rule.WITH_COLUMN, List.of(0), List.of("c", "coalesce(b, if(a > 12, boom(b, 'x'), abs(a)))"))));
    FuzzProgram small = ProgramShrinker.shrink(program, -1, each -> has(each, "boom("), LONG);
    assertThat(small.steps().get(small.steps().size() - 1).texts()).containsExactly("c", "boom(b, 'x')");
  }

  @Test
  void onlyListsBecomeShorter() throws Exception {
    FuzzProgram program = new FuzzProgram(1, Map.of(), List.of(new Step(0, Rule.TABLE, List.of(), List.of("t")),
        new Step(1, Rule.SELECT, List.of(0), List.of("a", "boom(b)", "c")), new Step(2, Rule.RENAME, List.of(1), List.of("boom", "d"))));
    FuzzProgram small = ProgramShrinker.shrink(program, -1, each -> each.steps().size() == 3 && has(each, "boom(b)"), LONG);
    assertThat(small.steps()).extracting(Step::texts).containsExactly(List.of("t"), List.of("boom(b)"), List.of("1", "d"));
  }

  @Test
  void aProgramOfWhichAllIsNeededStays() throws Exception {
    FuzzProgram program = FuzzMade.program(1, 5);
    assertThat(ProgramShrinker.shrink(program, -1, each -> each.equals(program), LONG)).isSameAs(program);
    assertThat(ProgramShrinker.shrink(program, -1, each -> true, LONG).steps()).hasSize(1);
  }

  @Test
  void afterItsTimeTheSmallestSoFarWillDo() throws Exception {
    FuzzProgram program = FuzzMade.program(1, 400);
    long begin = System.nanoTime();
    FuzzProgram small = ProgramShrinker.shrink(program, -1, each -> {
      Thread.sleep(20);
      return has(each, "a + 399)") && has(each, "a + 201)") && has(each, "a + 7)");
    }, Duration.ofMillis(400));
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    assertThat(has(small, "a + 201)")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"'abs(a) + f(b, c)','b, c'", "'abs(a) + f(b, c)',abs(a)", "'f(g(x), y)',g(x)", "'(unclosed',1"})
  void partsOfATextAreTried(String text, String part) {
    assertThat(SimplerTexts.of(text)).contains(part).allMatch(each -> each.length() < text.length());
  }
}
