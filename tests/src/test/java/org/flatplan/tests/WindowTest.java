// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lag;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.sum;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.junit.jupiter.api.Test;

/** Window functions in loops and next to projections and filters. */
class WindowTest {

  private static Dataset<Row> ids(Program p) {
    return p.spark.range(0, 6, 1, 1).withColumn("g", col("id").mod(2));
  }

  private static final WindowSpec ORDERED = Window.partitionBy("g").orderBy("id");

  @Test
  void lagsInALoop() {
    Lockstep run = Lockstep.run(p -> {
      Dataset<Row> d = ids(p);
      for (int i = 1; i <= 60; i++) {
        d = d.withColumn("lag" + i, lag("id", i).over(ORDERED));
      }
      Dataset<Row> end = d;
      p.unordered("loop", () -> end.select("id", "lag1", "lag2", "lag60"));
      p.value("windows", () -> PlanShape.optimized(end).operators());
    });
    run.gives("loop", row(0L, null, null, null), row(1L, null, null, null), row(2L, 0L, null, null), row(3L, 1L, null, null),
        row(4L, 2L, 0L, null), row(5L, 3L, 1L, null));
  }

  @Test
  void columnsOverWindows() {
    Lockstep.run(p -> {
      Dataset<Row> d = ids(p).withColumn("x", col("id").multiply(2)).withColumn("n", row_number().over(ORDERED));
      p.unordered("more", () -> d.withColumn("a", col("n").plus(1)).withColumn("b", col("a").plus(col("n"))).drop("n"));
      p.unordered("filter on it", () -> d.filter("n = 1").withColumn("a", col("x").plus(1)).drop("x"));
      p.unordered("filter on dropped", () -> d.withColumn("a", lit(1)).drop("n").filter("n = 1"));
      p.unordered("filter below stays below", () -> d.filter("id > 1").withColumn("m", row_number().over(ORDERED)).filter("m = 1").drop("x"));
      p.unordered("window over window", () -> d.withColumn("s", sum("n").over(ORDERED)).withColumn("t", sum("s").over(ORDERED)).filter("t > 1"));
      p.unordered("window over replaced", () -> d.withColumn("id", col("id").multiply(-1)).withColumn("m", row_number().over(ORDERED)).withColumn("z", lit(1)));
      p.unordered("qualify like", () -> d.select("g", "x").filter("n = 2"));
      p.unordered("computed partition", () -> ids(p).withColumn("h", col("g").plus(1)).withColumn("n", row_number().over(Window.partitionBy("h").orderBy(col("id").desc())))
          .drop("h").filter("n = 1"));
    }).gives("filter on it", row(0L, 0L, 1, 1L), row(1L, 1L, 1, 3L));
  }
}
