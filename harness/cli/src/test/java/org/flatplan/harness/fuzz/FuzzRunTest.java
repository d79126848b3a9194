/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.flatplan.harness.cli.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on sides that are made up. */
@Timeout(120)
class FuzzRunTest {
  @TempDir
  Path home;
  private final StringWriter err = new StringWriter();
  private final Set<Long> closed = ConcurrentHashMap.newKeySet();
  private Duration most;

  private interface Side {
    Trace run(FuzzProgram program) throws InterruptedException;
  }

  private FuzzPart run(FuzzPart start, int jobs, Side baseline, Side candidate) throws Exception {
    Ledger ledger = new Ledger(new FuzzFolder(home), start);
    new FuzzRun(Against.OFF, ledger, job -> new Examiner(new Oracle() {
      @Override
      public Traces run(FuzzProgram program) throws InterruptedException {
        return new Traces(baseline.run(program), candidate.run(program));
      }

      @Override
      public void close() {
        closed.add((long) job);
      }
    }, seed -> FuzzMade.program(seed, 12)), most, Duration.ofSeconds(20), new PrintWriter(err)).run(jobs);
    return ledger.part();
  }

  /** Wrong where a step with a text is, for some seeds. */
  private static Trace wrong(FuzzProgram program, long every, int step) {
    Trace plain = FuzzMade.plain(program);
    return program.seed() % every != 0 ? plain : new Trace(plain.observations().stream()
        .map(each -> each.step() == step ? Observation.same(step, each.what(), "wrong") : each).toList(), plain.coverage());
  }

  @Test
  void equalSidesPass() throws Exception {
    FuzzPart part = run(FuzzMade.part(1, 50, 0), 3, FuzzMade::plain, FuzzMade::plain);
    assertThat(part.done()).isEqualTo(50);
    assertThat(part.kinds()).isEmpty();
    assertThat(part.coverage()).containsEntry("rule.TABLE", 50L).containsEntry("rule.WITH_COLUMN", 550L);
    assertThat(new FuzzFolder(home).parts()).singleElement().extracting(FuzzPart::done).isEqualTo(50L);
    assertThat(closed).containsExactlyInAnyOrder(1L, 2L, 3L);
    assertThat(err.toString()).contains("[flatplan] 50 of 50 programs");
  }

  @Test
  void aMismatchIsShrunkPrintedAndCounted() throws Exception {
    FuzzPart part = run(FuzzMade.part(1, 60, 0), 2, FuzzMade::plain, program -> wrong(program, 4, 7));
    FoundKind kind = part.kinds().get("WITH_COLUMN: rows, a value / a value");
    assertThat(part.kinds()).hasSize(1);
    assertThat(kind.count()).isEqualTo(15);
    assertThat(kind.seeds()).containsExactly(4L, 8L, 12L, 16L, 20L, 24L, 28L, 32L, 36L, 40L);
    assertThat(kind.text()).contains("12 steps, shrunk to 2", "rule off: step 7, rows = [", "rule on: step 7, rows = wrong", "t");
    assertThat(err.toString()).contains(kind.text());
    FuzzSummary summary = FuzzSummary.of(List.of(part));
    assertThat(summary.passes()).isFalse();
    assertThat(summary.problems()).containsExactly("15 programs differ, in 1 ways");
    assertThat(FuzzText.of(summary)).contains("DIFFERENT: WITH_COLUMN: rows", kind.text(), "FAIL: 15 programs differ").doesNotContain("PASS");
  }

  @Test
  void whatDiffersOnceIsUnsteadyAndLimited() throws Exception {
    Set<Long> seen = ConcurrentHashMap.newKeySet();
    FuzzPart part = run(FuzzMade.part(1, 40, 0), 2, FuzzMade::plain, program -> seen.add(program.seed()) ? wrong(program, 10, 3) : FuzzMade.plain(program));
    assertThat(part.kinds()).isEmpty();
    assertThat(part.unsteady()).containsOnlyKeys(10L, 20L, 30L, 40L);
    assertThat(FuzzSummary.of(List.of(part)).problems()).containsExactly("4 programs are unsteady; 1 may be");
  }

