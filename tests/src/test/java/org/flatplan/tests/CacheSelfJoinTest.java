// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both sides of a self-join read the entry, though the analyzer gives the right side new expression ids. */
class CacheSelfJoinTest {

  private static Dataset<Row> add(Dataset<Row> x) {
    return x.withColumn("c", col("a").plus(1)).withColumn("e", col("c").plus(1)).drop("b");
  }

  private static Map<String, UnaryOperator<Dataset<Row>>> joins() {
    Map<String, UnaryOperator<Dataset<Row>>> joins = new LinkedHashMap<>();
    joins.put("itself", d -> d.join(d, "k"));
    joins.put("added on the right", d -> d.join(d.withColumn("x", lit(1)).withColumn("y", col("e")), "k"));
    joins.put("added on the left", d -> d.withColumn("x", lit(1)).withColumn("y", col("e")).join(d, "k"));
    joins.put("added on both", d -> d.withColumn("x", lit(1)).drop("a").join(d.withColumn("y", lit(2)).drop("c"), "k"));
    joins.put("dropped on the right", d -> d.join(d.drop("a").drop("c"), "k"));
    joins.put("dropped and added again", d -> d.join(d.drop("c").withColumn("c", col("a").plus(5)), "k"));
    joins.put("replaced", d -> d.join(d.withColumn("c", col("c").plus(1)).withColumn("c", col("c").plus(1)), "k"));
    joins.put("replaced three times", d -> d.join(d.withColumn("c", col("c").plus(1)).withColumn("c", col("c").plus(1)).withColumn("c", col("c").plus(1)).drop("a"), "k"));
    joins.put("added and replaced", d -> d.join(d.withColumn("x", col("c").plus(1)).withColumn("x", col("x").plus(1)).withColumn("y", col("x")).drop("x"), "k"));
    joins.put("replaced by each other", d -> d.join(d.withColumn("a", col("c").plus(1)).withColumn("c", col("a").plus(1)).withColumn("e", col("c").plus(col("a"))), "k"));
    joins.put("renamed", d -> d.join(d.withColumnRenamed("k", "r").withColumnRenamed("c", "s").withColumn("t", col("s")), col("k").equalTo(col("r"))));
    joins.put("revived", d -> d.join(d.drop("c").filter("c > 31").withColumn("y", lit(2)), "k"));
    joins.put("filtered", d -> d.filter("c > 11").withColumn("x", lit(1)).join(d.withColumn("y", lit(2)).filter("y = 2").drop("c"), "k"));
    joins.put("aliases", d -> d.as("l").join(d.as("r"), col("l.k").equalTo(col("r.k"))).select("l.c", "r.e"));
    joins.put("aliases, added", d -> d.withColumn("x", lit(1)).as("l").join(d.withColumn("y", lit(2)).withColumn("z", col("y")).as("r"), col("l.e").equalTo(col("r.e"))).select("l.x", "r.z"));
    joins.put("aliases, dropped", d -> d.as("l").drop("a").join(d.as("r").drop("e").withColumn("e", lit(1)), col("l.k").equalTo(col("r.k"))).select("l.e", "r.c"));
    joins.put("three", d -> d.join(d.withColumn("x", lit(1)).drop("a"), "k").join(d.withColumn("y", lit(1)).drop("c"), "k").withColumn("z", lit(1)));
    joins.put("above", d -> d.join(d.withColumn("x", lit(1)).drop("a"), "k").withColumn("y", col("x")).withColumn("z", col("y")).drop("x"));
    joins.put("hint on the right", d -> d.join(broadcast(d.withColumn("x", lit(1)).drop("a")), "k"));
    joins.put("semi", d -> d.as("l").join(d.withColumn("x", lit(1)).filter("e > 12").drop("c").as("r"), col("l.k").equalTo(col("r.k")), "leftsemi"));
    joins.put("union", d -> d.withColumn("x", lit(1)).drop("a").union(d.withColumn("x", lit(2)).drop("a")));
    joins.put("except", d -> d.withColumn("x", lit(1)).drop("a").except(d.filter("e > 12").withColumn("x", lit(1)).drop("a")));
    joins.put("by column", d -> d.join(d.withColumn("y", lit(2)).drop("a"), d.col("k").equalTo(d.col("k"))));
    return joins;
  }

  @Test
  void bothSidesFilterByASubquery() {
    CacheSteps.run(c -> {
      Dataset<Row> x = c.base().withColumn("e", col("a").multiply(2));
      x.createOrReplaceTempView("self_join_view");
      Dataset<Row> scalar = x.filter("k <= (select max(e) from self_join_view)").withColumn("a", col("a").plus(1));
      scalar.cache();
      c.query("scalar", () -> scalar.join(scalar, "k"));
      c.query("scalar, added", () -> scalar.join(scalar.withColumn("y", lit(1)).drop("a"), "k"));
      Dataset<Row> correlated = x.filter("exists (select 1 from self_join_view v where v.k = b)").withColumn("f", col("a").plus(1)).withColumn("g", col("f"));
      correlated.cache();
      c.query("correlated", () -> correlated.join(correlated.withColumn("y", lit(1)).drop("a"), "k"));
    }).is("scalar reads", List.of(0, 0)).is("scalar, added reads", List.of(0, 0)).is("correlated reads", List.of(1, 1));
  }

