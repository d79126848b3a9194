/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.flatplan.harness.prove.Digests;

/**
 * The result of a query in short; equal results have equal sums.
 *
 * @param number of rows
 * @param columns of each
 * @param rows sum of the rows, sorted: no workload asks for an order
 * @param schema sum of names, types, nullability, metadata
 */
record RowSums(long number, long columns, String rows, String schema) {
  static RowSums of(Dataset<Row> frame, List<Row> rows) {
    return new RowSums(rows.size(), frame.columns().length, sum(rows.stream().map(Row::toString).sorted().collect(Collectors.joining("\n"))),
        sum(frame.schema().json()));
  }

  private static String sum(String text) {
    return Digests.sha256(text.getBytes(StandardCharsets.UTF_8));
  }
}
