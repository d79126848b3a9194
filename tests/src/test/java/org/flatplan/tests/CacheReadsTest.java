// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sqrt;
import static org.apache.spark.sql.functions.sum;
import static org.flatplan.tests.Program.row;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is built on a cached Dataset reads its entry. */
class CacheReadsTest {

  /** Ways to a Dataset of the rows 3, 5 and 9 with the columns k and c = a + 1. */
  enum Cached {
    ONE_SELECT(x -> x.filter("k > 1").select(col("k"), col("a").plus(1).as("c"))),
    MERGED(x -> x.filter("k > 1").withColumn("c", col("a").plus(1)).drop("a").drop("b")),
    MERGED_OVER_FILTER(x -> x.withColumn("c", col("a").plus(1)).filter("c > 11").select("k", "c")),
    FILTER_ON_TOP(x -> x.withColumn("c", col("a").plus(1)).select("k", "c").filter("c > 11")),
    DROPPED_COLUMN(x -> x.withColumn("c", col("a").plus(1)).select("k", "c").filter("a > 10")),
    RENAMED(x -> x.withColumnRenamed("a", "c").withColumn("c", col("c").plus(1)).drop("b").filter("k > 1")),
    OVER_AGGREGATE(x -> x.groupBy("k").agg(sum("a").plus(1).cast("int").as("d")).withColumn("c", col("d")).drop("d").filter("k > 1"));

    final UnaryOperator<Dataset<Row>> build;

    /** Whether each query also runs; for the rest it is enough to see what it reads. */
    final boolean runs;

    Cached(UnaryOperator<Dataset<Row>> build) {
      this.build = build;
      this.runs = name().contains("FILTER");
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyDerivationReadsTheEntry(Cached cached) {
    String[] names = {"itself", "add", "add twice", "loop", "drop", "rename", "replace", "filter", "revived", "aggregate", "sort", "same calls"};
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = cached.build.apply(c.base()).cache();
      BiConsumer<String, Callable<Dataset<Row>>> step = cached.runs ? c::query : c::plan;
      c.query("itself", () -> d);
      step.accept("add", () -> d.withColumn("x", lit(1)));
      step.accept("add twice", () -> d.withColumn("x", col("c").plus(1)).withColumn("y", col("x").plus(1)));
      step.accept("loop", () -> {
        Dataset<Row> loop = d;
        for (int i = 0; i < 50; i++) {
          loop = loop.withColumn("x" + i, col("c").plus(i));
        }
        return loop;
      });
      step.accept("drop", () -> d.withColumn("x", col("c").plus(1)).drop("c"));
      step.accept("rename", () -> d.withColumnRenamed("c", "e").withColumn("f", col("e").plus(1)));
      step.accept("replace", () -> d.withColumn("c", col("c").plus(1)).withColumn("c", col("c").plus(1)));
      step.accept("filter", () -> d.filter("c > 40").withColumn("x", lit(1)).filter("x = 1").drop("k"));
      step.accept("revived", () -> d.drop("c").filter("c > 40"));
      step.accept("aggregate", () -> d.withColumn("x", lit(1)).withColumn("y", col("x")).groupBy("y").count());
      c.ordered("sort", () -> d.withColumn("x", col("c").plus(1)).drop("c").orderBy(col("x").desc()));
      step.accept("same calls", () -> cached.build.apply(c.base()).withColumn("x", lit(1)).withColumn("y", col("x")));
      c.entries("entries");
    });
    run.is("entries", List.of("loaded")).gives("itself", row(3, 31), row(5, 51), row(9, 91));
    run.gives("sort", row(9, 92), row(5, 52), row(3, 32));
    for (String name : names) {
      run.is(name + " reads", List.of(0));
    }
    for (String name : new String[] {"add twice", "loop", "drop", "replace", "filter", "aggregate", "sort", "same calls"}) {
      run.merged(name);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatLooksLikeItDoesNotReadTheEntry(Cached cached) {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> x = c.base();
      cached.build.apply(x).cache();
      c.plan("the source", () -> x);
      c.plan("other constant", () -> x.filter("k > 0").withColumn("c", col("a").plus(2)).drop("a").drop("b"));
      c.plan("other filter", () -> x.filter("k > 3").withColumn("c", col("a").plus(1)).drop("a").drop("b"));
      c.plan("other order", () -> x.withColumn("c", col("a").plus(1)).select("c", "k").filter("k > 1"));
      c.plan("one call less", () -> x.withColumn("c", col("a").plus(1)));
      c.plan("all at once", () -> x.select(col("k"), col("a").plus(1).as("c")).filter("k > 1").withColumn("y", lit(1)).withColumn("z", lit(1)));
    });
    for (String name : new String[] {"the source", "other constant", "other filter", "other order", "one call less", "all at once"}) {
      run.is(name + " reads", List.of());
    }
    run.merged("other constant").merged("other filter").merged("other order").merged("all at once");
  }

