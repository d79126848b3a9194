/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.microbenchmarks;

import static org.apache.spark.sql.functions.col;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.analysis.UnmergedPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.classic.SparkSession;
import scala.jdk.javaapi.CollectionConverters;

/** The plans that are measured, made once for a JVM. Not thread-safe. */
final class Session {
  final SparkSession spark = (SparkSession) org.apache.spark.sql.SparkSession.builder()
      .master("local[1]")
      .config("spark.ui.enabled", "false")
      .config("spark.driver.host", "localhost")
      .config("spark.driver.bindAddress", "127.0.0.1")
      .getOrCreate();

  /** A merged Dataset: as many calls as columns. */
  Dataset<Row> loop(int columns) {
    return loop(spark.range(5).selectExpr("id as a"), columns);
  }

  /** The same on top of a Dataset with a column a. */
  static Dataset<Row> loop(Dataset<Row> start, int columns) {
    Dataset<Row> d = start;
    for (int i = 0; i < columns; i++) {
      d = d.withColumn("c" + i, col("a").plus(i));
    }
    return d;
  }

  static LogicalPlan analyzed(Dataset<Row> d) {
    return ((org.apache.spark.sql.classic.Dataset<Row>) d).queryExecution().analyzed();
  }

  /** What the analyzer makes of one more {@code withColumn}, before the rule. */
  static Project oneMore(Dataset<Row> d, Column column) {
    // Its uppermost node as stock Spark has it, over the plan of the Dataset; a root of its own, so that the rule takes it for new.
    Project stock = (Project) UnmergedPlan.expand(analyzed(d.withColumn("one_more", column)));
    return new Project(stock.projectList(), analyzed(d));
  }

  static int projects(LogicalPlan plan) {
    int projects = plan instanceof Project ? 1 : 0;
    for (LogicalPlan child : CollectionConverters.asJava(plan.children())) {
      projects += projects(child);
    }
    return projects;
  }

}
