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

/** Ambiguous self-joins are refused as on stock Spark, and those it accepts stay accepted. */
class SelfJoinTest {

  private static Dataset<Row> ids(Program p) {
    return p.spark.range(3).toDF();
  }

  @Test
  void derivedSidesAndTheirCommonSource() {
    Lockstep.run(p -> {
      Dataset<Row> d = ids(p);
      Dataset<Row> x = d.withColumn("x", lit(1L));
      Dataset<Row> y = d.withColumn("y", lit(2L));
      p.unordered("x y", () -> x.join(y, d.col("id").equalTo(col("y"))));
      p.unordered("y x", () -> y.join(x, d.col("id").equalTo(col("y"))));
      p.unordered("x y by x", () -> x.join(y, d.col("id").equalTo(col("x"))));
      p.unordered("y x by x", () -> y.join(x, d.col("id").equalTo(col("x"))));
    }).failsToBuild("y x", "ambiguousAttrs=id");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void sidesDerivedInSeveralSteps(int steps) {
    Lockstep.run(p -> {
      Dataset<Row> d = ids(p).withColumn("v", col("id").plus(1));
      Dataset<Row> far = d;
      for (int i = 0; i < steps; i++) {
        far = far.withColumn("x" + i, col("id").plus(i));
      }
      Dataset<Row> e = far;
      p.unordered("d with e", () -> d.join(e, d.col("id").equalTo(e.col("id"))));
      p.unordered("e with d", () -> e.join(d, d.col("id").equalTo(e.col("id"))));
      p.unordered("other column", () -> e.join(d, d.col("id").equalTo(e.col("v"))));
      p.unordered("added column", () -> e.join(d, d.col("id").equalTo(e.col("x0"))));
      p.unordered("added column, turned", () -> d.join(e, e.col("x0").equalTo(d.col("v"))));
      p.unordered("e with e", () -> e.join(e, e.col("id").equalTo(e.col("v"))));
      p.unordered("filtered", () -> d.join(e.filter(e.col("id").gt(0)), d.col("id").equalTo(e.col("id"))));
      p.unordered("select after", () -> d.join(e, "id").select(d.col("v"), e.col("x0")));
      p.unordered("select after, e's v", () -> d.join(e, "id").select(e.col("v")));
      p.unordered("replaced", () -> d.join(e.withColumn("id", col("id").plus(0)), d.col("id").equalTo(e.col("id"))));
    });
  }

  @Test
  void addedColumnOfTheRightSide() {
    Lockstep.run(p -> {
      Dataset<Row> d = ids(p).withColumn("v", col("id").plus(1));
      Dataset<Row> e = d.withColumn("x", col("id").plus(5));
      Dataset<Row> f = e.withColumn("y", col("x").plus(1));
      p.unordered("x", () -> d.join(e, "id").select(col("id"), e.col("x")));
      p.unordered("left v", () -> d.join(e, "id").select(d.col("v")));
      p.unordered("y and x", () -> d.join(f, "id").select(f.col("y"), f.col("x")));
      p.unordered("y over e", () -> e.join(f, "id").select(f.col("y")));
      p.unordered("filter", () -> d.join(e, "id").filter(e.col("x").gt(5)).select("id"));
      p.unordered("later", () -> d.join(f, "id").withColumn("z", f.col("y").plus(1)).select("id", "z"));
      p.unordered("union inside", () -> d.join(e.union(e), "id").select(e.col("x")));
      p.unordered("drop", () -> d.join(e, "id").drop(e.col("x")));
      p.unordered("drop v", () -> d.join(e, "id").drop(e.col("v")));
    }).gives("x", row(0L, 5L), row(1L, 6L), row(2L, 7L));
  }

  @Test
  void filterAndSelectOnOneSide() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.table("k int, a int", row(1, 10), row(2, 20), row(3, 30));
      Dataset<Row> small = d.filter(d.col("a").gt(10)).select("k").withColumn("z", lit(1));
      p.unordered("k", () -> d.join(small, d.col("k").equalTo(small.col("k"))));
      p.unordered("turned", () -> small.join(d, d.col("k").equalTo(small.col("k"))));
      p.unordered("a after the join", () -> small.join(d, "k").select(d.col("a"), small.col("z")));
      p.unordered("a of the dropped", () -> d.join(small, "k").filter(d.col("a").gt(20)));
      p.unordered("cross", () -> d.crossJoin(small).select(d.col("k"), small.col("k"), col("z")));
    });
  }

  @Test
  void aliasesMakeSidesDistinct() {
    Lockstep.run(p -> {
      Dataset<Row> d = ids(p).withColumn("x", lit(1)).withColumn("y", col("id").plus(1));
      p.unordered("aliases", () -> d.as("l").join(d.as("r"), col("l.id").equalTo(col("r.y"))).withColumn("z", lit(1)).select("l.id", "r.y", "z"));
      p.unordered("rename", () -> d.join(d.withColumnRenamed("id", "id2"), col("id").equalTo(col("id2"))));
      p.unordered("rename by reference", () -> {
        Dataset<Row> renamed = d.withColumnRenamed("id", "id2");
        return d.join(renamed, d.col("id").equalTo(renamed.col("id2")));
      });
      p.unordered("union of both", () -> d.union(d.withColumn("y", lit(0L))).withColumn("q", lit(1)).filter("y > 1"));
    }).succeeds("aliases");
  }

  @Test
  void withTheCheckOff() {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.analyzer.failAmbiguousSelfJoin", "false");
      Dataset<Row> d = ids(p);
      Dataset<Row> x = d.withColumn("x", lit(1L));
      Dataset<Row> y = d.withColumn("y", lit(2L)).withColumn("y2", lit(2L));
      p.unordered("x y", () -> x.join(y, d.col("id").equalTo(col("y"))));
      p.unordered("y x", () -> y.join(x, d.col("id").equalTo(col("y"))));
      p.unordered("trivially true", () -> x.join(y, x.col("id").equalTo(y.col("id"))));
    });
  }

  @Test
  void threeWayJoins() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.table("k int, a int", row(1, 10), row(2, 20));
      Dataset<Row> x = d.withColumn("x", col("a").plus(1)).drop("a");
      Dataset<Row> y = d.withColumn("y", col("a").plus(2)).drop("a");
      p.unordered("using", () -> d.join(x, "k").join(y, "k").withColumn("s", col("x").plus(col("y"))).drop("x").drop("y"));
      p.unordered("by reference", () -> x.join(y, x.col("k").equalTo(y.col("k"))).withColumn("s", lit(1)).select(x.col("k"), y.col("y")));
      p.unordered("second reference", () -> x.join(y, x.col("k").equalTo(y.col("k"))).withColumn("s", lit(1)).withColumn("t", y.col("k")));
    }).gives("using", row(1, 10, 23), row(2, 20, 43));
  }
}
