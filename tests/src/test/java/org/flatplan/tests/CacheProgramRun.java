// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.expr;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.CachedData;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.storage.StorageLevel;
import org.flatplan.tests.CacheEntries.Entry;
import org.flatplan.tests.CacheStep.Kind;
import scala.collection.immutable.IndexedSeq;
import scala.jdk.javaapi.CollectionConverters;

/** One run of a program, and what it shows. */
final class CacheProgramRun {
  /** After a step that changes the cache, one in so many of the Datasets is looked at; all are at the end. */
  private static final int SAMPLE = 6;

  private final CacheLane lane;
  private final CacheProgram program;
  private final boolean rule;
  private final CacheFault fault;
  private final boolean lookAtAll;
  private final CacheCounters counters;
  private final CacheEntries cache;
  private final CacheTrace trace = new CacheTrace();
  private final Map<Integer, Dataset<Row>> built = new TreeMap<>();
  private final Set<Integer> seenSinceChange = new HashSet<>();
  private SparkSession[] sessions;
  private List<Entry> entries = List.of();

  private CacheProgramRun(CacheLane lane, CacheProgram program, boolean rule, CacheFault fault, boolean lookAtAll, CacheCounters counters) {
    this.lane = lane;
    this.program = program;
    this.rule = rule;
    this.fault = fault;
    this.lookAtAll = lookAtAll;
    this.counters = counters;
    this.cache = new CacheEntries(lane.cacheManager());
  }

  static CacheTrace trace(CacheLane lane, CacheProgram program, boolean rule, CacheFault fault, boolean lookAtAll, CacheCounters counters) {
    CacheProgramRun run = new CacheProgramRun(lane, program, rule, fault, lookAtAll, counters);
    run.sessions = lane.prepare(program, rule);
    try {
      program.steps().forEach(run::step);
      run.lookBack();
    } finally {
      lane.cleanUp(program, run.sessions);
    }
    return run.trace;
  }

  private void step(CacheStep step) {
    if (!built.keySet().containsAll(step.inputs())) {
      trace.add(step, "skipped", "for want of an input");
      return;
    }
    SparkSession session = sessions[step.session()];
    SparkSession.setActiveSession(session);
    IndexedSeq<CachedData> before = cache.data();
    try {
      if (step.kind().builds) {
        Dataset<Row> dataset = step.kind() == Kind.REBUILD ? rebuild(step.inputs().get(0), session, new HashMap<>()) : build(step, session, built);
        built.put(step.id(), dataset);
      } else {
        Object result = act(step, session);
        trace.add(step, "result", result);
        own(step);
      }
    } catch (Throwable e) {
      trace.add(step, "error", error(e));
    }
    disturb(step, before);
    boolean changed = lookAtEntries(step);
    if (changed) {
      seenSinceChange.clear();
    }
    if (built.containsKey(step.id())) {
      look(step, step.id());
    }
    if (changed) {
      for (int id : built.keySet()) {
        if (id != step.id() && (lookAtAll || sampled(step.id(), id))) {
          look(step, id);
        }
      }
    }
  }

  private void lookBack() {
    CacheStep last = program.steps().get(program.steps().size() - 1);
    built.keySet().stream().filter(id -> !seenSinceChange.contains(id)).forEach(id -> look(last, id));
  }

  private boolean sampled(int step, int dataset) {
    long mixed = (program.seed() * 31 + step) * 31 + dataset;
    return Long.remainderUnsigned((mixed * 0x9E3779B97F4A7C15L) >>> 17, SAMPLE) == 0;
  }

  private Dataset<Row> rebuild(int target, SparkSession session, Map<Integer, Dataset<Row>> again) {
    if (!again.containsKey(target)) {
      CacheStep step = program.step(target).orElseThrow();
      for (int input : step.inputs()) {
        rebuild(input, session, again);
      }
      again.put(target, build(step, session, again));
    }
    return again.get(target);
  }

