// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.CacheManager;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Two sessions with the rule off and two with the rule on, over a cache and a catalog of their own. So programs can
 * run in several lanes at a time though all sessions of {@link Sessions} share one cache.
 */
final class CacheLane {
  static final String DDL = "k bigint, a bigint, b bigint";
  static final StructType SCHEMA = StructType.fromDDL(DDL);
  static final List<Row> ROWS = List.of(
      RowFactory.create(1L, 10L, 2L), RowFactory.create(2L, 20L, 0L), RowFactory.create(3L, 30L, 5L), RowFactory.create(4L, null, 1L));
  private static final Path FILE = file();

  private final SparkSession root = new SparkSession(Sessions.open(false).sparkContext());
  private final SparkSession[] off = {open(false), open(false)};
  private final SparkSession[] on = {open(true), open(true)};
  private final Path folder = Sessions.scratch("cache-lane-" + System.identityHashCode(this));
  private final Map<SparkSession, LogicalPlan> relations = new HashMap<>();
  private int runs;

  private static Path file() {
    Path path = Sessions.scratch("cache-programs");
    Sessions.open(false).createDataFrame(ROWS, SCHEMA).coalesce(1).write().mode(SaveMode.Overwrite).parquet(path.toString());
    return path;
  }

  private SparkSession open(boolean rule) {
    SparkSession session = root.newSession();
    set(session, Sessions.ENABLED, rule);
    set(session, "spark.sql.shuffle.partitions", 1);
    set(session, "spark.sql.leafNodeDefaultParallelism", 1);
    set(session, "spark.sql.codegen.wholeStage", false);
    set(session, "spark.sql.codegen.factoryMode", "NO_CODEGEN");
    set(session, "spark.sql.session.timeZone", "UTC");
    // One partition on each side: a join that is not broadcast moves nothing.
    set(session, "spark.sql.autoBroadcastJoinThreshold", -1);
    set(session, "spark.sql.adaptive.autoBroadcastJoinThreshold", -1);
    set(session, "spark.sql.constraintPropagation.enabled", false);
    // It cancels what fills a cache at an arbitrary moment, so whether an entry is loaded would be left to chance.
    set(session, "spark.sql.adaptive.optimizer.excludedRules", "org.apache.spark.sql.execution.adaptive.AQEPropagateEmptyRelation");
    set(session, "spark.sql.ui.explainMode", "simple");
    set(session, "spark.sql.debug.maxToStringFields", 1);
    UDF1<Long, Long> plusOne = x -> x == null ? null : x + 1;
    session.udf().register("plus_one", plusOne, DataTypes.LongType);
    return session;
  }

  private static void set(SparkSession session, String key, Object value) {
    session.conf().set(key, String.valueOf(value));
  }

  CacheManager cacheManager() {
    return root.sharedState().cacheManager();
  }

  /** The sessions for the next run of a program, and an empty cache. */
  SparkSession[] prepare(CacheProgram program, boolean rule) {
    cacheManager().clearCache();
    SparkSession[] sessions = rule ? on : off;
    for (SparkSession session : sessions) {
      set(session, Sessions.ENABLED, rule);
      set(session, "spark.sql.adaptive.enabled", program.adaptive());
      // With both as here the cache plans in the caller's session, else in a clone that takes long to make.
      set(session, "spark.sql.sources.bucketing.autoBucketedScan.enabled", program.clones());
      set(session, "spark.sql.optimizer.canChangeCachedPlanOutputPartitioning", !program.clones());
    }
    runs++;
    if (program.table()) {
      copy(FILE, table());
      SparkSession.setActiveSession(sessions[0]);
      sessions[0].sql("create table t (" + DDL + ") using parquet location '" + table().toUri() + "'");
    }
    return sessions;
  }

  void cleanUp(CacheProgram program, SparkSession[] sessions) {
    cacheManager().clearCache();
    for (SparkSession session : sessions) {
      SparkSession.setActiveSession(session);
      session.sessionState().catalog().clearTempTables();
      session.sessionState().catalog().invalidateAllCachedTables();
    }
    if (program.table()) {
      sessions[0].sql("drop table if exists t");
      Sessions.delete(table());
    }
  }

  Path table() {
    return folder.resolve("t" + runs);
  }

  Dataset<Row> local(SparkSession session) {
    return session.createDataFrame(ROWS, SCHEMA);
  }

  /** The rows of a file, read anew or, which is much faster, through a relation that was read before. */
  Dataset<Row> file(SparkSession session, boolean anew) {
    if (anew) {
      return session.read().schema(SCHEMA).parquet(FILE.toString());
    }
    LogicalPlan relation = relations.computeIfAbsent(session, s -> PlanShape.execution(file(s, true)).analyzed());
    return org.apache.spark.sql.classic.Dataset.ofRows(session, relation);
  }

  private static void copy(Path from, Path to) {
    try {
      Files.createDirectories(to);
      try (var files = Files.list(from)) {
        for (Path file : files.toList()) {
          Files.copy(file, to.resolve(file.getFileName()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
