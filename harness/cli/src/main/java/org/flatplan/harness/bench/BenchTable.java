/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The results as tables of text. */
final class BenchTable {
  private BenchTable() {
  }

  static List<String> head(Results results) {
    List<String> head = new ArrayList<>(List.of("workload", "columns"));
    results.matrix().variants().forEach(variant -> head.add(variant.title()));
    head.add("release / rebuild");
    head.add("rebuild / select");
    return head;
  }

  /** A row for each workload and size of which something is known. */
  static List<List<String>> rows(Results results) {
    List<List<String>> rows = new ArrayList<>();
    for (Workload workload : results.matrix().workloads()) {
      for (int columns : results.matrix().columns()) {
        List<Cell> cells = results.matrix().variants().stream().map(variant -> results.cell(workload, columns, variant)).toList();
        if (cells.stream().noneMatch(Cell::known)) {
          continue;
        }
        List<String> row = new ArrayList<>(List.of(workload.label(), Integer.toString(columns)));
        cells.forEach(cell -> row.add(cell.text()));
        row.add(text(results.ratio(workload, columns, Variant.STOCK, Variant.REBUILT)));
        row.add(text(results.ratio(workload, columns, Variant.REBUILT, Variant.SELECT)));
        rows.add(row);
      }
    }
    return rows;
  }

  private static String text(Optional<Interval> ratio) {
    return ratio.map(known -> known.low() == Double.POSITIVE_INFINITY ? "∞" : known.low() == 0 && known.high() == 0 ? "0" : known.toString()).orElse("");
  }

  static String markdown(Results results) {
    List<String> head = head(results);
    StringBuilder text = new StringBuilder(line(head));
    text.append(head.stream().map(column -> column.equals("workload") ? "---" : "---:").collect(Collectors.joining(" | ", "| ", " |\n")));
    rows(results).forEach(row -> text.append(line(row)));
    return text.toString();
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
