// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** A name that a later call uses means the column it means on stock Spark, when columns replace each other across filters. */
class ResolutionTest {

  @Test
  void replacedColumnIsFoundAcrossAFilter() {
    Lockstep.run(p -> p.value("count", () -> p.spark.range(10).select(col("id").plus(100).as("id"), col("id").as("b"))
        .filter("b >= 0").select("b").filter("id > 50").count())).is("count", 10L);
  }

  @Test
  void replacedColumnIsFoundAcrossSeveralFilters() {
    Lockstep.run(p -> {
      Dataset<Row> base = p.spark.range(10).select(col("id").plus(100).as("id"), col("id").as("b"));
      p.rows("filters", () -> base.filter("b >= 2").filter("id < 108").filter("b != 4").select("b").filter("id > 104"));
      p.rows("adds", () -> base.filter("b >= 2").withColumn("x", lit(1)).filter("x = 1").select("b").filter("id > 106"));
      p.rows("sorted", () -> base.select("b").filter("id >= 105").orderBy(col("id").desc()));
    }).gives("filters", row(5L), row(6L), row(7L)).gives("adds", row(7L), row(8L), row(9L))
        .gives("sorted", row(9L), row(8L), row(7L), row(6L), row(5L));
  }

  @Test
  void nearestLevelWins() {
    Lockstep.run(p -> {
      Dataset<Row> base = p.spark.range(4).toDF();
      Dataset<Row> twice = base.withColumn("a", col("id")).withColumn("a", col("a").plus(10)).withColumn("a", col("a").plus(100))
          .select("id");
      p.rows("nearest", () -> twice.filter("a > 111"));
      p.rows("order", () -> twice.orderBy(col("a").desc()));
    }).gives("nearest", row(2L), row(3L)).gives("order", row(3L), row(2L), row(1L), row(0L));
  }

  @Test
  void aNameThatIsAmbiguousIsFoundFurtherDownWhereItIsNot() {
    Lockstep.run(p -> {
      Dataset<Row> twice = p.table("k int, a int, b int", row(1, 10, 5), row(2, 20, 6), row(3, null, 7))
          .withColumn("x", col("b").plus(1)).withColumn("a", col("x")).withColumnRenamed("x", "a");
      // Both columns of the name are replaced, each by one of its own. Two calls down there is one of the name, and another one further down.
      p.rows("order", () -> twice.withColumn("a", coalesce(col("b"), lit(5))).orderBy(col("a").desc()));
      p.rows("filter", () -> twice.withColumn("a", coalesce(col("b"), lit(5))).drop("k").filter("a > 7"));
    }).merged("order").gives("order", row(3, 7, 7, 7), row(2, 6, 6, 6), row(1, 5, 5, 5));
  }

  @Test
  void missingColumnKeepsItsErrorAndSuggestions() {
    Lockstep.run(p -> {
      Dataset<Row> base = p.spark.range(3).withColumn("left_value", lit(1)).withColumn("right_value", lit(2));
      p.rows("select", () -> base.select("middle_value"));
      p.rows("filter", () -> base.filter("middle_value > 1"));
      p.rows("withColumn", () -> base.withColumn("x", col("middle_value")));
      p.rows("orderBy", () -> base.select("id").orderBy("middle_value"));
    }).failsToBuild("select", "UNRESOLVED_COLUMN").failsToBuild("filter", "UNRESOLVED_COLUMN")
        .failsToBuild("withColumn", "UNRESOLVED_COLUMN").failsToBuild("orderBy", "UNRESOLVED_COLUMN");
  }

  @Test
  void typeErrorsComeAtTheSameCall() {
    Lockstep.run(p -> {
      Dataset<Row> base = p.spark.range(3).withColumn("s", lit("x")).withColumn("m", lit(1));
      p.rows("array plus", () -> base.withColumn("bad", org.apache.spark.sql.functions.array("s").plus(1)).drop("bad"));
      p.rows("filter not boolean", () -> base.withColumn("n", col("m").plus(1)).filter(col("n")));
    }).failsToBuild("array plus", "DATATYPE_MISMATCH").failsToBuild("filter not boolean", "DATATYPE_MISMATCH");
  }

  @Test
  void lateralAliasesInOneSelect() {
    Lockstep.run(p -> {
      Dataset<Row> base = p.table("k int, a int", row(1, 10), row(2, 20)).withColumn("b", col("a").plus(1));
      p.rows("lateral", () -> base.selectExpr("k", "b + 1 as c", "c * 2 as d").withColumn("e", col("d").plus(col("c"))));
      p.rows("shadow", () -> base.selectExpr("a + 1 as a", "a as old").withColumn("z", col("a").minus(col("old"))));
    }).gives("lateral", row(1, 12, 24, 36), row(2, 22, 44, 66)).gives("shadow", row(11, 10, 1), row(21, 20, 1));
  }

  @Test
  void aggregatesAboveAndBelow() {
    Lockstep.run(p -> {
      Dataset<Row> base = p.table("k int, a int", row(1, 10), row(1, 11), row(2, 20));
      Dataset<Row> sums = base.withColumn("b", col("a").plus(1)).groupBy("k").sum("b").withColumnRenamed("sum(b)", "s");
      p.rows("above", () -> sums.withColumn("t", col("s").plus(1)).orderBy("k"));
      p.rows("having", () -> sums.select("k").filter("s > 22"));
      p.rows("distinct", () -> base.withColumn("b", lit(1)).select("k", "b").distinct().drop("b").orderBy("k"));
    }).gives("above", row(1, 23L, 24L), row(2, 21L, 22L)).gives("having", row(1)).gives("distinct", row(1), row(2));
  }

  @Test
  void setOperationsAndLimits() {
    Lockstep.run(p -> {
      Dataset<Row> base = p.spark.range(0, 6, 1, 1).withColumn("a", col("id").plus(1)).withColumn("b", col("a").plus(1));
      p.rows("union", () -> base.union(base.withColumn("b", lit(0L))).withColumn("c", col("b").plus(1)).filter("c > 5").drop("b"));
      p.rows("limit", () -> base.limit(3).withColumn("c", lit(1)).drop("a").filter("b > 2"));
      p.rows("sort", () -> base.orderBy(col("b").desc()).drop("b").withColumn("c", lit(1)).limit(2));
      p.rows("unionByName", () -> base.drop("a").unionByName(base.drop("b"), true).withColumn("c", lit(1)).filter("a is null").limit(1));
    }).succeeds("union").gives("limit", row(1L, 3L, 1), row(2L, 4L, 1)).gives("sort", row(5L, 6L, 1), row(4L, 5L, 1)).succeeds("unionByName");
  }
}