  @Test
  void whatStockSparkLeavesToChanceIsUnsteady() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    FuzzPart part = run(FuzzMade.part(1, 1, 0), 1, program -> FuzzMade.trace(Observation.same(0, "rows", "by chance " + runs.incrementAndGet())),
        FuzzMade::plain);
    assertThat(part.unsteady()).containsOnlyKeys(1L);
    assertThat(part.kinds()).isEmpty();
  }

  @Test
  void whatOnlyTheRuleLeavesToChanceIsAMismatch() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    FuzzPart part = run(FuzzMade.part(1, 1, 0), 1, FuzzMade::plain, program -> wrong(program, runs.incrementAndGet() % 2 == 1 ? 1 : 2, 3));
    assertThat(part.kinds()).hasSize(1);
  }

  @Test
  void aTimeCountsIfItIsAlwaysThatLong() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Side quick = program -> FuzzMade.trace(Observation.atMost(0, "millis", 10));
    Side slow = program -> FuzzMade.trace(Observation.atMost(0, "millis", 60_000));
    FuzzPart once = run(FuzzMade.part(1, 1, 0), 1, quick, program -> runs.incrementAndGet() == 2 ? quick.run(program) : slow.run(program));
    assertThat(once.kinds()).isEmpty();
    assertThat(once.unsteady()).isEmpty();
    assertThat(run(FuzzMade.part(1, 1, 0), 1, quick, slow).kinds()).containsOnlyKeys("TABLE: millis, a figure / a figure");
  }

  @Test
  void whatStockSparkDiesOfIsListedAndLimited() throws Exception {
    FuzzPart part = run(FuzzMade.part(1, 20, 0), 2, program -> program.seed() < 4 ? Lost.trace("timeout") : FuzzMade.plain(program), FuzzMade::plain);
    assertThat(part.lost()).containsOnlyKeys(1L, 2L, 3L).containsEntry(1L, "timeout");
    assertThat(FuzzSummary.of(List.of(part)).problems()).containsExactly("3 programs are too much for stock Spark; 1 may be");
  }

  @Test
  void afterItsTimeNoOtherProgramIsBegunAndTheRestCanFollow() throws Exception {
    most = Duration.ofMillis(400);
    Side slow = program -> {
      Thread.sleep(50);
      return FuzzMade.plain(program);
    };
    FuzzPart early = run(FuzzMade.part(1, 30, 0), 2, slow, FuzzMade::plain);
    assertThat(early.done()).isBetween(1L, 29L);
    assertThat(early.coverage()).containsEntry("rule.TABLE", early.done());
    most = null;
    FuzzPart kept = new FuzzFolder(home).earlier(FuzzMade.part(1, 30, 0)).orElseThrow();
    assertThat(kept.done()).isEqualTo(early.done());
    FuzzPart all = run(kept, 2, program -> {
      assertThat(program.seed()).isGreaterThan(early.done());
      return FuzzMade.plain(program);
    }, FuzzMade::plain);
    assertThat(all.done()).isEqualTo(30);
    assertThat(all.coverage()).containsEntry("rule.TABLE", 30L);
  }

  @Test
  void whatStopsTheRunKeepsTheWholeRowBeforeIt() throws Exception {
    assertThatThrownBy(() -> run(FuzzMade.part(1, 100, 0), 2, program -> {
      if (program.seed() == 9) {
        Thread.sleep(300);
        throw new UserError("wrong classes");
      }
      return FuzzMade.plain(program);
    }, FuzzMade::plain)).isInstanceOf(UserError.class).hasMessage("wrong classes");
    FuzzPart kept = new FuzzFolder(home).parts().get(0);
    assertThat(kept.done()).isEqualTo(8);
    assertThat(kept.coverage()).containsEntry("rule.TABLE", 8L);
    assertThat(closed).hasSize(2);
  }

  @Test
  void onlyTheFirstKindsAreShrunk() throws Exception {
    FuzzPart part = run(FuzzMade.part(1, 8, 0), 1, FuzzMade::plain, program -> {
      Trace plain = FuzzMade.plain(program);
      return new Trace(plain.observations().stream().map(each -> each.step() == 5
          ? Observation.same(5, each.what() + "abcdefghi".charAt((int) program.seed()), each.value()) : each).toList(), plain.coverage());
    });
    assertThat(part.kinds()).hasSize(8);
    assertThat(part.kinds().values().stream().filter(kind -> kind.text().contains("shrunk to 2"))).hasSize(FuzzRun.SHRUNK_KINDS);
  }
}
