// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.Program.row;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cheap columns that use each other twice stop merging before the tree grows past the bound. */
class FibonacciGrowthTest {

  private static Dataset<Row> steps(Dataset<Row> d, int steps) {
    for (int i = 0; i < steps; i++) {
      d = d.select(col("p").plus(col("q")).as("p"), col("p").minus(col("q")).as("q"));
    }
    return d;
  }

  @Test
  void valuesTimes1024() {
    assertTimeoutPreemptively(Duration.ofSeconds(120), () -> Lockstep.run(
        p -> p.rows("rows", () -> steps(p.file("fibonacci", "p long, q long", row(3L, 5L), row(7L, -1L)), 20))))
        .gives("rows", row(3072L, 5120L), row(7168L, -1024L));
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 20, 40, 80})
  void nodesStayBounded(int steps) {
    PlanShape[] shapes = new PlanShape[1];
    Program.run(true, p -> shapes[0] = PlanShape.analyzed(steps(p.table("p long, q long", row(3L, 5L)), steps)));
    // The default bound is 100 nodes per merge.
    assertThat(shapes[0].expressions()).isLessThan(250L * steps);
    assertThat(shapes[0].depth()).isLessThanOrEqualTo(steps + 2);
  }

  @Test
  void doublingColumn() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.file("doubling", "a long", row(1L));
      for (int i = 0; i < 24; i++) {
        d = d.withColumn("a", col("a").plus(col("a")));
      }
      Dataset<Row> end = d;
      p.rows("rows", () -> end);
    }).gives("rows", row(1L << 24));
  }
}