  private Dataset<Row> build(CacheStep step, SparkSession session, Map<Integer, Dataset<Row>> inputs) {
    Dataset<Row> d = step.inputs().isEmpty() ? null : inputs.get(step.inputs().get(0));
    Dataset<Row> other = step.inputs().size() < 2 ? null : inputs.get(step.inputs().get(1));
    List<String> texts = step.texts();
    String[] list = texts.toArray(new String[0]);
    return switch (step.kind()) {
      case RANGE -> session.range(1, 6).selectExpr("id as k", "id * 10 as a", "id % 3 as b");
      case LOCAL -> lane.local(session);
      case FILE -> lane.file(session, step.id() % 3 == 1);
      case TABLE, VIEW -> session.table(list[0]);
      case SQL -> session.sql(list[0]);
      case SELECT -> d.selectExpr(list);
      case WITH_COLUMN -> d.withColumn(list[0], expr(list[1]));
      case WITH_COLUMNS -> d.withColumns(new TreeMap<>(Map.<String, Column>of(list[0], expr(list[1]), list[2], expr(list[3]))));
      case DROP -> d.drop(list[0]);
      case RENAME -> d.withColumnRenamed(list[0], list[1]);
      case FILTER -> d.filter(list[0]);
      case FILTER_OLD -> d.filter(other.col(list[0]).gt(2));
      case JOIN_USING -> d.join(other, "k");
      case JOIN_SEMI -> d.join(other, d.col("k").equalTo(other.col("k")), "left_semi");
      case JOIN_ALIAS -> d.alias("l").join(other.alias("r"), expr("l.k = r.k")).selectExpr(list);
      case UNION -> d.selectExpr(list).union(other.selectExpr(list));
      case UNION_AS_IS -> d.union(other);
      case AGGREGATE -> d.groupBy(list[0]).agg(expr(list[1]).as(list[2]));
      case SORT -> d.orderBy(list[0]);
      case HINT -> d.hint("broadcast");
      case REBUILD -> rebuild(step.inputs().get(0), session, new HashMap<>());
      default -> throw new AssertionError(step);
    };
  }

  private Object act(CacheStep step, SparkSession session) {
    Dataset<Row> d = step.inputs().isEmpty() ? null : built.get(step.inputs().get(0));
    String text = step.texts().isEmpty() ? null : step.texts().get(0);
    switch (step.kind()) {
      case CACHE -> d.persist();
      case PERSIST -> d.persist(fault == CacheFault.OTHER_LEVEL ? StorageLevel.MEMORY_ONLY() : StorageLevel.DISK_ONLY());
      case UNPERSIST -> unpersist(d, fault == CacheFault.UNPERSIST_CASCADES);
      case UNCACHE_CASCADE -> unpersist(d, fault != CacheFault.CASCADE_STOPS);
      case CLEAR_CACHE -> session.catalog().clearCache();
      case CREATE_VIEW -> d.createOrReplaceTempView(text);
      case DROP_VIEW -> {
        return session.catalog().dropTempView(text);
      }
      case CACHE_TABLE, UNCACHE_TABLE, REFRESH_TABLE, ANALYZE, INSERT -> session.sql(text);
      case REFRESH_PATH -> session.catalog().refreshByPath(lane.table().toString());
      case INSERT_DATASET -> d.selectExpr("k", "k", "k").write().mode(text).insertInto("t");
      case COLLECT -> {
        return d.schema().toDDL() + d.collectAsList().stream().map(Object::toString).sorted().toList();
      }
      case COUNT -> {
        return d.count();
      }
      case STORAGE_LEVEL -> {
        return d.storageLevel().toString();
      }
      case IS_CACHED -> {
        return session.catalog().isCached(text);
      }
      case SWITCH_RULE -> {
        if (rule) {
          session.conf().set(Sessions.ENABLED, text);
        }
      }
      default -> throw new AssertionError(step);
    }
    return "done";
  }

