// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The hidden columns of USING and natural joins stay reachable where they are on stock Spark. */
class UsingJoinTest {

  private static Dataset<Row> left(Program p) {
    return p.table("k int, v int", row(1, 10), row(2, 20), row(3, 0));
  }

  private static Dataset<Row> right(Program p) {
    return p.table("k int, w int", row(1, 100), row(2, 200), row(3, 300));
  }

  @Test
  void keyIsFoundAfterItWasDropped() {
    Lockstep.run(p -> p.unordered("key", () -> left(p).join(right(p), "k").filter("v > 0").select("v").filter("k > 1"))).gives("key", row(20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"inner", "left_outer", "right_outer", "full_outer", "left_semi", "left_anti"})
  void keyOfEitherSide(String type) {
    Lockstep.run(p -> {
      Dataset<Row> l = left(p);
      Dataset<Row> r = right(p).filter("k < 3").union(p.table("k int, w int", row(4, 400)));
      Dataset<Row> joined = l.join(r, new String[] {"k"}, type);
      p.unordered("right key", () -> joined.withColumn("z", lit(1)).select(r.col("k")));
      p.unordered("left key", () -> joined.withColumn("z", lit(1)).select(l.col("k"), col("z")));
      p.unordered("right key later", () -> joined.withColumn("z", lit(1)).withColumn("y", lit(2)).select(r.col("k"), col("y")));
      p.unordered("right key in filter", () -> joined.withColumn("z", lit(1)).filter(r.col("k").gt(1)));
      p.unordered("right key after select", () -> joined.select("v").filter(r.col("k").gt(1)));
      p.unordered("star", () -> joined.withColumn("z", lit(1)).select("*"));
      p.unordered("replaced key", () -> joined.withColumn("k", col("k").plus(100)).select(col("k"), l.col("k")));
      p.unordered("replaced key, filter", () -> joined.withColumn("k", col("k").plus(100)).filter(l.col("k").gt(1)));
      p.unordered("dropped key", () -> joined.drop("k").withColumn("z", lit(1)).filter("k > 1"));
      p.unordered("dropped right key", () -> joined.drop(r.col("k")).withColumn("z", lit(1)));
    });
  }

  @Test
  void qualifiedHiddenColumns() {
    Lockstep.run(p -> {
      Dataset<Row> joined = left(p).as("l").join(right(p).as("r"), "k");
      p.unordered("select", () -> joined.withColumn("z", lit(1)).select("r.k", "l.k", "z"));
      p.unordered("filter", () -> joined.withColumn("z", lit(1)).withColumn("y", lit(1)).filter("r.k > 1"));
      p.unordered("star", () -> joined.withColumn("z", lit(1)).select("r.*"));
      p.unordered("sort", () -> joined.select("v").orderBy("r.k"));
    });
  }

  @Test
  void naturalJoins() {
    Lockstep.run(p -> {
      left(p).createOrReplaceTempView("l");
      right(p).createOrReplaceTempView("r");
      Dataset<Row> joined = p.spark.sql("select * from l natural join r");
      p.unordered("add", () -> joined.withColumn("z", lit(1)).withColumn("y", lit(2)).filter("k > 1"));
      p.unordered("hidden", () -> joined.withColumn("z", lit(1)).select("r.k"));
      p.unordered("dropped", () -> joined.select("v").filter("k > 1"));
      p.unordered("text", () -> p.spark.sql("select v, r.k from l natural left join r where v > 0"));
    }).gives("dropped", row(0), row(20));
  }

  @Test
  void chainOfUsingJoins() {
    Lockstep.run(p -> {
      Dataset<Row> d = left(p);
      for (int i = 0; i < 4; i++) {
        d = d.join(right(p).withColumnRenamed("w", "w" + i), "k").withColumn("x" + i, col("w" + i).plus(i)).drop("w" + i);
      }
      Dataset<Row> end = d;
      p.unordered("chain", () -> end.filter("x3 > 103"));
      p.unordered("dropped", () -> end.filter("w3 > 100"));
    });
  }
}
