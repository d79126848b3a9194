// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A merge moves filters; an entry is found by where they were, not by where they are. */
class CachedFiltersTest {

  private static final UnaryOperator<Dataset<Row>> ADD = x -> x.withColumn("u", col("k").multiply(10));

  @Test
  void filtersOverAndBelowACachedColumn() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> x = c.base();
      Dataset<Row> d = ADD.apply(x.filter("k > 2")).cache();
      c.query("derived", () -> d.filter("u < 80").select("u"));
      c.query("derived, more", () -> d.filter("u < 80").select("u").filter("u > 30").withColumn("w", col("u")));
      c.query("other filter", () -> x.filter("k < 8").select(col("k").multiply(10).as("u")));
      c.query("same text", () -> ADD.apply(x.filter("k > 2")).withColumn("w", col("u")).drop("a"));
      c.query("one filter more below", () -> ADD.apply(x.filter("k > 2").filter("k < 8")).withColumn("w", col("u")));
      c.query("filter above", () -> ADD.apply(x).filter("k > 2").withColumn("w", col("u")));
      c.query("filter on the column", () -> ADD.apply(x).filter("u > 20").withColumn("w", col("u")));
    });
    run.is("derived reads", List.of(0)).is("derived, more reads", List.of(0)).is("other filter reads", List.of());
    run.is("same text reads", List.of(0)).is("one filter more below reads", List.of());
    run.is("filter above reads", List.of()).is("filter on the column reads", List.of());
    run.merged("derived, more").merged("same text").merged("filter above").merged("filter on the column");
  }

  @Test
  void aCachedFilterThatOnlyTheRewrittenFilterEquals() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> x = c.base();
      x.filter("k > 2").cache();
      x.filter("(k * 10) > 20").cache();
      c.query("over a renamed column", () -> x.withColumn("u", col("k")).filter("u > 2").withColumn("w", lit(1)));
      c.query("over a computed column", () -> ADD.apply(x).filter("u > 20").withColumn("w", lit(1)));
      c.query("over another column", () -> ADD.apply(x).filter("k > 2").withColumn("w", lit(1)));
      c.query("over a drop", () -> x.drop("b").filter("k > 2").withColumn("w", lit(1)));
      c.query("with the dropped column", () -> x.drop("k").filter("k > 2").withColumn("w", lit(1)));
      c.query("below", () -> ADD.apply(x.filter("k > 2")).filter("u < 80").withColumn("w", lit(1)));
      c.query("below, computed", () -> ADD.apply(x.filter("(k * 10) > 20")).filter("u < 80").withColumn("w", lit(1)));
      c.query("twice", () -> ADD.apply(x.filter("k > 2")).filter("k > 2").withColumn("w", lit(1)));
    });
    for (String name : new String[] {"over a renamed column", "over a computed column", "over another column", "over a drop", "with the dropped column"}) {
      run.is(name + " reads", List.of()).merged(name);
    }
    for (String name : new String[] {"below", "twice"}) {
      run.is(name + " reads", List.of(0)).merged(name);
    }
    run.is("below, computed reads", List.of(1)).merged("below, computed");
  }

  @Test
  void chainsOfFilters() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> x = c.base();
      x.filter("k > 2").filter("k < 8").cache();
      c.query("same chain", () -> ADD.apply(x.filter("k > 2").filter("k < 8")).withColumn("w", lit(1)));
      c.query("other order", () -> ADD.apply(x.filter("k < 8").filter("k > 2")).withColumn("w", lit(1)));
      c.query("one filter", () -> ADD.apply(x.filter("k > 2 and k < 8")).withColumn("w", lit(1)));
      c.query("a column between", () -> ADD.apply(x.filter("k > 2")).filter("k < 8").withColumn("w", lit(1)));
      c.query("longer chain", () -> ADD.apply(x.filter("k > 2").filter("k < 8").filter("a > 0")).withColumn("w", lit(1)));
      c.query("wrong chain", () -> ADD.apply(x.filter("a > 0").filter("k > 2").filter("k < 8")).withColumn("w", lit(1)));
    });
    run.is("same chain reads", List.of(0)).is("other order reads", List.of()).is("one filter reads", List.of());
    run.is("a column between reads", List.of()).is("longer chain reads", List.of(0)).is("wrong chain reads", List.of());
    for (String name : new String[] {"same chain", "other order", "one filter", "a column between", "longer chain", "wrong chain"}) {
      run.merged(name);
    }
  }

  @Test
  void cachedInTheMiddleOfAChain() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> one = ADD.apply(c.base()).filter("u > 10");
      Dataset<Row> two = one.filter("k < 9");
      Dataset<Row> three = two.filter("a < 50");
      Dataset<Row> end = three.withColumn("w", col("u").plus(1)).drop("u");
      one.cache();
      c.query("end over one", () -> end.select("*"));
      three.cache();
      c.query("end over three", () -> end.select("*"));
      c.query("from two", () -> two.withColumn("w", col("u").plus(1)).drop("u"));
      c.query("other third", () -> two.filter("a < 49").withColumn("w", col("u").plus(1)).drop("u"));
      c.query("fourth", () -> three.filter("a < 49").withColumn("w", col("u").plus(1)).drop("u"));
      two.cache();
      one.unpersist(true);
      c.query("other third over two", () -> two.filter("a < 49").withColumn("w", col("u").plus(1)).drop("u"));
      c.query("from one", () -> one.withColumn("w", col("u").plus(1)).drop("u"));
    });
    run.is("end over one reads", List.of(0)).is("end over three reads", List.of(1)).is("from two reads", List.of(0));
    run.is("other third reads", List.of(0)).is("fourth reads", List.of(1));
    run.is("other third over two reads", List.of(1)).is("from one reads", List.of()).merged("end over one").merged("from one");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noNewDivisionByZero(boolean ansi) {
    Lockstep run = CacheSteps.run(c -> {
      c.spark().conf().set("spark.sql.ansi.enabled", Boolean.toString(ansi));
      Dataset<Row> x = c.base();
      x.select(col("b"), col("a").divide(col("b")).as("r")).cache();
      x.withColumn("r", col("a").divide(col("b"))).withColumn("s", col("r").plus(1)).cache();
      c.query("guarded", () -> x.filter("b != 0").select(col("b"), col("a").divide(col("b")).as("r")));
      c.query("guarded, more", () -> x.filter("b != 0").withColumn("r", col("a").divide(col("b"))).withColumn("s", col("r").plus(1)).drop("k"));
      c.query("guarded above", () -> x.select(col("b"), col("a").divide(col("b")).as("r")).filter("b != 0").withColumn("s", col("r").plus(1)));
      c.query("guarded above, twice", () -> x.withColumn("r", col("a").divide(col("b"))).filter("b != 0").withColumn("s", col("r").plus(1)));
      c.query("unguarded", () -> x.select(col("b"), col("a").divide(col("b")).as("r")).withColumn("s", col("r").plus(1)));
      c.query("unguarded drop", () -> x.withColumn("r", col("a").divide(col("b"))).withColumn("s", col("r").plus(1)).drop("r").drop("s"));
      c.query("not cached drop", () -> x.withColumn("r", col("a").divide(col("b"))).withColumn("s", col("r").plus(2)).drop("r").drop("s"));
    });
    run.is("guarded reads", List.of()).succeeds("guarded").is("guarded, more reads", List.of()).succeeds("guarded, more");
    run.is("guarded above reads", List.of(0)).is("guarded above, twice reads", List.of()).succeeds("guarded above, twice");
    run.is("unguarded reads", List.of(0)).is("unguarded drop reads", List.of(1)).is("not cached drop reads", List.of()).succeeds("not cached drop");
    if (ansi) {
      run.failsToRun("guarded above", "DIVIDE_BY_ZERO").failsToRun("unguarded", "DIVIDE_BY_ZERO").failsToRun("unguarded drop", "DIVIDE_BY_ZERO");
    }
  }
}
