/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The results for programs.
 *
 * @param format of this file
 * @param release version of Spark that was compared with; null if nothing came so far
 * @param machine where
 * @param method how
 * @param cells of all that was asked for
 * @param targets what they show
 * @param disagreements where rows or schema differ
 * @param measurements all that the cells are made of
 */
record BenchReport(int format, String release, Machine machine, Method method, List<Map<String, Object>> cells, List<Target> targets,
    List<String> disagreements, List<Measurement> measurements) {
  static BenchReport of(Results results, Machine machine, Method method) {
    String release = results.measurements().stream().filter(each -> each.key().variant().onRelease()).map(each -> each.seen().sparkVersion())
        .filter(version -> version != null).findFirst().orElse(null);
    return new BenchReport(1, release, machine, method, results.cells().stream().map(cell -> summary(results, cell)).toList(), Targets.of(results),
        results.disagreements(), results.measurements());
  }

  private static Map<String, Object> summary(Results results, Cell cell) {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("workload", cell.workload());
    summary.put("columns", cell.columns());
    summary.put("variant", cell.variant());
    summary.put("state", cell.state().label());
    if (cell.done()) {
      summary.put("runs", cell.runs().size());
      summary.put("totalMillis", cell.total());
      summary.put("buildMillis", cell.phase(Seen::build));
      summary.put("optimizeMillis", cell.phase(Seen::optimize));
      summary.put("planMillis", cell.phase(Seen::plan));
      summary.put("jobMillis", cell.phase(Seen::job));
      summary.put("peakHeapBytes", cell.median(Seen::peakHeapBytes));
    } else if (cell.known()) {
      summary.put("because", new Cause(cell.cause().seen().outcome(), cell.cause().seen().phase(), cell.cause().key().columns(),
          cell.cause().seen().reachedMillis()));
    }
    ratio(results, cell, Variant.STOCK, cell.variant()).ifPresent(ratio -> summary.put("fasterThanRelease", ratio));
    ratio(results, cell, cell.variant(), Variant.SELECT).ifPresent(ratio -> summary.put("timesSelect", ratio));
    return summary;
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Cause(Outcome outcome, Phase phase, int columns, Double reachedMillis) {
  }

  private static Optional<Double> ratio(Results results, Cell cell, Variant slow, Variant fast) {
    return slow == fast ? Optional.empty() : results.ratio(cell.workload(), cell.columns(), slow, fast).filter(Interval::exact).map(Interval::low);
  }
}
