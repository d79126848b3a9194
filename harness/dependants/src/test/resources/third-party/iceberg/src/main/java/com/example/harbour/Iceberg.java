/*
 * SPDX-License-Identifier: Apache-2.0
 */
package com.example.harbour;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** Tables of Apache Iceberg. */
public final class Iceberg extends Program {
  public static void main(String[] args) throws IOException {
    new Iceberg().start(args);
  }

  @Override
  protected SparkSession.Builder configure(SparkSession.Builder builder, Path scratch) {
    return builder.config("spark.sql.extensions", "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions")
        .config("spark.sql.catalog.sea", "org.apache.iceberg.spark.SparkCatalog").config("spark.sql.catalog.sea.type", "hadoop")
        .config("spark.sql.catalog.sea.warehouse", scratch.resolve("sea").toString());
  }

  @Override
  protected void run(SparkSession spark, Path scratch, Report report) throws Exception {
    Tables tables = new Tables(spark, report, "sea.harbour.boats", "iceberg");
    tables.change();
    tables.travel(spark.sql("SELECT snapshot_id FROM sea.harbour.boats.snapshots ORDER BY committed_at").collectAsList().get(1).getLong(0));
    tables.use();
    report.rows("history", spark.sql("SELECT operation FROM sea.harbour.boats.snapshots"));
  }
}
