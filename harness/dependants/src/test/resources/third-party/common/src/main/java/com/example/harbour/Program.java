/*
 * SPDX-License-Identifier: Apache-2.0
 */
package com.example.harbour;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/** A small program on Spark in one JVM, which writes down what it saw, an error too. */
public abstract class Program {
  /** Adds the settings that the program's plug-in wants. */
  protected abstract SparkSession.Builder configure(SparkSession.Builder builder, Path scratch);

  /** The program. */
  protected abstract void run(SparkSession spark, Path scratch, Report report) throws Exception;

  /** Runs the program; the arguments are the file for the report and a folder for tables. */
  protected final void start(String[] args) throws IOException {
    Report report = new Report();
    Path scratch = Path.of(args[1]);
    // Both from spark-catalyst and spark-sql; the first is not in the release.
    report.loaded("org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject");
    report.loaded("org.apache.spark.sql.catalyst.plans.logical.Project");
    report.loaded("org.apache.spark.sql.classic.Dataset");
    try {
      SparkSession spark = configure(SparkSession.builder(), scratch).master("local[1]").config("spark.ui.enabled", false)
          .config("spark.sql.shuffle.partitions", 1).config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
          .config("spark.sql.session.timeZone", "UTC").config("spark.sql.warehouse.dir", scratch.resolve("warehouse").toString())
          .getOrCreate();
      try {
        run(spark, scratch, report);
      } finally {
        spark.stop();
      }
    } catch (Exception | LinkageError e) {
      e.printStackTrace();
      report.error(e);
    }
    report.write(Path.of(args[0]));
  }
}
