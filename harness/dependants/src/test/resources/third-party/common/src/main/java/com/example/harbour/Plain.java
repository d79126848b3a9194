/*
 * SPDX-License-Identifier: Apache-2.0
 */
package com.example.harbour;

import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Adds 50 columns, one call at a time. */
public final class Plain extends Program {
  public static void main(String[] args) throws IOException {
    new Plain().start(args);
  }

  @Override
  protected SparkSession.Builder configure(SparkSession.Builder builder, Path scratch) {
    return builder;
  }

  @Override
  protected void run(SparkSession spark, Path scratch, Report report) {
    Dataset<Row> columns = spark.range(3).toDF();
    for (int i = 0; i < 50; i++) {
      columns = columns.withColumn("c" + i, col("id").plus(i));
    }
    report.plan("loop", columns);
    report.rows("loop", columns);
  }
}
