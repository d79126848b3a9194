// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where one plan holds a merged Project twice, the analyzer gives one of them new ids. What it
 * dropped comes back as on stock Spark, and no other plan gets new ids for it.
 */
class RenewedProjectsTest {

  private static Dataset<Row> table(Program p) {
    return p.spark.range(1, 5).selectExpr("id as k", "id * 10 as a", "id % 3 as b");
  }

  /** Above a filter by a subquery that holds the same Projects, one more of them replaced or dropped. */
  @ParameterizedTest
  @ValueSource(strings = {
    "(select max(k) from v)", "(select max(a) / 10 from v)", "(select count(*) from v where a > 10)"
  })
  void aboveSubqueryOverTheSameProject(String subquery) {
    Lockstep.run(p -> {
      Dataset<Row> d = table(p);
      d.withColumn("a", expr("a + 1")).withColumn("c", col("b")).drop("b").createOrReplaceTempView("v");
      Dataset<Row> filtered = d.filter("k <= " + subquery);
      Dataset<Row> renamed = filtered.withColumnRenamed("b", "f");
      p.rows("filter", () -> renamed.filter("b in (1, 2, 30)"));
      p.rows("sort", () -> renamed.sort(col("b").desc(), col("k")));
      p.rows("filter, then more", () -> renamed.withColumn("g", col("f").plus(1)).drop("f").filter("b = 1 and f = 1"));
      p.rows("column of the table", () -> renamed.select(d.col("a"), d.col("k"), renamed.col("f")));
      p.rows("column of the filtered", () -> renamed.withColumn("x", filtered.col("a").plus(1)).filter(filtered.col("a").gt(10)));
      p.rows("dropped column of the table", () -> renamed.filter(d.col("b").equalTo(1)));
      p.rows("twice", () -> {
        Dataset<Row> again = renamed.filter("f <= " + subquery).withColumn("a", col("a").plus(1));
        return again.filter(renamed.col("a").gt(10)).filter("b = 1").sort(d.col("b"), d.col("k"));
      });
      p.unordered("join", () -> renamed.join(d.withColumn("a", lit(0)), "k").filter(renamed.col("f").equalTo(1)));
    }).succeeds("filter").merged("filter, then more").succeeds("twice").succeeds("join");
  }

  /** A subquery whose inner filter is resolved together with the outer query. */
  @Test
  void insideSubqueryOverTheSameProject() {
    Lockstep.run(p -> {
      Dataset<Row> d = table(p);
      Dataset<Row> inner = d.withColumn("x", col("a").plus(col("b"))).withColumn("a", col("x").plus(1)).drop("x").withColumnRenamed("b", "f");
      Dataset<Row> o = d.withColumn("o", col("k").plus(0));
      p.rows("exists", () -> o.where(inner.where(col("b").equalTo(col("o").outer())).exists()));
      p.rows("exists by dropped sum", () -> o.where(inner.where(col("x").equalTo(col("o").outer().multiply(10).plus(1))).exists()));
      p.rows("exists by both", () -> o.where(inner.where(col("b").plus(col("x")).gt(col("o").outer().multiply(11))).exists()));
      p.rows("scalar", () -> o.withColumn("s", inner.where(col("b").equalTo(col("o").outer())).select(org.apache.spark.sql.functions.max("a")).scalar()));
      p.rows("sorted", () -> o.withColumn("s", inner.where(col("k").equalTo(col("o").outer())).sort(col("b")).limit(1).select("a").scalar()));
      p.rows("merged above", () -> o.where(inner.where(col("b").equalTo(col("o").outer())).exists()).withColumn("y", lit(1)).drop("b").filter("b = 1"));
    }).succeeds("exists").succeeds("scalar");
  }

  @Test
  void insideLateralJoinWithTheSameProject() {
    Lockstep.run(p -> {
      Dataset<Row> d = table(p);
      Dataset<Row> inner = d.withColumn("x", col("a").plus(col("b"))).withColumn("a", col("x").plus(1)).drop("x").withColumnRenamed("b", "f");
      Dataset<Row> o = d.withColumn("o", col("k").plus(0));
      p.unordered("filter", () -> o.lateralJoin(inner.where(col("b").equalTo(col("o").outer()))));
      p.unordered("filter by dropped sum", () -> o.lateralJoin(inner.where(col("x").gt(col("o").outer().multiply(10)))));
      p.unordered("sort", () -> o.lateralJoin(inner.where(col("f").leq(col("o").outer())).sort(col("b"), col("x")).limit(1)));
      p.unordered("select above", () -> o.lateralJoin(inner.where(col("b").equalTo(col("o").outer()))).select(d.col("k"), col("f")));
      p.unordered("other side merged too", () -> o.withColumn("a", lit(7)).drop("b").lateralJoin(inner.where(col("b").equalTo(col("o").outer()))).filter("f > 0"));
    }).succeeds("filter").succeeds("sort");
  }
}
