// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.flatplan.tests.Program.row;

import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The steps of a program about the cache: what a query reads of it, and what is in it. */
record CacheSteps(Program p) {
  private static String baseFile;

  @FunctionalInterface
  interface Text {
    void run(CacheSteps c) throws Exception;
  }

  static Lockstep run(Text text) {
    writeBase();
    return Lockstep.run(p -> {
      // The many small queries would spend most of their time on generated code and on stages.
      p.spark.conf().set("spark.sql.codegen.wholeStage", "false");
      p.spark.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
      p.spark.conf().set("spark.sql.adaptive.enabled", "false");
      p.spark.conf().set("spark.sql.shuffle.partitions", "1");
      text.run(new CacheSteps(p));
    });
  }

  SparkSession spark() {
    return p.spark;
  }

  /** The same file for all programs, read anew at each call: k, a, b = (1, 10, 2), (3, 30, 0), (5, 50, 5), (9, 90, 3). */
  Dataset<Row> base() {
    return base(spark());
  }

  static Dataset<Row> base(SparkSession spark) {
    return spark.read().schema("k int, a int, b int").parquet(baseFile);
  }

  static String baseFile() {
    return baseFile;
  }

  // Not within a program: each run of a program starts with an empty cache.
  private static void writeBase() {
    if (baseFile == null) {
      Program.run(false, p -> p.file("cache-base", "k int, a int, b int", row(1, 10, 2), row(3, 30, 0), row(5, 50, 5), row(9, 90, 3)));
      baseFile = Sessions.scratch("cache-base-off").toString();
    }
  }

  /** Records the entries that the query reads, as {@code "<name> reads"}, and its rows, sorted. */
  void query(String name, Callable<Dataset<Row>> build) {
    Dataset<Row> built = reads(name, build);
    if (built != null) {
      p.unordered(name, () -> built);
    }
  }

  /** Like {@link #query} where the order of the rows is defined. */
  void ordered(String name, Callable<Dataset<Row>> build) {
    Dataset<Row> built = reads(name, build);
    if (built != null) {
      p.rows(name, () -> built);
    }
  }

  /** Records the entries that the query reads and does not run it, so that no entry is loaded. */
  void plan(String name, Callable<Dataset<Row>> build) {
    Dataset<Row> built = reads(name, build);
    if (built != null) {
      p.step(name, () -> built);
    }
  }

  private Dataset<Row> reads(String name, Callable<Dataset<Row>> build) {
    Dataset<Row> built;
    try {
      built = build.call();
    } catch (Exception e) {
      p.rows(name, () -> {
        throw e;
      });
      return null;
    }
    p.value(name + " reads", () -> CacheState.of(spark()).readBy(built));
    return built;
  }

  /** Records what is in the cache. */
  void entries(String name) {
    p.value(name, () -> CacheState.of(spark()).describe());
  }

  /** Records the error of a command, if any. */
  void sql(String text) {
    p.value(text, () -> spark().sql(text).collectAsList().size());
  }

  void uncache(Dataset<?> dataset, boolean cascade) {
    CacheState.manager(spark()).uncacheQuery((org.apache.spark.sql.classic.Dataset<?>) dataset, cascade);
  }
}
