// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.window;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Column metadata, comments, defaults, file metadata and watermarks survive, once. */
class MetadataTest {

  private static final Metadata NOTE = new MetadataBuilder().putString("note", "first").build();
  private static final Metadata OTHER = new MetadataBuilder().putString("note", "second").putLong("n", 2).build();

  @AfterEach
  void dropTables() {
    Sessions.open(false).sql("drop table if exists commented");
  }

  @Test
  void metadataOfAliases() {
    Lockstep run = Lockstep.run(p -> {
      Dataset<Row> d = p.table("k int, a int", row(1, 10)).withColumn("m", col("a").as("m", NOTE));
      p.rows("kept", () -> d.withColumn("x", lit(1)).withColumn("y", col("m")));
      p.rows("renamed", () -> d.withColumnRenamed("m", "z").withColumn("x", lit(1)));
      p.rows("overwritten", () -> d.withColumn("m", col("m").as("m", OTHER)).withColumn("x", lit(1)));
      p.rows("emptied", () -> d.select(col("k"), col("m").as("m", Metadata.empty())).withColumn("x", lit(1)));
      p.rows("emptied then renamed", () -> d.select(col("m").as("m", Metadata.empty())).withColumnRenamed("m", "q").withColumn("x", lit(1)));
      p.rows("withMetadata", () -> d.withMetadata("k", OTHER).withMetadata("k", NOTE).withColumn("x", col("k")));
      p.rows("withMetadata emptied", () -> d.withMetadata("m", Metadata.empty()).withColumn("x", col("m")));
      p.rows("computed", () -> d.withColumn("m", col("m").plus(1)).withColumn("x", lit(1)));
      p.rows("cast", () -> d.withColumn("m", col("m").cast("long")).withColumn("x", lit(1)));
      p.rows("cast to the same type", () -> d.withColumn("m", col("m").cast("int")).withColumn("x", lit(1)));
      p.rows("alias of alias", () -> d.select(col("m").as("q", OTHER).as("r")).withColumn("x", col("r")));
      p.rows("sql", () -> {
        d.createOrReplaceTempView("noted");
        return p.spark.sql("select m, m as n from noted").withColumn("x", col("n")).drop("m");
      });
    });
    assertThat(run.on().step("kept").schema()).contains("\"note\":\"first\"");
    assertThat(run.on().step("overwritten").schema()).contains("\"note\":\"second\"");
    assertThat(run.on().step("emptied").schema()).doesNotContain("first");
  }

