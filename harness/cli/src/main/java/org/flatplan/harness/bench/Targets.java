/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.flatplan.harness.bench.Target.Verdict;

/** What the rebuild promises, as ratios within one benchmark, and whether it keeps it. */
final class Targets {
  private static final int MANY = 1000;
  private static final int SOME = 500;
  private static final double FASTER = 30;
  private static final double NEAR_SELECT = 15;
  private static final double DOUBLED = 2.3;
  private static final double FASTER_ANY = 5;
  private static final double NEAR_SELECT_ANY = 2;
  private static final double NOISE = 1.05;

  private final Results results;
  private final List<Target> targets = new ArrayList<>();

  private Targets(Results results) {
    this.results = results;
  }

  static List<Target> of(Results results) {
    Targets targets = new Targets(results);
    targets.independentAdds();
    for (Workload workload : Workload.values()) {
      if (workload != Workload.ADD) {
        targets.fasterOrNearSelect(workload);
      }
    }
    targets.notSlower(Variant.REBUILT);
    targets.notSlower(Variant.OFF);
    return List.copyOf(targets.targets);
  }

  /** Whether a gate lets these pass: nothing is missed, and something was measured. */
  static boolean pass(List<Target> targets) {
    return targets.stream().noneMatch(target -> target.verdict() == Verdict.NOT_MET) && targets.stream().anyMatch(target -> target.verdict() == Verdict.MET);
  }

  private void independentAdds() {
    Optional<Interval> stock = results.ratio(Workload.ADD, MANY, Variant.STOCK, Variant.REBUILT);
    add(MANY + " independent adds: at least " + plain(FASTER) + " times as fast as the release", atLeast(stock, FASTER), said("release / rebuild", stock));
    Optional<Interval> select = results.ratio(Workload.ADD, MANY, Variant.REBUILT, Variant.SELECT);
    add(MANY + " independent adds: at most " + plain(NEAR_SELECT) + " times one select", atMost(select, NEAR_SELECT), said("rebuild / select", select));
    Optional<Interval> twice = Results.ratio(results.cell(Workload.ADD, 2 * MANY, Variant.REBUILT), results.cell(Workload.ADD, MANY, Variant.REBUILT));
    add(2 * MANY + " independent adds: at most " + plain(DOUBLED) + " times " + MANY, atMost(twice, DOUBLED), said(2 * MANY + " / " + MANY, twice));
  }

  private void fasterOrNearSelect(Workload workload) {
    Optional<Interval> stock = results.ratio(workload, SOME, Variant.STOCK, Variant.REBUILT);
    String name = SOME + " x " + workload.label() + ": at least " + plain(FASTER_ANY) + " times as fast as the release";
    Verdict faster = atLeast(stock, FASTER_ANY);
    if (!workload.hasSelect()) {
      add(name, faster, said("release / rebuild", stock));
      return;
    }
    Optional<Interval> select = results.ratio(workload, SOME, Variant.REBUILT, Variant.SELECT);
    Verdict near = atMost(select, NEAR_SELECT_ANY);
    Verdict either = faster == Verdict.MET || near == Verdict.MET ? Verdict.MET
        : faster == Verdict.NOT_MET && near == Verdict.NOT_MET ? Verdict.NOT_MET : Verdict.NOT_MEASURED;
    add(name + ", or at most " + plain(NEAR_SELECT_ANY) + " times one select", either, said("release / rebuild", stock) + ", " + said("rebuild / select", select));
  }

  private void notSlower(Variant variant) {
    List<String> slower = new ArrayList<>();
    int judged = 0;
    double worst = 0;
    for (Workload workload : results.matrix().workloads()) {
      for (int columns : results.matrix().columns()) {
        Cell own = results.cell(workload, columns, variant);
        Cell stock = results.cell(workload, columns, Variant.STOCK);
        Optional<Interval> ratio = Results.ratio(own, stock);
        Verdict verdict = atMost(ratio, NOISE);
        if (verdict == Verdict.NOT_MEASURED) {
          continue;
        }
        judged++;
        worst = Math.max(worst, ratio.get().low());
        if (verdict == Verdict.NOT_MET) {
          slower.add(workload.label() + " x " + columns + ": " + (ratio.get().exact() ? String.format(Locale.ROOT, "%.3f", ratio.get().low()) + overlap(own, stock) : own.text()));
        }
      }
    }
    String name = "no cell of the " + variant.title() + " takes more than " + plain(NOISE) + " times as long as on the release";
    if (judged == 0) {
      add(name, Verdict.NOT_MEASURED, "");
    } else if (slower.isEmpty()) {
      add(name, Verdict.MET, "at most " + String.format(Locale.ROOT, "%.3f", worst) + " in " + judged + " cells");
    } else {
      add(name, Verdict.NOT_MET, slower.size() + " of " + judged + " cells: " + String.join("; ", slower));
    }
  }

  private static String overlap(Cell own, Cell stock) {
    return own.total().min() <= stock.total().max() ? " (the runs overlap)" : "";
  }

  private void add(String name, Verdict verdict, String measured) {
    targets.add(new Target(name, verdict, measured));
  }

  private static Verdict atLeast(Optional<Interval> ratio, double bound) {
    return ratio.map(known -> known.low() >= bound ? Verdict.MET : known.high() < bound ? Verdict.NOT_MET : Verdict.NOT_MEASURED)
        .orElse(Verdict.NOT_MEASURED);
  }

  private static Verdict atMost(Optional<Interval> ratio, double bound) {
    return ratio.map(known -> known.high() <= bound ? Verdict.MET : known.low() > bound ? Verdict.NOT_MET : Verdict.NOT_MEASURED)
        .orElse(Verdict.NOT_MEASURED);
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  private static String said(String what, Optional<Interval> ratio) {
    return what + ": " + ratio.map(Interval::toString).orElse("not measured");
  }
}
