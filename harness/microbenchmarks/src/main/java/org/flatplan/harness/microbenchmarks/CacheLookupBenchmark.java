/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.microbenchmarks;

import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.CacheManager;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** {@code CacheManager.useCachedData} of a merged plan: among entries that have nothing to do with it, and with its start cached. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class CacheLookupBenchmark {
  /** Calls that made the plan. */
  @Param({"100", "1000"})
  public int columns;

  /** Cached plans that do not match. */
  @Param({"1", "50"})
  public int entries;

  /** Whether what the loop started with is cached, too. */
  @Param({"false", "true"})
  public boolean hit;

  private Session session;
  private CacheManager cache;
  private LogicalPlan plan;

  /** Fills the cache. Nothing is materialized. */
  @Setup(Level.Trial)
  public void fill() {
    session = new Session();
    cache = session.spark.sharedState().cacheManager();
    for (int i = 0; i < entries; i++) {
      session.spark.range(i + 10).selectExpr("id as other", "id + " + i + " as n").persist();
    }
    Dataset<Row> start = session.loop(0);
    plan = Session.analyzed(Session.loop(start, columns));
    if (hit) {
      start.persist();
    }
    if (cache.useCachedData(plan, cache.useCachedData$default$2()).toString().contains("InMemoryRelation") != hit) {
      throw new IllegalStateException("the plan does " + (hit ? "not " : "") + "read the cache");
    }
  }

  /** Empties the cache. */
  @TearDown(Level.Trial)
  public void empty() {
    session.spark.catalog().clearCache();
  }

  /** One look-up of a whole query. */
  @Benchmark
  public LogicalPlan lookUp() {
    return cache.useCachedData(plan, cache.useCachedData$default$2());
  }
}