  @Test
  void theSourceIsJoinedWithWhatAViewDerivesFromACachedPartOfIt() {
    CacheSteps.run(c -> {
      Dataset<Row> x = c.base();
      Dataset<Row> part = x.selectExpr("k", "a", "b", "7 as d");
      part.selectExpr("k", "a", "coalesce(b, 5) as b", "d + 1 as e").createOrReplaceTempView("derived_view");
      part.cache();
      c.query("joined", () -> x.join(x.sparkSession().table("derived_view"), "k"));
    }).is("joined reads", List.of(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"before", "after"})
  void bothSidesReadTheEntry(String when) {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = add(c.base());
      if (when.equals("before")) {
        d.cache();
        joins().forEach((name, join) -> c.query(name, () -> join.apply(d)));
      } else {
        Map<String, Dataset<Row>> built = new LinkedHashMap<>();
        joins().forEach((name, join) -> built.put(name, join.apply(d)));
        d.cache();
        // Only planned: their rows are those of the other run.
        built.forEach((name, dataset) -> c.plan(name, () -> dataset));
        d.unpersist(true);
        c.plan("uncached", () -> joins().get("added on both").apply(d));
      }
    });
    for (String name : joins().keySet()) {
      run.is(name + " reads", name.equals("three") ? List.of(0, 0, 0) : List.of(0, 0));
    }
    run.merged("added on the right").merged("added on both").merged("dropped and added again").merged("three").merged("above").merged("union");
  }

  @Test
  void aCachedJoin() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = add(c.base());
      Dataset<Row> side = d.withColumn("x", lit(1)).drop("a");
      Dataset<Row> joined = d.join(side, "k").withColumn("y", col("x")).withColumn("z", col("y"));
      Dataset<Row> end = joined.drop("y").withColumn("w", lit(1));
      joined.cache();
      c.query("end", () -> end);
      c.query("same calls", () -> add(c.base()).join(add(c.base()).withColumn("x", lit(1)).drop("a"), "k").withColumn("y", col("x")).withColumn("z", col("y")).drop("x").drop("y"));
      c.query("a side", () -> side.withColumn("v", lit(1)));
      side.cache();
      c.query("a side, cached", () -> side.withColumn("v", lit(1)));
      c.query("other join", () -> d.join(side, "k").withColumn("y", col("x")).withColumn("z", lit(5)));
      d.cache();
      c.query("other join, both cached", () -> d.join(side, "k").withColumn("y", col("x")).withColumn("z", lit(6)));
      d.unpersist(true);
      c.entries("entries");
      c.uncache(d, true);
      c.entries("cascade");
    });
    run.is("end reads", List.of(0)).is("same calls reads", List.of(0)).is("a side reads", List.of()).is("a side, cached reads", List.of(1));
    run.is("other join reads", List.of(1)).is("other join, both cached reads", List.of(2, 1)).is("cascade", List.of());
    run.merged("end").merged("same calls").merged("a side").merged("other join");
  }

  @Test
  void anEqualSecondDataset() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> first = add(c.base()).cache();
      Dataset<Row> second = add(c.base());
      c.query("second", () -> second.withColumn("x", lit(1)).withColumn("y", lit(1)));
      c.query("join", () -> first.withColumn("x", lit(1)).join(second.withColumn("y", lit(1)).drop("a"), "k"));
      c.query("join by columns", () -> first.withColumn("x", lit(1)).join(second.withColumn("y", lit(1)).drop("a"), first.col("k").equalTo(second.col("k"))));
      c.query("other names", () -> c.base().withColumn("p", col("a").plus(1)).withColumn("q", col("p").plus(1)).drop("b").withColumn("y", lit(1)));
      c.query("other way", () -> c.base().drop("b").withColumn("c", col("a").plus(1)).withColumn("e", col("c").plus(1)).withColumn("y", lit(1)));
      c.p().value("level", () -> second.storageLevel().useMemory());
      second.cache();
      c.entries("one entry");
      second.unpersist(true);
      c.entries("none");
    });
    run.is("second reads", List.of(0)).is("join reads", List.of(0, 0)).is("join by columns reads", List.of(0, 0)).is("level", true);
    run.is("other names reads", List.of(0)).is("other way reads", List.of()).is("one entry", List.of("loaded")).is("none", List.of());
    run.merged("second").merged("join").merged("other way");
  }
}
