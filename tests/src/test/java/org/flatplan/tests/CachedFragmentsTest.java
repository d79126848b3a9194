// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.rand;
import static org.apache.spark.sql.functions.sqrt;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.classic.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Cached fragments are read, and dropped, exactly where stock Spark reads and drops them. */
class CachedFragmentsTest {

  @AfterEach
  void dropTables() {
    Sessions.open(false).sql("drop table if exists cached_source");
  }

  private static Dataset<Row> base(Program p) {
    return p.file("cache-base", "k int, a int, b int", row(1, 10, 2), row(3, 30, 0), row(5, 50, 5), row(9, 90, 3));
  }

  private static void hits(Program p, String name, Dataset<Row> dataset) {
    p.value(name + ": relations", () -> PlanShape.withCachedData(dataset).cached());
    p.rows(name + ": rows", () -> dataset);
  }

  @Test
  void derivedDatasetsReadTheCache() {
    Lockstep run = Lockstep.run(p -> {
      Dataset<Row> d = base(p).filter("k > 1").select(col("k"), col("a").plus(1).as("c")).cache();
      hits(p, "itself", d);
      hits(p, "add", d.withColumn("x", lit(1)));
      Dataset<Row> loop = d;
      for (int i = 0; i < 50; i++) {
        loop = loop.withColumn("x" + i, col("c").plus(i));
      }
      hits(p, "loop", loop);
      hits(p, "drop", d.drop("c"));
      hits(p, "rename", d.withColumnRenamed("c", "e").withColumn("f", col("e").plus(1)));
      hits(p, "filter", d.filter("c > 40").withColumn("x", lit(1)).filter("x = 1").drop("k"));
      hits(p, "dropped column", d.drop("c").filter("c > 40"));
      hits(p, "aggregate", d.withColumn("x", lit(1)).groupBy("x").count());
      hits(p, "join", d.withColumn("x", lit(1)).join(d.withColumn("y", lit(2)), "k"));
    });
    for (String name : new String[] {"itself", "add", "loop", "drop", "rename", "filter", "aggregate"}) {
      run.is(name + ": relations", 1);
    }
  }

  @Test
  void theEntryWithTheColumnIsUsed() {
    Lockstep.run(p -> {
      Dataset<Row> x = base(p);
      Dataset<Row> e = x.select(col("a"), sqrt(col("a")).as("e")).cache();
      x.select("a").cache();
      Dataset<Row> used = e.withColumn("z", col("e").plus(1));
      hits(p, "used", used);
      p.value("which", () -> PlanShape.execution(used).withCachedData().toString().contains("SQRT"));
      hits(p, "narrow", x.select("a").withColumn("z", lit(1)));
    }).is("used: relations", 1);
  }

  @Test
  void filtersOverAndBelowCachedColumns() {
    Lockstep.run(p -> {
      Dataset<Row> x = base(p);
      Dataset<Row> c = x.filter("k > 2").withColumn("u", col("k").multiply(10)).cache();
      hits(p, "derived", c.filter("u < 80").select("u"));
      hits(p, "other filter", x.filter("k < 8").select(col("k").multiply(10).as("u")));
      hits(p, "same text", x.filter("k > 2").withColumn("u", col("k").multiply(10)).withColumn("w", col("u")));
      hits(p, "more filters", x.filter("k > 2").filter("k < 8").withColumn("u", col("k").multiply(10)));
    }).is("derived: relations", 1).is("other filter: relations", 0);
  }

