/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.flatplan.harness.bench.Target.Verdict;
import org.junit.jupiter.api.Test;

class TargetsTest {
  private static final List<Integer> SIZES = List.of(500, 1000, 2000);

  private static Target target(Results results, String name) {
    return Targets.of(results).stream().filter(each -> each.name().contains(name)).findFirst().orElseThrow();
  }

  private static Verdict verdict(String name, Measurement... all) {
    return target(Made.results(SIZES, all), name).verdict();
  }

  private static Measurement add(int columns, Variant variant, double millis) {
    return Made.done(Workload.ADD, columns, variant, 1, millis);
  }

  private static Measurement drop(Variant variant, double millis) {
    return Made.done(Workload.DROP, 500, variant, 1, millis);
  }

  @Test
  void thousandAdds() {
    String name = "at least 30 times";
    assertThat(verdict(name, add(1000, Variant.STOCK, 3000), add(1000, Variant.REBUILT, 100))).isEqualTo(Verdict.MET);
    assertThat(verdict(name, add(1000, Variant.STOCK, 2999), add(1000, Variant.REBUILT, 100))).isEqualTo(Verdict.NOT_MET);
    assertThat(verdict(name, add(1000, Variant.STOCK, 3000))).isEqualTo(Verdict.NOT_MEASURED);
    assertThat(verdict(name, add(500, Variant.STOCK, 3000), add(500, Variant.REBUILT, 100))).isEqualTo(Verdict.NOT_MEASURED);
  }

  @Test
  void aTimeOutOfTheReleaseDecidesIfItIsLateEnough() {
    String name = "at least 30 times";
    assertThat(verdict(name, Made.lost(Workload.ADD, 1000, Variant.STOCK, 1, Outcome.TIMEOUT, 3000), add(1000, Variant.REBUILT, 100))).isEqualTo(Verdict.MET);
    assertThat(verdict(name, Made.lost(Workload.ADD, 1000, Variant.STOCK, 1, Outcome.TIMEOUT, 2999), add(1000, Variant.REBUILT, 100)))
        .isEqualTo(Verdict.NOT_MEASURED);
    assertThat(verdict(name, add(1000, Variant.STOCK, 3000), Made.lost(Workload.ADD, 1000, Variant.REBUILT, 1, Outcome.TIMEOUT, 200))).isEqualTo(Verdict.NOT_MET);
  }

  @Test
  void thousandAddsBesideOneSelect() {
    String name = "at most 15 times one select";
    assertThat(verdict(name, add(1000, Variant.REBUILT, 1500), add(1000, Variant.SELECT, 100))).isEqualTo(Verdict.MET);
    assertThat(verdict(name, add(1000, Variant.REBUILT, 1501), add(1000, Variant.SELECT, 100))).isEqualTo(Verdict.NOT_MET);
  }

  @Test
  void twiceAsManyAdds() {
    String name = "at most 2.3 times 1000";
    assertThat(verdict(name, add(1000, Variant.REBUILT, 100), add(2000, Variant.REBUILT, 230))).isEqualTo(Verdict.MET);
    assertThat(verdict(name, add(1000, Variant.REBUILT, 100), add(2000, Variant.REBUILT, 231))).isEqualTo(Verdict.NOT_MET);
    assertThat(verdict(name, add(1000, Variant.STOCK, 100), add(2000, Variant.STOCK, 231))).isEqualTo(Verdict.NOT_MEASURED);
  }

  @Test
  void eachOtherWorkloadIsFasterOrNearOneSelect() {
    String name = "500 x drop";
    assertThat(verdict(name, drop(Variant.STOCK, 500), drop(Variant.REBUILT, 100), drop(Variant.SELECT, 1))).isEqualTo(Verdict.MET);
    assertThat(verdict(name, drop(Variant.STOCK, 110), drop(Variant.REBUILT, 100), drop(Variant.SELECT, 50))).isEqualTo(Verdict.MET);
    assertThat(verdict(name, drop(Variant.STOCK, 499), drop(Variant.REBUILT, 100), drop(Variant.SELECT, 49))).isEqualTo(Verdict.NOT_MET);
    assertThat(verdict(name, drop(Variant.STOCK, 499), drop(Variant.REBUILT, 100))).isEqualTo(Verdict.NOT_MEASURED);
  }