  @Test
  void nullability() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.table("k int not null, a int, s struct<x: int, y: string> not null", row(1, 10, org.apache.spark.sql.RowFactory.create(1, "u")));
      p.rows("literals", () -> d.withColumn("x", lit(1)).withColumn("y", lit(null)).withColumn("z", col("x").plus(col("k"))));
      p.rows("coalesce", () -> d.withColumn("x", org.apache.spark.sql.functions.coalesce(col("a"), col("k"))).withColumn("y", col("x").plus(1)));
      p.rows("filter not null", () -> d.filter("a is not null").withColumn("x", col("a").plus(1)).filter("x is not null").withColumn("y", col("x")));
      p.rows("fields", () -> d.withColumn("f", col("s.x")).withColumn("g", col("f")).drop("s"));
      p.rows("outer join", () -> d.join(p.table("k int not null, b int not null", row(2, 2)), new String[] {"k"}, "left_outer")
          .withColumn("c", col("b")).withColumn("e", col("c").plus(1)));
      p.rows("when", () -> d.withColumn("w", org.apache.spark.sql.functions.when(col("k").gt(0), 1)).withColumn("v", col("w")).drop("w"));
    });
  }

  @Test
  void tableWithComments() {
    Lockstep run = Lockstep.run(p -> {
      p.spark.sql("drop table if exists commented");
      p.spark.sql("create table commented (k int comment 'the key', a int comment 'the amount') using parquet");
      p.spark.sql("insert into commented values (1, 10), (2, 20)");
      Dataset<Row> renamed = p.spark.table("commented").withColumnRenamed("a", "b").withColumn("x", lit(1));
      p.unordered("renamed", () -> renamed);
      renamed.cache();
      p.value("materialized", renamed::count);
      p.unordered("other query", () -> p.spark.table("commented").withColumn("y", col("a").plus(1)).drop("k"));
      p.unordered("derived", () -> renamed.withColumn("c", col("b").plus(1)).drop("x"));
      p.unordered("derived twice", () -> renamed.withColumn("c", col("b")).withColumn("d", col("c")));
      p.unordered("same again", () -> p.spark.table("commented").withColumnRenamed("a", "b").withColumn("x", lit(1)));
    });
    assertThat(run.on().step("derived").schema()).contains("the amount");
  }

  @Test
  void defaultsOfColumns() {
    Lockstep.run(p -> {
      p.spark.sql("drop table if exists commented");
      p.spark.sql("create table commented (k int, a int default 7) using parquet");
      p.spark.sql("insert into commented (k) values (1)");
      p.rows("read", () -> p.spark.table("commented").withColumn("x", col("a")).withColumn("y", lit(1)).drop("k"));
      p.value("write", () -> {
        p.spark.table("commented").withColumn("k", col("k").plus(1)).withColumn("a", col("a").plus(1)).select("k", "a")
            .write().mode("append").saveAsTable("commented");
        return p.spark.table("commented").count();
      });
      p.rows("insert", () -> {
        p.spark.table("commented").withColumn("z", lit(3)).withColumn("k", col("z")).select("k").createOrReplaceTempView("source_rows");
        p.spark.sql("insert into commented (k) select k from source_rows");
        return p.spark.table("commented").orderBy("k", "a");
      });
    }).is("write", 2L).gives("insert", row(1, 7), row(2, 8), row(3, 7), row(3, 7));
  }

  @Test
  void fileMetadataColumns() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.file("file-metadata", "k int, a int", row(1, 10), row(2, 20));
      p.rows("select", () -> d.select("k", "_metadata.row_index").withColumn("x", col("row_index").plus(1)).filter("x > 1"));
      p.rows("after add", () -> d.withColumn("x", lit(1)).select("x", "_metadata.row_index"));
      p.rows("after two", () -> d.withColumn("x", lit(1)).withColumn("y", lit(1)).select("k", "_metadata.row_index").filter("row_index > 0"));
      p.rows("after drop", () -> d.drop("a").withColumn("i", col("_metadata.row_index")).drop("k"));
      p.rows("after filter", () -> d.filter("k > 1").withColumn("x", lit(1)).withColumn("i", col("_metadata.row_index")));
      p.rows("filter", () -> d.withColumn("x", lit(1)).withColumn("y", lit(1)).filter("_metadata.row_index = 1"));
      p.rows("metadataColumn", () -> d.withColumn("x", lit(1)).withColumn("i", d.metadataColumn("_metadata").getField("row_index")));
      p.rows("own _metadata", () -> d.withColumn("_metadata", lit(5)).withColumn("x", col("_metadata")).drop("k"));
    }).gives("after two", row(2, 1L)).succeeds("after add");
  }

  @Test
  void watermarks() {
    Lockstep run = Lockstep.run(p -> {
      Dataset<Row> d = p.spark.readStream().format("rate").load().withColumn("t", col("timestamp")).withWatermark("t", "1 minute");
      p.step("kept", () -> d.withColumn("x", lit(1)).withColumn("u", col("t")).drop("value"));
      p.step("renamed", () -> d.withColumnRenamed("t", "u").withColumn("x", lit(1)));
      p.step("twice", () -> d.withColumn("x", lit(1)).withWatermark("t", "2 minutes").withColumn("y", col("t")));
      p.step("window", () -> d.withColumn("x", lit(1)).withColumn("y", lit(1)).groupBy(window(col("t"), "10 seconds")).count()
          .withColumn("s", col("window.start")).drop("window"));
    });
    assertThat(run.on().step("kept").schema()).contains("spark.watermarkDelayMs");
  }

  @Test
  void timeWindows() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.spark.range(3).withColumn("t", col("id").cast("timestamp")).withColumn("x", lit(1));
      p.unordered("grouped", () -> d.withColumn("y", lit(1)).groupBy(window(col("t"), "2 seconds")).count()
          .withColumn("s", col("window.start").cast("long")).drop("window"));
      p.rows("column", () -> d.withColumn("w", window(col("t"), "10 seconds")).withColumn("e", col("w.end").cast("long")).drop("w", "t"));
    }).gives("grouped", row(1L, 2L), row(2L, 0L)).gives("column", row(0L, 1, 10L), row(1L, 1, 10L), row(2L, 1, 10L));
  }
}
