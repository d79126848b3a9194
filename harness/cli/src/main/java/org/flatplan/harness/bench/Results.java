/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** All measurements of a matrix and what follows from them. */
final class Results {
  private static final Comparator<Measurement> ORDER = Comparator.comparing(Measurement::key, Comparator.comparing(Key::workload)
      .thenComparingInt(Key::columns).thenComparing(Key::variant).thenComparingInt(Key::run));

  private final Matrix matrix;
  private final List<Measurement> all;
  private final Clock clock;

  Results(Matrix matrix, Collection<Measurement> all, Clock clock) {
    this.matrix = matrix;
    this.all = all.stream().filter(each -> matrix.has(each.key())).sorted(ORDER).toList();
    this.clock = clock;
  }

  Matrix matrix() {
    return matrix;
  }

  Clock clock() {
    return clock;
  }

  List<Measurement> measurements() {
    return all;
  }

  Cell cell(Workload workload, int columns, Variant variant) {
    if (variant == Variant.SELECT && !workload.hasSelect()) {
      return new Cell(workload, columns, variant, Cell.State.NO_SELECT, List.of(), null, clock);
    }
    List<Measurement> runs = of(workload, variant).filter(each -> each.key().columns() == columns).toList();
    Optional<Measurement> failed = runs.stream().filter(each -> !each.done()).findFirst();
    if (failed.isPresent()) {
      return new Cell(workload, columns, variant, Cell.State.FAILED, runs, failed.get(), clock);
    }
    if (!runs.isEmpty()) {
      return new Cell(workload, columns, variant, Cell.State.DONE, runs, null, clock);
    }
    Measurement smaller = of(workload, variant).filter(each -> !each.done() && each.key().columns() < columns).findFirst().orElse(null);
    return new Cell(workload, columns, variant, smaller == null ? Cell.State.NOT_MEASURED : Cell.State.NOT_RUN, runs, smaller, clock);
  }

  private Stream<Measurement> of(Workload workload, Variant variant) {
    return all.stream().filter(each -> each.key().workload() == workload && each.key().variant() == variant);
  }

  /** The cells that were asked for, those without a result too. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Workload workload : matrix.workloads()) {
      for (int columns : matrix.columns()) {
        matrix.variants().forEach(variant -> cells.add(cell(workload, columns, variant)));
      }
    }
    return cells;
  }

  /** How many times as long one takes as the other; empty if one of them was not measured. */
  Optional<Interval> ratio(Workload workload, int columns, Variant slow, Variant fast) {
    return ratio(cell(workload, columns, slow), cell(workload, columns, fast));
  }

  /** How many times as long one cell takes as another; empty if one of them was not measured. */
  static Optional<Interval> ratio(Cell slow, Cell fast) {
    return slow.known() && fast.known() ? Optional.of(slow.millis().over(fast.millis())) : Optional.empty();
  }

  /** Where rows or schema of one workload and size are not the same everywhere; none is as it should be. */
  List<String> disagreements() {
    List<String> found = new ArrayList<>();
    for (Workload workload : matrix.workloads()) {
      for (int columns : matrix.columns()) {
        disagreement("rows", workload, columns, Seen::rowsSha256).ifPresent(found::add);
        disagreement("schema", workload, columns, Seen::schemaSha256).ifPresent(found::add);
      }
    }
    return found;
  }

  private Optional<String> disagreement(String what, Workload workload, int columns, Function<Seen, String> sum) {
    List<Measurement> done = all.stream().filter(each -> each.done() && each.key().workload() == workload && each.key().columns() == columns).toList();
    return done.stream().filter(each -> !Objects.equals(sum.apply(each.seen()), sum.apply(done.get(0).seen()))).findFirst()
        .map(other -> workload.label() + " x " + columns + ": " + what + " of " + done.get(0).key().variant().title() + " (run "
            + done.get(0).key().run() + ") and " + other.key().variant().title() + " (run " + other.key().run() + ") differ");
  }
}
