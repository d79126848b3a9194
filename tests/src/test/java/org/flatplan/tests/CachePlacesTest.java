// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries under and over other operators, in subqueries, and revived columns of an entry. */
class CachePlacesTest {

  private static Dataset<Row> add(Dataset<Row> x) {
    return x.withColumn("c", col("a").plus(1)).withColumn("e", col("c").plus(1)).drop("b");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void subqueries(boolean loaded) {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = add(c.base());
      d.createOrReplaceTempView("v");
      d.withColumn("f", lit(1)).drop("c").createOrReplaceTempView("w");
      c.base().createOrReplaceTempView("x");
      d.cache();
      if (loaded) {
        c.p().value("count", d::count);
      }
      c.query("scalar", () -> c.spark().sql("select k, (select max(e) from v) as m from x"));
      c.query("scalar, more", () -> c.spark().sql("select k, (select max(e) from w) as m from x").withColumn("z", lit(1)).withColumn("y", col("m")));
      c.query("correlated scalar", () -> c.spark().sql("select k, (select max(c) from v where v.k = x.k) as m from x"));
      c.query("exists", () -> c.spark().sql("select k from x where exists (select 1 from v where v.k = x.k and v.e > 12)"));
      c.query("in", () -> c.spark().sql("select k from x where k in (select k from w where e > 12)"));
      c.query("not in", () -> c.spark().sql("select k from x where k not in (select k from w where e > 12)"));
      c.query("over the entry", () -> c.spark().sql("select k from v where k in (select k from w where e > 12)").withColumn("z", lit(1)));
      c.query("in a filter of a merge", () -> d.withColumn("z", lit(1)).filter("k in (select k from x where b > 0)").withColumn("y", col("z")));
      c.query("of itself in a filter", () -> d.withColumn("z", lit(1)).filter("e > (select min(e) from v)").withColumn("y", col("z")));
      Dataset<Row> cached = c.spark().table("x").withColumn("m", lit(1)).filter("k in (select k from w where e > 12)").withColumn("n", col("m"));
      cached.cache();
      c.query("entry with a subquery", () -> cached.withColumn("y", lit(1)).withColumn("z", lit(1)));
      c.query("the subquery of the entry", () -> c.spark().table("x").withColumn("m", lit(1)).filter("k in (select k from w where e > 12)").withColumn("n", lit(2)));
      c.entries("before");
      d.unpersist(true);
      c.entries("after");
      c.query("uncached", () -> c.spark().sql("select k, (select max(e) from w) as m from x").withColumn("z", lit(1)));
      c.uncache(c.base(), true);
      c.entries("cascade");
    });
    for (String name : new String[] {"scalar", "scalar, more", "correlated scalar", "exists", "in", "not in", "in a filter of a merge", "the subquery of the entry"}) {
      run.is(name + " reads", List.of(0));
    }
    run.is("over the entry reads", List.of(0, 0)).is("of itself in a filter reads", List.of(0, 0)).is("entry with a subquery reads", List.of(1));
    run.is("uncached reads", List.of()).is("cascade", List.of());
    run.merged("scalar, more").merged("in a filter of a merge").merged("of itself in a filter").merged("entry with a subquery");
  }

  @Test
  void aboveAndBelowOtherOperators() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = add(c.base());
      Dataset<Row> grouped = d.withColumn("g", col("e").mod(2)).groupBy("g").agg(max("k").as("k"));
      Dataset<Row> overGrouped = grouped.withColumn("h", col("g").plus(1)).withColumn("i", col("h")).drop("h");
      Dataset<Row> union = d.withColumn("u", lit(1)).union(d.drop("a").withColumn("u", lit(2)).withColumn("v", lit(2)));
      Dataset<Row> overUnion = union.withColumn("h", lit(1)).withColumn("i", col("h")).drop("a");
      Dataset<Row> distinct = d.drop("a").distinct().withColumn("h", lit(1)).withColumn("i", col("h"));
      Dataset<Row> limited = d.orderBy("k").limit(2).withColumn("h", lit(1)).withColumn("i", col("h"));
      Dataset<Row> joined = d.join(c.base().withColumn("z", lit(1)).drop("a"), "k").withColumn("h", lit(1)).withColumn("i", col("h"));
      d.cache();
      c.query("grouped", () -> overGrouped);
      c.query("union", () -> overUnion);
      c.query("distinct", () -> distinct);
      c.query("limited", () -> limited);
      c.query("joined", () -> joined);
      c.query("joined again", () -> joined.drop("i").withColumn("j", lit(1)));
      overGrouped.cache();
      overUnion.cache();
      joined.cache();
      d.unpersist(true);
      c.entries("planned again");
      c.query("on grouped", () -> overGrouped.withColumn("j", lit(1)).drop("k"));
      c.query("on union", () -> overUnion.withColumn("j", lit(1)).drop("k"));
      c.query("on joined", () -> joined.withColumn("j", lit(1)).drop("k"));
      c.query("grouped below", () -> grouped.withColumn("h", col("g").plus(1)).withColumn("j", lit(1)));
      c.query("joined with entries", () -> overGrouped.withColumn("j", lit(1)).drop("i").join(overUnion.drop("e").withColumn("l", lit(1)), "k"));
      c.uncache(d, true);
      c.entries("cascade");
    });
    run.is("grouped reads", List.of(0)).is("union reads", List.of(0, 0)).is("distinct reads", List.of(0)).is("limited reads", List.of(0)).is("joined reads", List.of(0));
    run.is("planned again", List.of("waiting", "waiting", "waiting")).is("grouped below reads", List.of()).is("cascade", List.of());
    for (String name : new String[] {"grouped", "union", "distinct", "limited", "joined", "on grouped", "on union", "on joined", "grouped below", "joined with entries"}) {
      run.merged(name);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void revivedColumns(boolean cachedFirst) {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = add(c.base());
      Dataset<Row> m = d.withColumn("x", col("e").plus(1));
      Dataset<Row> dropped = m.drop("c");
      if (cachedFirst) {
        d.cache();
        dropped.cache();
      }
      Dataset<Row> byDropped = dropped.filter("c > 11");
      Dataset<Row> byReplaced = d.withColumn("c", lit("c")).drop("c").filter("c = 'c'");
      Dataset<Row> bySource = d.filter("b > 0").withColumn("z", lit(1));
      Dataset<Row> sorted = d.drop("c").drop("e").orderBy(col("c").desc());
      Dataset<Row> bySelect = m.select("k").filter("x > 20").filter("e > 13").withColumn("z", lit(1));
      Dataset<Row> byRenamed = m.withColumnRenamed("c", "f").filter("c > 11").withColumn("z", col("f"));
      if (!cachedFirst) {
        d.cache();
        dropped.cache();
      }
      c.query("of dropped", () -> byDropped);
      c.query("of dropped, more", () -> byDropped.withColumn("z", lit(1)).drop("x"));
      c.query("of dropped, twice", () -> dropped.drop("e").filter("c > 11").filter("e > 13").withColumn("z", lit(1)));
      c.query("replaced", () -> byReplaced);
      c.query("dropped before", () -> bySource);
      c.ordered("sorted", () -> sorted);
      c.ordered("sorted, more", () -> dropped.withColumn("z", lit(1)).orderBy(col("c").desc()).drop("e").withColumn("y", lit(1)));
      c.query("by select", () -> bySelect);
      c.query("renamed", () -> byRenamed);
      c.query("of dropped, without", () -> dropped.filter("x > 20").withColumn("z", lit(1)).withColumn("y", lit(1)));
      c.query("unknown", () -> dropped.filter("no_such > 1"));
      c.query("selected", () -> dropped.select("c"));
      byDropped.cache();
      c.query("cached revival", () -> byDropped.withColumn("z", lit(1)).drop("x"));
      c.query("cached revival, same calls", () -> add(c.base()).withColumn("x", col("e").plus(1)).drop("c").filter("c > 11").withColumn("z", lit(1)).drop("x"));
      c.entries("entries");
      d.unpersist(true);
      c.entries("without d");
      c.query("revival without d", () -> dropped.filter("c > 11").withColumn("z", lit(1)));
      c.query("other revival without d", () -> dropped.filter("c > 31").withColumn("z", lit(1)));
      c.uncache(d, true);
      c.entries("cascade");
    });
    run.is("replaced reads", List.of(0)).is("sorted reads", List.of(0)).is("by select reads", List.of(0)).is("of dropped, without reads", List.of(1));
    run.is("of dropped reads", List.of(0)).is("cascade", List.of()).failsToBuild("unknown", "UNRESOLVED_COLUMN").failsToBuild("selected", "UNRESOLVED_COLUMN");
    run.merged("of dropped, without").merged("by select");
  }

  @Test
  void aWriteReadsTheEntry() {
    CacheSteps.run(c -> {
      String path = Sessions.scratch("cache-written-" + c.p().rule).toString();
      Dataset<Row> d = add(c.base()).cache();
      c.entries("before");
      d.withColumn("x", lit(1)).withColumn("y", lit(2)).write().mode("overwrite").parquet(path);
      c.entries("after");
      c.query("written", () -> c.spark().read().parquet(path).withColumn("z", lit(1)).drop("x"));
      c.p().value("first", () -> d.withColumn("x", lit(1)).drop("a").orderBy("k").first().toString());
      c.p().value("as json", () -> d.withColumn("x", lit(1)).drop("a").toJSON().count());
      c.p().value("checkpoint", () -> d.withColumn("x", lit(1)).drop("a").localCheckpoint().count());
    }).is("before", List.of("waiting")).is("after", List.of("loaded")).is("written reads", List.of());
  }

  @Test
  void aCommonTableInASubqueryOfAMergedColumn() {
    CacheSteps.run(c -> {
      Dataset<Row> x = c.base();
      x.createOrReplaceTempView("common_source");
      Dataset<Row> d = x.withColumn("x", col("a").plus(1));
      Dataset<Row> m = d.withColumn("m", expr("(with t as (select max(b) as mv from common_source) select u.mv from t u join t v)"));
      Dataset<Row> above = m.withColumn("z", col("x").plus(1));
      d.cache();
      c.query("with the subquery", () -> m);
      c.query("above", () -> above);
      above.cache();
      c.query("on what is cached", () -> above.withColumn("y", col("z").plus(1)).drop("m"));
    }).is("with the subquery reads", List.of(0)).is("above reads", List.of(0)).is("on what is cached reads", List.of(1));
  }
}
