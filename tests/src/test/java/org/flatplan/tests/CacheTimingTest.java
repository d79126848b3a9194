// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.flatplan.tests.Program.row;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a Dataset is cached in the course of a program, and what it then says of itself. */
class CacheTimingTest {

  @Test
  void cachedAfterTheDerivedWasBuiltButBeforeItRan() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = c.base().withColumn("c", col("a").plus(1));
      Dataset<Row> filtered = d.withColumn("x", col("c").plus(1)).filter("x > 20").drop("a");
      Dataset<Row> twice = filtered.withColumn("y", col("x").plus(1)).filter("y < 90").select("y", "c");
      Dataset<Row> revived = d.drop("c").filter("c > 31").withColumn("y", lit(1));
      Dataset<Row> grouped = d.withColumn("x", lit(1)).withColumn("y", col("x")).groupBy("y").sum("c");
      Dataset<Row> joined = filtered.join(d.withColumn("z", lit(1)).drop("b"), "k");
      Dataset<Row> ran = filtered.withColumn("w", lit(1));
      c.query("ran before", () -> ran);
      d.cache();
      c.query("filtered", () -> filtered);
      c.query("twice", () -> twice);
      c.query("revived", () -> revived);
      c.query("grouped", () -> grouped);
      c.query("joined", () -> joined);
      c.query("on grouped", () -> grouped.withColumn("v", lit(1)).withColumn("u", lit(1)));
      c.query("ran after", () -> ran.withColumn("v", lit(1)));
      c.query("ran itself", () -> ran);
      d.unpersist(true);
      c.query("uncached", () -> d.withColumn("x", lit(1)).withColumn("y", lit(2)));
      c.query("uncached, from filtered", () -> filtered.withColumn("w", lit(2)));
    });
    for (String name : new String[] {"filtered", "twice", "revived", "grouped", "on grouped", "ran after"}) {
      run.is(name + " reads", List.of(0)).merged(name);
    }
    run.is("ran before reads", List.of()).is("ran itself reads", List.of()).is("joined reads", List.of(0, 0)).merged("joined");
    run.is("uncached reads", List.of()).is("uncached, from filtered reads", List.of()).merged("uncached");
    run.gives("twice", row(33, 31), row(53, 51)).gives("revived", row(5, 50, 5, 1), row(9, 90, 3, 1));
  }

  @Test
  void eachStepOfAChainCachedAfterAllWereBuilt() {
    Lockstep run = CacheSteps.run(c -> {
      List<Dataset<Row>> steps = new ArrayList<>(List.of(c.base()));
      for (int i = 0; i < 6; i++) {
        Dataset<Row> last = steps.get(i);
        steps.add(i % 3 == 2 ? last.filter("a > " + i) : last.withColumn("c" + i, col("a").plus(i)));
      }
      Dataset<Row> end = steps.get(6).withColumn("e", col("c4").plus(1)).drop("c0");
      for (int i = 0; i < steps.size(); i++) {
        steps.get(i).cache();
        c.plan("end with " + i, () -> end.filter("true"));
        c.plan("step with " + i, () -> steps.get(2).withColumn("e", lit(1)).withColumn("f", lit(1)));
      }
      c.entries("upwards");
      c.spark().catalog().clearCache();
      for (int i = steps.size() - 1; i >= 0; i--) {
        steps.get(i).cache();
        c.plan("end with " + i + " down", () -> end.filter("true"));
        c.plan("step with " + i + " down", () -> steps.get(2).withColumn("e", lit(1)).withColumn("f", lit(1)));
      }
      c.entries("downwards");
    });
    for (int i = 0; i < 7; i++) {
      run.is("end with " + i + " reads", List.of(i)).is("step with " + i + " reads", List.of(Math.min(i, 2)));
      run.is("end with " + i + " down reads", List.of(0)).is("step with " + i + " down reads", i > 2 ? List.of() : List.of(4));
      run.merged("end with " + i).merged("step with " + i);
    }
  }

  @Test
  void inTheMiddleOfAFold() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> fold = c.base();
      for (int i = 1; i <= 160; i++) {
        fold = fold.withColumn("c" + i, col("a").plus(i));
        if (i % 50 == 0) {
          fold = fold.cache();
        }
        if (i % 50 < 3) {
          Dataset<Row> now = fold;
          c.plan("at " + i, () -> now.withColumn("y", lit(1)).withColumn("z", lit(1)));
        }
      }
      Dataset<Row> end = fold;
      c.query("end", () -> end.withColumn("z", col("c160").plus(1)).select("z", "c1"));
      c.entries("entries");
    });
    run.is("at 2 reads", List.of()).is("at 50 reads", List.of(0)).is("at 52 reads", List.of(0)).is("at 100 reads", List.of(1));
    run.is("at 102 reads", List.of(1)).is("at 150 reads", List.of(2)).is("at 152 reads", List.of(2)).is("end reads", List.of(2));
    run.is("entries", List.of("loaded", "loaded over [0]", "loaded over [1]"));
    run.merged("at 2").merged("at 52").merged("at 102").merged("at 152").merged("end");
  }

  @Test
  void inTheMiddleOfAFoldThatWasBuilt() {
    Lockstep run = CacheSteps.run(c -> {
      List<Dataset<Row>> steps = new ArrayList<>(List.of(c.base()));
      for (int i = 1; i <= 160; i++) {
        steps.add(steps.get(i - 1).withColumn("c" + i, col("a").plus(i)));
      }
      for (int i = 50; i <= 150; i += 50) {
        steps.get(i).cache();
        for (int j = 49; j <= 160; j += 37) {
          Dataset<Row> step = steps.get(j);
          c.plan(j + " with " + i, () -> step.withColumn("z", lit(1)));
        }
      }
      c.p().value("entries", () -> CacheState.of(c.spark()).entries().size());
      steps.get(100).unpersist(true);
      c.entries("without 100");
      c.plan("86 without 100", () -> steps.get(86).withColumn("z", lit(1)));
      c.plan("123 without 100", () -> steps.get(123).withColumn("z", lit(1)));
      c.plan("160 without 100", () -> steps.get(160).withColumn("z", lit(1)));
    });
    run.is("49 with 150 reads", List.of()).is("86 with 50 reads", List.of(0)).is("160 with 50 reads", List.of(0));
    run.is("123 with 100 reads", List.of(1)).is("160 with 100 reads", List.of(1)).is("160 with 150 reads", List.of(2));
    run.is("123 with 150 reads", List.of(1)).is("entries", 3).is("without 100", List.of("waiting", "waiting over [0]"));
    run.is("86 without 100 reads", List.of(0)).is("123 without 100 reads", List.of(0)).is("160 without 100 reads", List.of(1));
    run.merged("160 with 150").merged("123 without 100");
  }

  @ParameterizedTest
  @ValueSource(strings = {"MEMORY_AND_DISK", "MEMORY_ONLY", "DISK_ONLY", "NONE"})
  void storageLevels(String level) {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> x = c.base();
      Dataset<Row> d = x.withColumn("c", lit(1)).withColumn("e", col("c"));
      d.persist(StorageLevel.fromString(level));
      c.p().value("itself", () -> d.storageLevel().description());
      c.p().value("same calls", () -> c.base().withColumn("c", lit(1)).withColumn("e", col("c")).storageLevel().description());
      c.p().value("same list", () -> x.select(col("k"), col("a"), col("b"), lit(1).as("c"), lit(1).as("e")).storageLevel().description());
      c.p().value("source", () -> x.storageLevel().description());
      c.p().value("first call", () -> x.withColumn("c", lit(1)).storageLevel().description());
      c.p().value("derived", () -> d.withColumn("x", lit(1)).storageLevel().description());
      c.p().value("dropped", () -> d.drop("c").storageLevel().description());
      c.p().value("added and dropped", () -> d.withColumn("x", lit(1)).drop("x").storageLevel().description());
      c.p().value("all columns", () -> d.select("*").storageLevel().description());
      c.p().value("aliased", () -> d.as("d").storageLevel().description());
      c.p().value("filtered", () -> d.filter("e = 1").storageLevel().description());
      c.query("read", () -> d.withColumn("x", lit(1)).withColumn("y", lit(1)));
      c.entries("entries");
    });
    String none = StorageLevel.NONE().description();
    String stored = StorageLevel.fromString(level).description();
    run.is("itself", stored).is("same calls", stored).is("aliased", stored).is("all columns", stored);
    for (String name : new String[] {"same list", "source", "first call", "derived", "dropped", "added and dropped", "filtered"}) {
      run.is(name, none);
    }
    run.is("read reads", level.equals("NONE") ? List.of() : List.of(0)).merged("read");
  }
}
