/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.microbenchmarks;

import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** {@code EarlyCollapseProject} on the root of one more {@code withColumn}: the whole rule, and as far as the guard alone. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class RuleBenchmark {
  /** Columns that the loop has added before. */
  @Param({"100", "1000"})
  public int columns;

  private LogicalPlan merges;
  private LogicalPlan refused;

  /** Makes the plans, and makes sure that the rule does with them what is to be measured. */
  @Setup
  public void plans() {
    Session session = new Session();
    Dataset<Row> d = session.loop(columns);
    merges = Session.oneMore(d, d.col("a").plus(1));
    Dataset<Row> expensive = d.withColumn("m", d.col("a").cast("string").rlike("1+"));
    refused = Session.oneMore(expensive, expensive.col("m"));
    expect(merges, 1);
    expect(refused, 2);
  }

  private static void expect(LogicalPlan plan, int projects) {
    int now = Session.projects(new EarlyCollapseProject(plan).apply(plan));
    if (now != projects) {
      throw new IllegalStateException(projects + " Projects expected, not " + now + ": " + plan.getClass());
    }
  }

  /** Looks at the two Projects, and makes one of them. */
  @Benchmark
  public LogicalPlan merge() {
    return new EarlyCollapseProject(merges).apply(merges);
  }

  /** Looks at the two Projects, and finds at the end that an expensive column is used twice. */
  @Benchmark
  public LogicalPlan guard() {
    return new EarlyCollapseProject(refused).apply(refused);
  }
}