  private void unpersist(Dataset<Row> dataset, boolean cascade) {
    if (fault != CacheFault.UNPERSIST_IGNORED) {
      lane.cacheManager().uncacheQuery((org.apache.spark.sql.classic.Dataset<?>) dataset, cascade);
    }
  }

  /** The Dataset's own plan keeps the entries that its first action found. */
  private void own(CacheStep step) {
    if (step.kind() == Kind.COLLECT) {
      LogicalPlan plan = PlanShape.execution(built.get(step.inputs().get(0))).withCachedData();
      trace.add(step, "entries read by d" + step.inputs().get(0) + " itself", cache.reads(plan));
    }
  }

  private boolean lookAtEntries(CacheStep step) {
    List<Entry> now = cache.entries();
    trace.add(step, "entries", now);
    boolean changed = !now.stream().map(Entry::number).toList().equals(entries.stream().map(Entry::number).toList());
    counters.entries(step, entries, now);
    entries = now;
    return changed || step.kind() == Kind.UNPERSIST || step.kind() == Kind.UNCACHE_CASCADE;
  }

  /** Looks through an execution of its own, so that the Dataset is still free to find later entries. */
  private void look(CacheStep step, int id) {
    seenSinceChange.add(id);
    Dataset<Row> dataset = built.get(id);
    SparkSession session = ((org.apache.spark.sql.classic.Dataset<Row>) dataset).sparkSession();
    SparkSession.setActiveSession(session);
    try {
      LogicalPlan analyzed = PlanShape.execution(dataset).analyzed();
      QueryExecution execution = session.sessionState().executePlan(analyzed, session.sessionState().executePlan$default$2());
      LogicalPlan found = execution.withCachedData();
      List<Integer> reads = cache.reads(found);
      boolean whole = found instanceof InMemoryRelation;
      if (fault == CacheFault.DERIVED_NOT_READ && !whole && found.children().size() == 1 && analyzed instanceof Project) {
        reads = List.of();
      } else if (fault == CacheFault.TOO_MUCH_READ && reads.isEmpty() && !entries.isEmpty() && analyzed instanceof Project) {
        reads = List.of(entries.get(0).number());
      }
      trace.addReads(step, "entries read by d" + id, reads.toString(), reads, whole, projects(analyzed));
      counters.look(rule, reads, entries);
      if (id != step.id() && sampled(step.id(), id)) {
        trace.add(step, "storage level of d" + id, dataset.storageLevel());
      }
    } catch (Throwable e) {
      trace.add(step, "error at a look at d" + id, error(e));
    }
  }

  private static int projects(LogicalPlan plan) {
    int projects = plan instanceof Project ? 1 : 0;
    for (LogicalPlan child : CollectionConverters.asJava(plan.children())) {
      projects += projects(child);
    }
    return projects;
  }

  private void disturb(CacheStep step, IndexedSeq<CachedData> before) {
    IndexedSeq<CachedData> now = cache.data();
    switch (fault) {
      case ENTRY_LOST -> {
        if (now.size() > before.size() && now.size() > 1) {
          cache.replace(now.init());
        }
      }
      case INSERT_NOT_NOTICED -> {
        if (step.kind() == Kind.INSERT || step.kind() == Kind.INSERT_DATASET) {
          cache.replace(before);
        }
      }
      case DEPENDENTS_NOT_RENEWED -> {
        if (step.kind() == Kind.UNPERSIST && now.size() < before.size()) {
          cache.replace(before.filter(data -> now.exists(other -> other.plan() == data.plan() || other.plan().sameResult(data.plan()))));
        }
      }
      default -> { }
    }
  }

  private static String error(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    for (Throwable cause = Thrown.withoutOtherStages(thrown); cause != null; cause = cause.getCause()) {
      text.append(text.isEmpty() ? "" : " <- ").append(cause.getClass().getSimpleName());
      if (cause instanceof SparkThrowable error && error.getCondition() != null) {
        return text.append('[').append(error.getCondition()).append(']').toString();
      }
    }
    return text.toString();
  }
}
