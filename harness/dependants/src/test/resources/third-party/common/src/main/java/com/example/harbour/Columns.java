/*
 * SPDX-License-Identifier: Apache-2.0
 */
package com.example.harbour;

import static org.apache.spark.sql.functions.col;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Columns one call at a time, over any table with a number {@code id}. */
public final class Columns {
  private Columns() {}

  /** The steps of the loop: in six of them three columns are added, one replaced, one dropped, one renamed. */
  static Dataset<Row> steps(Dataset<Row> table, int from, int to) {
    Dataset<Row> result = table;
    for (int i = from; i < to; i++) {
      String earlier = "c" + (i - 3);
      result = switch (i % 6) {
        case 3 -> result.withColumn(earlier, col(earlier).multiply(2));
        case 4 -> result.drop(earlier);
        case 5 -> result.withColumnRenamed(earlier, "r" + i);
        default -> result.withColumn("c" + i, col("id").plus(i));
      };
    }
    return result;
  }

  /** A loop of 60 calls over the table, and what programs do with the result. */
  public static Dataset<Row> use(Report report, String name, Dataset<Row> table) {
    Dataset<Row> loop = steps(table, 0, 60);
    report.plan(name + " loop", loop);
    report.rows(name + " loop", loop);

    Dataset<Row> filtered = loop.filter(col("c55").gt(56));
    report.plan(name + " filter on a dropped column", filtered);
    report.rows(name + " filter on a dropped column", filtered);

    Dataset<Row> joined = loop.as("l").join(loop.as("r"), col("l.id").equalTo(col("r.id").plus(1)))
        .select(col("l.id"), col("l.c54"), col("r.c54").as("right"), col("r.r59"));
    report.plan(name + " self-join", joined);
    report.rows(name + " self-join", joined);

    Dataset<Row> half = steps(table, 0, 30).cache();
    half.count();
    Dataset<Row> whole = steps(half, 30, 60);
    report.plan(name + " over a cache", whole);
    report.rows(name + " over a cache", whole);
    half.unpersist(true);
    return loop;
  }
}
