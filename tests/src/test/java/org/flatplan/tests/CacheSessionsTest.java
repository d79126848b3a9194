// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions that share the cache, and the settings of a session that plan an entry. */
class CacheSessionsTest {

  private static Dataset<Row> add(Dataset<Row> x) {
    return x.withColumn("c", col("a").plus(1)).withColumn("e", col("c").plus(1)).drop("b");
  }

  private static Dataset<Row> more(Dataset<Row> d) {
    return d.withColumn("f", col("e").plus(1)).filter("f > 13").drop("c");
  }

  @Test
  void oneCachesAndTheOtherDerives() {
    Lockstep run = CacheSteps.run(c -> {
      SparkSession other = Sessions.open(c.p().rule);
      Dataset<Row> d = add(c.base()).cache();
      Dataset<Row> there = add(CacheSteps.base(other));
      c.query("derived there", () -> more(there).withColumn("z", lit(1)));
      c.query("revived there", () -> there.drop("c").filter("c > 11"));
      c.p().value("level there", () -> there.storageLevel().useMemory());
      more(there).cache();
      c.query("derived here", () -> more(d).withColumn("z", lit(1)));
      c.entries("both");
      there.unpersist(true);
      c.entries("uncached there");
      c.query("derived here, uncached there", () -> d.withColumn("z", lit(1)).withColumn("y", lit(1)));
      c.uncache(d, true);
      c.entries("cascade here");
      there.createOrReplaceTempView("v");
      other.sql("cache table v");
      c.query("on the view of the other", () -> more(d).withColumn("z", lit(1)));
      other.catalog().dropTempView("v");
      c.entries("view dropped");
    });
    run.is("derived there reads", List.of(0)).is("revived there reads", List.of(0)).is("level there", true).is("derived here reads", List.of(1));
    run.is("uncached there", List.of("loaded over [-1]")).is("derived here, uncached there reads", List.of()).is("cascade here", List.of());
    run.is("on the view of the other reads", List.of(0)).merged("derived there").merged("derived here");
  }

  /** The entries of a session with the rule switched on serve one with the rule switched off, and the other way round. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionsWithAndWithoutTheRule(boolean ruleThere) {
    Lockstep run = CacheSteps.run(c -> {
      SparkSession other = Sessions.open(ruleThere);
      Dataset<Row> there = add(CacheSteps.base(other));
      there.cache();
      more(there).cache();
      c.query("here", () -> add(c.base()).withColumn("z", lit(1)).withColumn("y", lit(1)));
      c.query("more here", () -> more(add(c.base())).withColumn("z", lit(1)).withColumn("y", lit(1)));
      c.query("revived here", () -> add(c.base()).drop("c").filter("c > 11"));
      c.query("list here", () -> c.base().select(col("k"), col("a"), col("a").plus(1).as("c"), col("a").plus(1).plus(1).as("e")).withColumn("z", lit(1)));
      c.p().value("level here", () -> add(c.base()).storageLevel().useMemory());
      add(c.base()).unpersist(true);
      c.entries("uncached here");
      add(c.base()).cache();
      c.query("there", () -> there.withColumn("z", lit(1)).withColumn("y", lit(1)));
      c.query("more there", () -> more(there).withColumn("z", lit(1)).withColumn("y", lit(1)));
      c.uncache(there, true);
      c.entries("cascade there");
    });
    run.is("here reads", List.of(0)).is("more here reads", List.of(1)).is("revived here reads", List.of(0)).is("list here reads", List.of());
    run.is("level here", true).is("uncached here", List.of("loaded over [-1]")).is("there reads", List.of(1)).is("more there reads", List.of(0)).is("cascade there", List.of());
    run.merged("here").merged("more here").merged("list here");
  }

  @Test
  void theRuleIsSwitchedInTheSession() {
    Lockstep run = CacheSteps.run(c -> {
      String rule = Boolean.toString(c.p().rule);
      Dataset<Row> d = add(c.base());
      Dataset<Row> before = more(d).withColumn("z", lit(1));
      d.cache();
      c.spark().conf().set(Sessions.ENABLED, "false");
      Dataset<Row> off = more(d).withColumn("y", lit(1));
      c.query("built while on", () -> before);
      c.query("built while off", () -> off);
      c.query("all built while off", () -> more(add(c.base())).withColumn("x", lit(1)));
      more(add(c.base())).cache();
      c.spark().conf().set(Sessions.ENABLED, rule);
      c.query("on again", () -> off.withColumn("w", lit(1)));
      c.query("all on again", () -> more(add(c.base())).withColumn("x", lit(1)));
      c.entries("entries");
      c.spark().conf().set(Sessions.ENABLED, "false");
      d.unpersist(true);
      c.uncache(more(d), true);
      c.spark().conf().set(Sessions.ENABLED, rule);
      c.entries("none");
    });
    run.is("built while on reads", List.of(0)).is("built while off reads", List.of(0)).is("all built while off reads", List.of(0));
    run.is("on again reads", List.of(1)).is("all on again reads", List.of(1)).is("none", List.of()).merged("built while on").notMerged("all built while off");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void adaptiveExecution(boolean adaptive) {
    Lockstep run = CacheSteps.run(c -> {
      c.spark().conf().set("spark.sql.adaptive.enabled", Boolean.toString(adaptive));
      Dataset<Row> grouped = add(c.base()).groupBy("k").agg(sum("e").as("s"));
      Dataset<Row> d = grouped.withColumn("c", col("s").plus(1)).withColumn("e", col("c").plus(1)).drop("s");
      Dataset<Row> e = more(d);
      d.cache();
      e.cache();
      c.query("on e", () -> e.withColumn("y", lit(1)).withColumn("z", col("y")));
      c.query("joined", () -> d.withColumn("y", lit(1)).drop("c").join(e.withColumn("z", lit(1)).drop("f"), "k").withColumn("q", lit(1)));
      c.query("grouped", () -> e.withColumn("y", col("f").mod(2)).groupBy("y").count().withColumn("z", lit(1)).withColumn("q", lit(1)));
      c.entries("before");
      d.unpersist(true);
      c.entries("after");
      c.query("on e, still", () -> e.withColumn("y", lit(1)).withColumn("z", col("y")));
      e.unpersist(true);
      d.cache();
      e.cache();
      c.entries("waiting");
      d.unpersist(true);
      c.entries("planned again");
      c.query("on e, planned again", () -> e.withColumn("y", lit(1)).withColumn("z", col("y")));
      c.query("on d, uncached", () -> d.withColumn("y", lit(1)).withColumn("z", col("y")));
    });
    run.is("before", List.of("loaded", "loaded over [0]")).is("after", List.of("loaded over [-1]")).is("waiting", List.of("waiting", "waiting over [0]"));
    run.is("planned again", List.of("waiting")).is("on e reads", List.of(1)).is("joined reads", List.of(0, 1)).is("grouped reads", List.of(1));
    run.is("on e, still reads", List.of(0)).is("on e, planned again reads", List.of(0)).is("on d, uncached reads", List.of());
    run.merged("on e").merged("joined").merged("grouped").merged("on e, planned again").merged("on d, uncached");
  }
}
