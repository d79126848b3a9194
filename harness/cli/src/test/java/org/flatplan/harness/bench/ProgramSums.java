/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Runs each workload as a loop and as a select, in one JVM, and prints what they give. Arguments: columns, scratch folder. */
final class ProgramSums {
  private ProgramSums() {
  }

  /** Entry point. */
  public static void main(String[] arguments) {
    SparkSession spark = SparkSession.builder().master("local[2]").config("spark.ui.enabled", "false").config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1").config("spark.sql.shuffle.partitions", "2").config("spark.local.dir", arguments[1])
        .config("spark.sql.warehouse.dir", Path.of(arguments[1], "warehouse").toUri().toString()).getOrCreate();
    for (Workload workload : Workload.values()) {
      Programs programs = new Programs(spark, workload, Integer.parseInt(arguments[0]));
      RowSums loop = sums(programs.loop(programs.start()));
      String select = workload.hasSelect() ? text(sums(programs.select(programs.start()))) : "-";
      System.out.println(workload.label() + "\t" + loop.number() + "\t" + text(loop) + "\t" + select);
      spark.catalog().clearCache();
    }
    spark.stop();
  }

  private static RowSums sums(Dataset<Row> frame) {
    return RowSums.of(frame, frame.collectAsList());
  }

  private static String text(RowSums sums) {
    return sums.number() + " rows " + sums.rows() + ", " + sums.columns() + " columns " + sums.schema();
  }
}
