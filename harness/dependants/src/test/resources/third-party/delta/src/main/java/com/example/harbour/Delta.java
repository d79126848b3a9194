/*
 * SPDX-License-Identifier: Apache-2.0
 */
package com.example.harbour;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** Tables of Delta Lake. */
public final class Delta extends Program {
  public static void main(String[] args) throws IOException {
    new Delta().start(args);
  }

  @Override
  protected SparkSession.Builder configure(SparkSession.Builder builder, Path scratch) {
    return builder.config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        .config("spark.databricks.delta.snapshotPartitions", 1);
  }

  @Override
  protected void run(SparkSession spark, Path scratch, Report report) throws Exception {
    Tables tables = new Tables(spark, report, "harbour", "delta");
    tables.change();
    tables.travel(2);
    tables.use();
    report.rows("history", spark.sql("DESCRIBE HISTORY harbour").select("version", "operation"));
  }
}
