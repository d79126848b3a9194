// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.flatplan.tests.Program.row;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that differ by case, hold dots, or occur twice, and renames that swap columns. */
class NamesTest {

  private static Dataset<Row> pair(Program p) {
    return p.table("a int, b int", row(1, 2));
  }

  @Test
  void columnsAreReplacedOneAfterTheOther() {
    Lockstep.run(p -> {
      p.rows("replace", () -> pair(p).withColumn("a", col("b")).withColumn("b", col("a")));
      p.rows("rename", () -> pair(p).withColumnRenamed("a", "t").withColumnRenamed("b", "a").withColumnRenamed("t", "b"));
      p.rows("rename at once", () -> pair(p).withColumnsRenamed(Map.of("a", "b", "b", "a")));
      p.rows("select swap", () -> pair(p).select(col("a").as("b"), col("b").as("a")).select(col("a").as("b"), col("b").as("a")));
      p.rows("rename back", () -> pair(p).withColumnRenamed("a", "t").withColumnRenamed("t", "a").filter("a = 1").filter("t = 1"));
    }).gives("replace", row(2, 2)).gives("rename", row(1, 2)).hasColumns("rename", "b", "a").gives("select swap", row(2, 1))
        .merged("replace").merged("rename");
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void namesThatDifferByCase(String caseSensitive) {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.caseSensitive", caseSensitive);
      Dataset<Row> d = p.table("Key int, Value int", row(1, 10), row(2, 20));
      p.rows("replace", () -> d.withColumn("VALUE", col("Value").plus(1)).withColumn("value", lit(7)));
      p.rows("rename", () -> d.withColumnRenamed("VALUE", "v").withColumnRenamed("Value", "w"));
      p.rows("drop", () -> d.drop("KEY").drop("Key"));
      p.rows("lower", () -> d.toDF("key", "value").select("KEY"));
      p.rows("filter dropped", () -> d.withColumn("T", col("Value")).drop("T").filter("t > 10"));
      p.rows("only case", () -> d.withColumnRenamed("Key", "KEY").withColumnRenamed("KEY", "key"));
      p.rows("two by case", () -> d.select(col("Key").as("x"), col("Value").as("X")).withColumn("y", lit(1)).select("x"));
      p.rows("two by case, drop", () -> d.select(col("Key").as("x"), col("Value").as("X")).withColumn("y", lit(1)).drop("x"));
      p.rows("two by case, replace", () -> d.select(col("Key").as("x"), col("Value").as("X")).withColumn("x", lit(1)).withColumn("X", lit(2)));
    }).succeeds("replace").succeeds("rename");
  }

  @Test
  void namesWithDotsAndTicks() {
    Lockstep.run(p -> {
      Dataset<Row> d = pair(p).withColumnRenamed("a", "a.b").withColumnRenamed("b", "c`d");
      p.rows("ticks", () -> d.withColumn("x", col("`a.b`").plus(1)).withColumn("a.b", lit(5)));
      p.rows("no ticks", () -> d.withColumn("x", col("a.b")));
      p.rows("drop", () -> d.withColumn("x", lit(1)).drop("a.b").drop("c`d"));
      p.rows("dropped", () -> d.withColumn("x", lit(1)).drop("a.b").filter("`a.b` = 1"));
      p.rows("empty", () -> d.withColumn("", lit(1)).withColumn(" ", lit(2)).withColumn("", lit(3)));
    }).gives("ticks", row(5, 2, 2)).failsToBuild("no ticks", "UNRESOLVED_COLUMN").gives("dropped", row(2, 1));
  }

  @Test
  void duplicateNames() {
    Lockstep.run(p -> {
      Dataset<Row> l = p.table("k int, v int", row(1, 10));
      Dataset<Row> r = p.table("k int, v int", row(1, 11));
      Dataset<Row> both = l.join(r, l.col("k").equalTo(r.col("k")));
      p.rows("add", () -> both.withColumn("x", lit(1)).withColumn("y", lit(2)));
      p.rows("replace", () -> both.withColumn("v", lit(1)).withColumn("y", lit(2)));
      p.rows("rename", () -> both.withColumnRenamed("v", "w").withColumn("y", lit(2)));
      p.rows("drop", () -> both.drop("v").withColumn("y", lit(2)).drop("k"));
      p.rows("drop one", () -> both.drop(r.col("v")).withColumn("z", col("v").plus(1)).drop(l.col("k")));
      p.rows("ambiguous", () -> both.withColumn("x", lit(1)).withColumn("y", col("v")));
      p.rows("ambiguous filter", () -> both.withColumn("x", lit(1)).select("x").filter("v = 10"));
      p.rows("by reference", () -> both.withColumn("x", l.col("v")).withColumn("y", r.col("v")));
      p.rows("duplicates from toDF", () -> pair(p).toDF("a", "a").withColumn("z", lit(1)).withColumn("a", lit(2)));
      p.rows("select twice", () -> pair(p).select(col("a"), col("a")).withColumn("z", lit(1)).drop("a"));
    }).gives("replace", row(1, 1, 1, 1, 2)).failsToBuild("ambiguous", "AMBIGUOUS_REFERENCE").succeeds("by reference");
  }

  @Test
  void severalColumnsAtOnce() {
    Lockstep.run(p -> {
      Map<String, org.apache.spark.sql.Column> columns = new LinkedHashMap<>();
      columns.put("a", col("b"));
      columns.put("b", col("a"));
      columns.put("c", col("a").plus(col("b")));
      p.rows("withColumns", () -> pair(p).withColumns(columns).withColumns(columns));
      p.rows("duplicate", () -> pair(p).withColumn("x", lit(1)).selectExpr("x", "x as X").withColumns(columns));
      p.rows("drop all", () -> pair(p).withColumn("x", lit(1)).drop("a", "b", "x"));
      p.rows("drop all then add", () -> pair(p).drop("a", "b").withColumn("x", lit(1)).withColumn("y", col("x")));
      p.value("count of no columns", () -> pair(p).drop("a").drop("b").count());
    }).gives("withColumns", row(1, 2, 3)).is("count of no columns", 1L);
  }
}
