// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Generators between projections. */
class GeneratorTest {

  private static Dataset<Row> base(Program p) {
    return p.spark.range(0, 2, 1, 1).withColumn("a", col("id").plus(1)).withColumn("xs", array(col("a"), col("id").plus(10)));
  }

  @Test
  void explodes() {
    Lockstep.run(p -> {
      Dataset<Row> d = base(p).withColumn("x", explode(col("xs")));
      p.rows("more", () -> d.withColumn("y", col("x").plus(1)).drop("xs").withColumn("z", col("y").plus(col("x"))));
      p.rows("filter", () -> d.filter("x > 2").withColumn("y", col("x")).drop("x", "xs"));
      p.rows("filter on dropped", () -> d.withColumn("y", lit(1)).drop("x").drop("xs").filter("x > 2"));
      p.rows("filter on dropped array", () -> d.withColumn("y", lit(1)).select("y").filter("size(xs) = 2"));
      p.rows("twice", () -> d.withColumn("w", explode(col("xs"))).withColumn("v", col("w").plus(col("x"))).select("v"));
      p.rows("in a select", () -> base(p).select(col("a"), explode(col("xs")).as("e")).withColumn("f", col("e")).filter("xs is not null"));
      p.rows("lateral view", () -> {
        base(p).createOrReplaceTempView("generated");
        return p.spark.sql("select a, e from generated lateral view explode(xs) t as e").withColumn("f", col("e").plus(col("a"))).drop("a");
      });
      p.rows("posexplode", () -> base(p).selectExpr("a", "posexplode(xs) as (p, e)").withColumn("q", col("p").plus(1)).drop("p"));
      p.rows("nested generator fails", () -> base(p).withColumn("x", explode(col("xs")).plus(explode(col("xs")))));
      p.rows("stack", () -> base(p).selectExpr("id", "stack(2, a, id) as v").withColumn("w", col("v").plus(1)).drop("v"));
    }).gives("filter on dropped", row(0L, 1L, 1), row(1L, 2L, 1)).succeeds("more");
  }
}