  @Test
  void aWorkloadWithoutASelectMustBeFaster() {
    assertThat(verdict("500 x chain", Made.done(Workload.CHAIN, 500, Variant.STOCK, 1, 499), Made.done(Workload.CHAIN, 500, Variant.REBUILT, 1, 100)))
        .isEqualTo(Verdict.NOT_MET);
    assertThat(verdict("500 x chain", Made.lost(Workload.CHAIN, 500, Variant.STOCK, 1, Outcome.STACK_OVERFLOW, 1),
        Made.done(Workload.CHAIN, 500, Variant.REBUILT, 1, 100))).isEqualTo(Verdict.MET);
  }

  @Test
  void noCellMayBeSlower() {
    String name = "no cell of the rebuild takes";
    assertThat(verdict(name, drop(Variant.STOCK, 100), drop(Variant.REBUILT, 105))).isEqualTo(Verdict.MET);
    Target missed = target(Made.results(SIZES, drop(Variant.STOCK, 100), drop(Variant.REBUILT, 120), add(500, Variant.STOCK, 100),
        add(500, Variant.REBUILT, 90)), name);
    assertThat(missed.verdict()).isEqualTo(Verdict.NOT_MET);
    assertThat(missed.measured()).isEqualTo("1 of 2 cells: drop x 500: 1.200");
    assertThat(verdict(name, drop(Variant.OFF, 120), drop(Variant.STOCK, 100))).isEqualTo(Verdict.NOT_MEASURED);
    assertThat(verdict("no cell of the rebuild, rule off", drop(Variant.OFF, 120), drop(Variant.STOCK, 100))).isEqualTo(Verdict.NOT_MET);
  }

  @Test
  void aCellThatOnlyTheRebuildDoesNotFinishIsSlower() {
    Target missed = target(Made.results(SIZES, drop(Variant.STOCK, 100),
        Made.lost(Workload.DROP, 500, Variant.REBUILT, 1, Outcome.OUT_OF_MEMORY, 1)), "no cell of the rebuild takes");
    assertThat(missed.verdict()).isEqualTo(Verdict.NOT_MET);
    assertThat(missed.measured()).isEqualTo("1 of 1 cells: drop x 500: out of memory");
  }

  @Test
  void runsThatOverlapAreSaidTo() {
    Target missed = target(Made.results(SIZES, drop(Variant.STOCK, 100), Made.done(Workload.DROP, 500, Variant.STOCK, 2, 101),
        Made.done(Workload.DROP, 500, Variant.STOCK, 3, 130), drop(Variant.REBUILT, 120)), "no cell of the rebuild takes");
    assertThat(missed.measured()).contains("drop x 500: 1.188 (the runs overlap)");
  }

  @Test
  void theGateNeedsOneTargetMetAndNoneMissed() {
    Target met = new Target("a", Verdict.MET, "");
    Target open = new Target("b", Verdict.NOT_MEASURED, "");
    Target missed = new Target("c", Verdict.NOT_MET, "");
    assertThat(Targets.pass(List.of(met, open))).isTrue();
    assertThat(Targets.pass(List.of(met, missed))).isFalse();
    assertThat(Targets.pass(List.of(open))).isFalse();
  }

  @Test
  void everyWorkloadHasATarget() {
    List<Target> targets = Targets.of(Made.all());
    for (Workload workload : Workload.values()) {
      assertThat(targets).anyMatch(target -> target.name().contains(workload == Workload.ADD ? "independent adds" : "500 x " + workload.label() + ":"));
    }
    assertThat(targets).noneMatch(target -> target.verdict() == Verdict.NOT_MEASURED);
  }
}
