/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.distribution;

import static org.apache.spark.sql.functions.call_udf;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import java.nio.file.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/**
 * Adds columns to a table one call at a time, caches it in the middle, joins it and writes it. Prints the plan of the loop. Runs inside
 * Spark or, with {@code SPARK_REMOTE} set, as a client.
 */
public final class ColumnProgram {
  private ColumnProgram() {
  }

  /** Entry point: number of columns, table, where to write, and a folder of marks if the job is to wait in the middle. */
  public static void main(String[] arguments) {
    int columns = Integer.parseInt(arguments[0]);
    SparkSession spark = SparkSession.builder().getOrCreate();
    try {
      Dataset<Row> table = spark.read().parquet(arguments[1]);
      Dataset<Row> wide = table;
      for (int i = 0; i < columns; i++) {
        wide = wide.withColumn("c" + i, value(i));
        if (i == columns / 2) {
          wide = wide.cache();
          System.out.println("cached rows: " + wide.count());
        }
      }
      wide.explain(true);
      Dataset<Row> result = wide.join(table.groupBy("b").agg(sum("a").as("total")), "b");
      if (arguments.length > 3) {
        spark.udf().register("gate", new Gate(Path.of(arguments[3])), DataTypes.LongType);
        result = result.withColumn("id", call_udf("gate", col("id")));
      }
      result.write().parquet(arguments[2]);
    } finally {
      spark.stop();
    }
  }

  /** Some are conditional, some are made of an earlier one. */
  private static Column value(int i) {
    return switch (i % 50) {
      case 1 -> when(col("a").gt(i), col("b")).otherwise(lit("none" + i));
      case 2 -> col("c" + (i - 2)).multiply(2);
      default -> col("a").plus(i);
    };
  }
}