  @Test
  void noNewDivisionByZero() {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.ansi.enabled", "true");
      Dataset<Row> x = base(p);
      x.select(col("b"), col("a").divide(col("b")).as("r")).cache();
      hits(p, "guarded", x.filter("b != 0").select(col("b"), col("a").divide(col("b")).as("r")));
      hits(p, "guarded, more", x.filter("b != 0").withColumn("r", col("a").divide(col("b"))).withColumn("s", col("r").plus(1)).drop("k"));
    }).is("guarded: relations", 0).succeeds("guarded: rows");
  }

  @Test
  void randomColumnsAreNotTakenFromAnotherList() {
    Lockstep.run(p -> {
      Dataset<Row> x = base(p);
      Dataset<Row> r = x.select(col("a"), rand(42).as("r")).cache();
      hits(p, "other", x.filter("a > 20").select(col("a"), rand(42).as("r")));
      hits(p, "same", x.select(col("a"), rand(42).as("r")));
      hits(p, "derived", r.withColumn("s", col("r").multiply(2)).filter("s > 0.1").withColumn("t", col("r")));
    }).is("other: relations", 0);
  }

  @Test
  void unrelatedQueriesDoNotReadTheCache() {
    Lockstep.run(p -> {
      p.spark.sql("drop table if exists cached_source");
      p.spark.sql("create table cached_source (a int, b int, p string) using parquet");
      p.spark.sql("insert into cached_source values (1, 2, 'x'), (3, 4, 'y')");
      p.spark.sql("cache table cached_part as select a, b from cached_source");
      hits(p, "unrelated", p.spark.sql("select a from cached_source where p = 'x'"));
      hits(p, "narrower", p.spark.sql("select a from cached_source"));
      hits(p, "narrower by the API", p.spark.table("cached_source").select("a"));
      hits(p, "same", p.spark.sql("select a, b from cached_source"));
      hits(p, "by name", p.spark.table("cached_part").withColumn("c", col("a").plus(1)).drop("b"));
      p.value("isCached", () -> p.spark.catalog().isCached("cached_part"));
      p.value("insert", () -> p.spark.sql("insert into cached_source values (5, 6, 'x')").count());
      p.unordered("after the insert", () -> p.spark.table("cached_part").withColumn("c", col("a").plus(1)).drop("b"));
      p.value("uncache", () -> p.spark.sql("uncache table cached_part").count());
      hits(p, "after uncache", p.spark.sql("select a, b from cached_source").withColumn("c", lit(1)).filter("a = 1"));
    }).is("unrelated: relations", 0).is("narrower: relations", 0).is("by name: relations", 1).is("after uncache: relations", 0);
  }

  @Test
  void storageLevels() {
    Lockstep.run(p -> {
      Dataset<Row> d = base(p).withColumn("c", lit(1)).cache();
      p.value("of a derived one", () -> d.withColumn("x", lit(1)).storageLevel().toString());
      p.value("of itself", () -> d.storageLevel().useMemory());
      p.value("of the same text", () -> base(p).withColumn("c", lit(1)).storageLevel().useMemory());
      p.value("of a drop", () -> d.drop("c").storageLevel().useMemory());
    }).is("of itself", true).is("of a drop", false);
  }

  @Test
  void uncachingWithAndWithoutCascade() {
    Lockstep.run(p -> {
      Dataset<Row> d = base(p).withColumn("c", lit(1));
      d.cache();
      Dataset<Row> derived = d.withColumn("x", col("c").plus(1));
      derived.cache();
      p.value("count", derived::count);
      hits(p, "third", derived.withColumn("y", col("x").plus(1)));
      d.unpersist(true);
      p.value("derived after unpersist", () -> derived.storageLevel().useMemory());
      hits(p, "third after unpersist", derived.withColumn("y", col("x").plus(1)));
      d.cache();
      derived.cache();
      ((SparkSession) p.spark).sharedState().cacheManager().uncacheQuery((org.apache.spark.sql.classic.Dataset<?>) d, true);
      p.value("derived after cascade", () -> derived.storageLevel().useMemory());
      p.value("d after cascade", () -> d.storageLevel().useMemory());
    }).is("third: relations", 1).is("derived after cascade", false);
  }

  @Test
  void cachedAfterTheDerivedDatasetWasBuilt() {
    Lockstep.run(p -> {
      Dataset<Row> d = base(p).withColumn("c", col("a").plus(1));
      Dataset<Row> derived = d.withColumn("x", col("c").plus(1)).filter("x > 20").drop("a");
      d.cache();
      hits(p, "derived", derived);
      hits(p, "derived later", d.withColumn("x", col("c").plus(1)).filter("x > 20").drop("a"));
      d.unpersist(true);
      hits(p, "after unpersist", d.withColumn("x", lit(1)));
    }).is("derived: relations", 1).is("derived later: relations", 1).is("after unpersist: relations", 0);
  }

  @Test
  void cacheInTheMiddleOfALoop() {
    Lockstep.run(p -> {
      Dataset<Row> d = base(p);
      for (int i = 1; i <= 60; i++) {
        d = d.withColumn("c" + i, col("a").plus(i));
        if (i % 20 == 0) {
          d = d.cache();
          Dataset<Row> now = d;
          p.value("at " + i, () -> PlanShape.withCachedData(now.withColumn("z", lit(1))).cached());
        }
      }
      hits(p, "end", d.withColumn("z", col("c60").plus(1)).select("z", "c1"));
      p.value("entries", () -> ((SparkSession) p.spark).sharedState().cacheManager().numCachedEntries());
    }).is("at 20", 1).is("at 40", 1).is("end: relations", 1);
  }
}
