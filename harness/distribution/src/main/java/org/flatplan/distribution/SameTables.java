/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.distribution;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Compares Parquet tables that have a column id: schema and all rows. */
public final class SameTables {
  private SameTables() {
  }

  /** Entry point: the table that is right, then others. Prints a line for each. */
  public static void main(String[] tables) {
    SparkSession spark = SparkSession.builder().getOrCreate();
    try {
      Dataset<Row> first = spark.read().parquet(tables[0]);
      List<Row> rows = first.orderBy("id").collectAsList();
      System.out.println("rows: " + rows.size() + ", columns: " + first.columns().length);
      for (int i = 1; i < tables.length; i++) {
        Dataset<Row> other = spark.read().parquet(tables[i]);
        boolean schema = other.schema().json().equals(first.schema().json());
        System.out.println("table " + i + ": schema " + (schema ? "equal" : "DIFFERENT") + ", rows "
            + (other.orderBy("id").collectAsList().equals(rows) ? "equal" : "DIFFERENT"));
      }
    } finally {
      spark.stop();
    }
  }
}
