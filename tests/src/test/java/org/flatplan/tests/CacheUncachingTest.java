// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An uncached Dataset takes with it, or has planned again, the entries that it does on stock Spark. */
class CacheUncachingTest {

  private static Dataset<Row> add(Dataset<Row> x) {
    return x.withColumn("c", col("a").plus(1)).withColumn("e", col("b").plus(1)).drop("b");
  }

  private static Dataset<Row> derive(Dataset<Row> d) {
    return d.withColumn("x", col("c").plus(1)).filter("x > 20").drop("a");
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void cachedBeforeTheDerivedWasBuilt(boolean loaded, boolean cascade) {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = add(c.base()).cache();
      Dataset<Row> e = derive(d).cache();
      Dataset<Row> f = e.withColumn("y", col("x").plus(1)).withColumn("z", lit(1)).drop("c").cache();
      c.base().withColumn("unrelated", lit(1)).cache();
      if (loaded) {
        c.p().value("count", f::count);
      }
      c.entries("before");
      c.uncache(d, cascade);
      c.entries("after");
      for (Dataset<Row> dataset : List.of(d, e, f)) {
        c.p().value("level of " + List.of(dataset.columns()), () -> dataset.storageLevel().useMemory());
      }
      c.query("on d", () -> d.withColumn("q", lit(1)).withColumn("r", lit(1)));
      c.query("on e", () -> e.withColumn("q", lit(1)).withColumn("r", lit(1)));
      c.query("on f", () -> f.withColumn("q", lit(1)).withColumn("r", lit(1)));
      c.entries("end");
    });
    run.merged("on d").merged("on e").merged("on f");
    String state = loaded ? "loaded" : "waiting";
    run.is("before", List.of(state, state + " over [0]", state + " over [1]", "waiting"));
    run.is("on d reads", List.of());
    if (cascade) {
      run.is("after", List.of("waiting")).is("on e reads", List.of()).is("on f reads", List.of());
    } else if (loaded) {
      run.is("after", List.of("loaded over [-1]", "loaded over [0]", "waiting")).is("on e reads", List.of(0)).is("on f reads", List.of(1));
    } else {
      run.is("after", List.of("waiting", "waiting", "waiting"));
    }
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void cachedAfterTheDerivedWasCached(boolean loaded, boolean cascade) {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = add(c.base());
      Dataset<Row> e = derive(d);
      Dataset<Row> f = e.withColumn("y", col("x").plus(1)).drop("c");
      e.cache();
      f.cache();
      if (loaded) {
        c.p().value("count", f::count);
      }
      d.cache();
      c.entries("before");
      c.uncache(d, cascade);
      c.entries("after");
      c.query("on d", () -> d.withColumn("q", lit(1)).withColumn("r", lit(1)));
      c.query("on e", () -> e.withColumn("q", lit(1)).withColumn("r", lit(1)));
      c.query("on f", () -> f.withColumn("q", lit(1)).withColumn("r", lit(1)));
    });
    run.merged("on d").merged("on e").merged("on f").is("on d reads", List.of());
    String state = loaded ? "loaded" : "waiting";
    run.is("before", List.of(state, state + " over [0]", "waiting"));
    if (cascade) {
      run.is("after", List.of());
    } else {
      run.is("after", loaded ? List.of("loaded", "loaded over [0]") : List.of("waiting", "waiting"));
    }
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void cachedAfterTheDerivedWasBuilt(boolean loaded, boolean cascade) {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = add(c.base());
      Dataset<Row> e = derive(d);
      Dataset<Row> f = e.withColumn("y", col("x").plus(1)).drop("c");
      d.cache();
      f.cache();
      e.cache();
      if (loaded) {
        c.p().value("count", () -> e.count() + f.count());
      }
      c.entries("before");
      c.uncache(e, cascade);
      c.entries("without e");
      e.cache();
      c.uncache(d, cascade);
      c.entries("without d");
      c.query("on d", () -> d.withColumn("q", lit(1)).withColumn("r", lit(1)));
      c.query("on e", () -> e.withColumn("q", lit(1)).withColumn("r", lit(1)));
      c.query("on f", () -> f.withColumn("q", lit(1)).withColumn("r", lit(1)));
      c.entries("end");
    });
    run.merged("on d").merged("on e").merged("on f").is("on d reads", List.of());
    String state = loaded ? "loaded" : "waiting";
    run.is("before", List.of(state, state + " over [0]", state + " over [0]"));
    if (cascade) {
      run.is("without e", List.of(state)).is("without d", List.of());
    } else if (loaded) {
      run.is("without e", List.of("loaded", "loaded over [0]")).is("without d", List.of("loaded over [-1]", "waiting"));
    } else {
      run.is("without e", List.of("waiting", "waiting over [0]")).is("without d", List.of("waiting", "waiting over [0]"));
    }
  }

  @Test
  void anUncachedMiddle() {
    CacheSteps.run(c -> {
      Dataset<Row> one = c.base().withColumn("c", col("a").plus(1));
      Dataset<Row> two = one.withColumn("e", col("c").plus(1));
      Dataset<Row> three = two.withColumn("f", col("e").plus(1));
      Dataset<Row> sibling = one.withColumn("g", col("c").plus(2));
      List.of(three, two, one, sibling).forEach(Dataset::cache);
      c.entries("before");
      two.unpersist(true);
      c.entries("without two");
      c.plan("on two", () -> two.withColumn("z", lit(1)).withColumn("y", lit(1)));
      one.unpersist(true);
      c.entries("without one");
      c.query("on three", () -> three.withColumn("z", lit(1)).withColumn("y", lit(1)));
      c.query("on sibling", () -> sibling.withColumn("z", lit(1)).withColumn("y", lit(1)));
      three.unpersist(true);
      c.uncache(one, true);
      c.entries("end");
    }).is("before", List.of("waiting", "waiting", "waiting", "waiting over [2]"))
        .is("without two", List.of("waiting", "waiting over [0]", "waiting over [0]"))
        .is("on two reads", List.of(0)).merged("on two").merged("on three").merged("on sibling")
        .is("end", List.of());
  }

  @Test
  void uncachingByAnotherDataset() {
    CacheSteps.run(c -> {
      Dataset<Row> d = add(c.base()).cache();
      derive(d).cache();
      c.base().select(col("k"), col("a"), col("a").plus(1).as("c"), col("b").plus(1).as("e")).unpersist(true);
      c.entries("by the merged list");
      c.base().withColumn("c", col("a").plus(1)).withColumn("e", col("b").plus(1)).unpersist(true);
      c.entries("by a part");
      d.select("k", "a", "c", "e").unpersist(true);
      c.entries("by a further select");
      d.filter("true").unpersist(true);
      c.entries("by a filter");
      c.base().unpersist(true);
      c.entries("by the source");
      derive(add(c.base())).unpersist(true);
      c.entries("by the same calls");
      add(c.base()).unpersist(true);
      c.entries("by the same calls below");
      add(c.base()).cache();
      derive(add(c.base())).cache();
      derive(d).withColumn("w", lit(1)).cache();
      c.uncache(c.base().withColumn("c", col("a").plus(1)), true);
      c.entries("cascade from a part");
    }).is("by the merged list", List.of("waiting", "waiting over [0]"))
        .is("by a part", List.of("waiting", "waiting"))
        .is("by a further select", List.of("waiting"))
        .is("by a filter", List.of("waiting"))
        .is("by the source", List.of("waiting"))
        .is("by the same calls", List.of())
        .is("by the same calls below", List.of())
        .is("cascade from a part", List.of());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFilterThatWasCachedBelowOrAbove(boolean cascade) {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> x = c.base();
      Dataset<Row> below = x.filter("k > 2").cache();
      Dataset<Row> one = below.withColumn("u", col("k")).withColumn("w", lit(1)).cache();
      Dataset<Row> two = x.withColumn("u", col("k")).filter("k > 2").withColumn("w", lit(1)).cache();
      c.entries("before");
      c.uncache(below, cascade);
      c.entries("after");
      c.query("on one", () -> one.withColumn("y", lit(1)).withColumn("z", lit(1)));
      c.query("on two", () -> two.withColumn("y", lit(1)).withColumn("z", lit(1)));
      c.uncache(x.withColumn("u", col("k")).filter("k > 2"), cascade);
      c.entries("after the middle of two");
      c.uncache(x.withColumn("u", col("k")), cascade);
      c.entries("after the first of two");
      c.uncache(x, cascade);
      c.entries("after the source");
    });
    run.merged("on one").merged("on two").is("before", List.of("waiting", "waiting over [0]", "waiting"));
    if (cascade) {
      run.is("after", List.of("waiting")).is("after the middle of two", List.of());
    } else {
      run.is("after", List.of("waiting", "waiting")).is("after the source", List.of("loaded", "loaded"));
    }
  }

  @Test
  void clearingAndCachingAgain() {
    CacheSteps.run(c -> {
      Dataset<Row> d = add(c.base()).cache();
      Dataset<Row> e = derive(d).cache();
      Dataset<Row> planned = e.withColumn("y", lit(1)).withColumn("z", lit(1));
      c.query("planned", () -> planned);
      d.cache();
      e.cache();
      c.entries("twice");
      c.spark().catalog().clearCache();
      c.entries("cleared");
      c.query("planned, cleared", () -> planned);
      c.query("fresh", () -> e.withColumn("y", lit(1)).withColumn("z", lit(1)));
      e.cache();
      c.query("fresh, cached", () -> e.withColumn("y", lit(1)).withColumn("z", lit(1)));
      c.query("d", () -> d.withColumn("y", lit(1)).withColumn("z", lit(1)));
      c.sql("clear cache");
      c.entries("end");
    }).is("planned reads", List.of(1)).is("twice", List.of("loaded", "loaded over [0]")).is("cleared", List.of())
        .is("planned, cleared reads", List.of(-1)).is("fresh reads", List.of()).is("fresh, cached reads", List.of(0))
        .is("d reads", List.of()).is("end", List.of()).merged("planned").merged("fresh").merged("d");
  }
}
