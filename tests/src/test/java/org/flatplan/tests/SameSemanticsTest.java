// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.flatplan.tests.Program.row;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Plans that are compared with each other, elsewhere than in the cache, are the same where they are on stock Spark. */
class SameSemanticsTest {

  private static void compare(Program p, String name, Dataset<Row> left, Dataset<Row> right) {
    p.value(name, () -> left.sameSemantics(right));
    p.value(name + ", hash", () -> left.semanticHash() == right.semanticHash());
  }

  @Test
  void whatOnlyMergingMakesTheSameIsNotTheSame() {
    Lockstep.run(p -> {
      Dataset<Row> x = p.spark.range(5).selectExpr("id as a", "id % 3 as b");
      Dataset<Row> renamed = x.withColumn("e", col("b")).drop("b");
      compare(p, "a rename in two steps", renamed, x);
      compare(p, "and back", x, renamed);
      compare(p, "one and two steps", x.select(col("a"), col("b").plus(1).as("c")), x.withColumn("c", col("b").plus(1)).drop("b"));
      compare(p, "two filters", x.withColumn("c", lit(1)).filter("a > 1").withColumn("d", lit(2)).filter("b > 1"),
          x.filter("a > 1").withColumn("c", lit(1)).withColumn("d", lit(2)).filter("b > 1"));
    }).is("a rename in two steps", false).is("and back", false).is("one and two steps", false).is("two filters", false);
  }

  @Test
  void whatIsTheSameOnStockSparkStaysTheSame() {
    Lockstep.run(p -> {
      Dataset<Row> x = p.spark.range(5).selectExpr("id as a", "id % 3 as b");
      Dataset<Row> d = x.withColumn("c", col("a").plus(1)).filter("c > 1").withColumn("d", col("c").plus(1)).drop("a");
      compare(p, "built again", d, x.withColumn("c", col("a").plus(1)).filter("c > 1").withColumn("d", col("c").plus(1)).drop("a"));
      compare(p, "other names", d, x.withColumn("f", col("a").plus(1)).filter("f > 1").withColumn("g", col("f").plus(1)).drop("a"));
      compare(p, "renamed", d, d.withColumnRenamed("d", "e"));
      compare(p, "all columns", d, d.select("*"));
      x.createOrReplaceTempView("same_source");
      compare(p, "as text", d.select("c", "d"), p.spark.sql(
          "select c, d from (select b, c, d from (select *, c + 1 as d from (select * from (select *, a + 1 as c from same_source) where c > 1)))"));
    }).is("built again", true).is("built again, hash", true).is("other names", true).is("renamed", true).is("all columns", true).is("as text", true);
  }

  @Test
  void aViewIsReplacedByAnotherPlan() {
    Lockstep.run(p -> {
      Dataset<Row> x = p.table("k int, a int, b int", row(1, 10, 5), row(2, 20, 6));
      x.withColumn("e", col("b")).drop("b").createOrReplaceTempView("replaced_view");
      Dataset<Row> cached = p.spark.sql("select k, a, e from replaced_view where a % 20 = 0").cache();
      p.value("before", () -> cached.storageLevel().useMemory());
      x.createOrReplaceTempView("replaced_view");
      p.value("after", () -> cached.storageLevel().useMemory());
      p.value("entries", () -> CacheState.of(p.spark).describe());
    }).is("before", true).is("after", false).is("entries", List.of());
  }
}