  @Test
  void showReadsTheEntry() {
    CacheSteps.run(c -> {
      Dataset<Row> d = c.base().withColumn("c", col("a").plus(1)).drop("a").cache();
      c.entries("before");
      c.p().value("shown", () -> ((org.apache.spark.sql.classic.Dataset<?>) d.withColumn("x", lit(1))).showString(20, 20, false).lines().count());
      c.entries("after");
    }).is("before", List.of("waiting")).is("shown", 8L).is("after", List.of("loaded"));
  }

  @Test
  void theEntryWithTheColumnIsRead() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> x = c.base();
      Dataset<Row> e = x.select(col("a"), sqrt(col("a")).as("e")).cache();
      x.select("a").cache();
      c.query("derived of e", () -> e.withColumn("z", col("e").plus(1)).withColumn("y", col("z")));
      c.query("derived of a", () -> x.select("a").withColumn("z", lit(1)).withColumn("y", col("z")));
      c.query("neither", () -> x.withColumn("e", sqrt(col("a"))).select("a", "e").withColumn("z", col("e")));
    });
    run.is("derived of e reads", List.of(0)).is("derived of a reads", List.of(1)).is("neither reads", List.of());
    run.merged("derived of e").merged("derived of a").merged("neither");
  }

  @Test
  void theNearestEntryIsRead() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> x = c.base().cache();
      Dataset<Row> one = x.withColumn("c", col("a").plus(1));
      Dataset<Row> two = one.withColumn("e", col("c").plus(1)).filter("e > 12");
      Dataset<Row> three = two.drop("b").withColumn("f", col("e").plus(1));
      three.cache();
      one.cache();
      c.query("of the source", () -> x.withColumn("z", lit(1)).withColumn("y", col("z")));
      c.query("of one", () -> one.withColumn("z", lit(1)).drop("a"));
      c.query("of two", () -> two.withColumn("z", lit(1)).drop("a"));
      c.query("of three", () -> three.withColumn("z", lit(1)).drop("a"));
      c.query("of a part of three", () -> two.drop("b").withColumn("g", col("e").plus(2)));
      two.cache();
      c.query("of two again", () -> two.withColumn("z", lit(1)).drop("a"));
      c.query("of three again", () -> three.withColumn("z", lit(1)).drop("a"));
      c.entries("entries");
    });
    run.is("of the source reads", List.of(0)).is("of one reads", List.of(2)).is("of two reads", List.of(2)).is("of three reads", List.of(1));
    run.is("of a part of three reads", List.of(2)).is("of two again reads", List.of(3)).is("of three again reads", List.of(1));
    run.merged("of three").merged("of a part of three").merged("of three again");
    run.is("entries", List.of("loaded", "loaded over [0]", "loaded over [0]", "loaded over [2]"));
  }

  @Test
  void listsThatAreEqualOnlyOnceMerged() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> x = c.base();
      Dataset<Row> once = x.select(col("k"), col("k").multiply(10).as("u"), lit(1).as("w"));
      Dataset<Row> twice = x.select(col("k"), col("k").multiply(10).as("u")).select(col("k"), col("u"), lit(1).as("w"));
      Dataset<Row> thrice = x.withColumn("u", col("k").multiply(10)).withColumn("w", lit(1)).select("k", "u", "w");
      once.cache();
      c.query("twice", () -> twice);
      c.query("thrice", () -> thrice);
      c.query("on once", () -> once.withColumn("z", lit(1)).drop("z"));
      c.p().value("level of twice", () -> twice.storageLevel().useMemory());
      twice.cache();
      thrice.cache();
      c.entries("three entries");
      c.query("on once again", () -> once.withColumn("z", lit(1)).withColumn("y", lit(1)));
      c.query("on twice", () -> twice.withColumn("z", lit(1)).withColumn("y", lit(1)));
      c.query("on thrice", () -> thrice.withColumn("z", lit(1)).withColumn("y", lit(1)));
      twice.unpersist(true);
      c.entries("two entries");
      c.query("on twice, uncached", () -> twice.withColumn("z", lit(2)).withColumn("y", lit(1)));
      c.query("on thrice, cached", () -> thrice.withColumn("z", lit(2)).withColumn("y", lit(1)));
    });
    run.is("twice reads", List.of()).is("thrice reads", List.of()).is("on once reads", List.of(0)).is("level of twice", false);
    run.merged("twice").merged("thrice");
    run.is("three entries", List.of("loaded", "waiting", "waiting"));
    run.is("on once again reads", List.of(0)).is("on twice reads", List.of(1)).is("on thrice reads", List.of(2));
    run.is("two entries", List.of("loaded", "loaded")).is("on twice, uncached reads", List.of()).is("on thrice, cached reads", List.of(1));
  }
}
