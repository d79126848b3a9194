// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** CHAR(n) columns are padded once, VARCHAR(n) lengths are checked, through any number of projections. */
class CharVarcharTest {

  @AfterEach
  void dropTables() {
    Sessions.open(false).sql("drop table if exists padded");
  }

  private static Dataset<Row> padded(Program p) {
    p.spark.sql("drop table if exists padded");
    p.spark.sql("create table padded (c char(5), v varchar(5), k int) using parquet");
    p.spark.sql("insert into padded values ('ab', 'cd', 1), ('abcde', 'x', 2)");
    return p.spark.table("padded");
  }

  @Test
  void readSidePadding() {
    Lockstep.run(p -> {
      Dataset<Row> d = padded(p);
      p.rows("length", () -> d.withColumn("n", length(col("c"))).withColumn("m", length(col("v"))).orderBy("k"));
      p.rows("renamed", () -> d.withColumnRenamed("c", "e").withColumn("n", length(col("e"))).orderBy("k"));
      p.rows("compared", () -> d.withColumn("x", lit(1)).filter("c = 'ab'").withColumn("y", lit(2)).drop("x"));
      p.rows("compared after rename", () -> d.withColumnRenamed("c", "e").withColumn("x", lit(1)).filter("e = 'ab'"));
      p.rows("compared when dropped", () -> d.withColumn("x", lit(1)).select("k").filter("c = 'ab'"));
      p.rows("compared with a column", () -> d.withColumn("l", lit("ab")).withColumn("same", col("c").equalTo(col("l"))).drop("l").orderBy("k"));
      p.rows("sorted by dropped", () -> d.select("k").orderBy(col("c").desc()));
    }).gives("length", row("ab   ", "cd", 1, 5, 2), row("abcde", "x", 2, 5, 1));
  }

  @Test
  void withoutReadSidePadding() {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.readSideCharPadding", "false");
      Dataset<Row> d = padded(p);
      p.rows("length", () -> d.withColumn("n", length(col("c"))).withColumn("x", lit(1)).orderBy("k"));
      p.rows("compared", () -> d.withColumn("x", lit(1)).filter("c = 'ab'").withColumn("y", lit(2)).drop("x"));
    });
  }

  @Test
  void writesCheckLengths() {
    Lockstep.run(p -> {
      Dataset<Row> d = padded(p);
      p.value("too long", () -> {
        d.withColumn("v", lit("much too long")).withColumn("k", col("k").plus(1)).write().mode("append").insertInto("padded");
        return p.spark.table("padded").count();
      });
      p.rows("fits", () -> {
        d.withColumn("v", lit("ok")).withColumn("k", col("k").plus(10)).coalesce(1).write().mode("append").insertInto("padded");
        return p.spark.table("padded").orderBy("k");
      });
    }).failsToRun("too long", "EXCEED_LIMIT_LENGTH").succeeds("fits");
  }
}
