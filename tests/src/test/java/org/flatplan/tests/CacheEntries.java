// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.execution.CacheManager;
import org.apache.spark.sql.execution.CachedData;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.columnar.CachedRDDBuilder;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import scala.collection.immutable.IndexedSeq;
import scala.jdk.javaapi.CollectionConverters;

/** The entries of one cache manager. Each gets a number when it is first seen, so a renewed entry has a new one. */
final class CacheEntries {
  private static final Field ENTRIES = field();

  private final CacheManager manager;
  private final Map<CachedRDDBuilder, Integer> numbers = new IdentityHashMap<>();
  private final Map<CachedRDDBuilder, List<Integer>> sources = new IdentityHashMap<>();

  /** An entry as a user sees it; {@code sources} are the entries it is computed from. */
  record Entry(int number, boolean loaded, String level, String table, List<Integer> sources) {
    @Override
    public String toString() {
      return "#" + number + (loaded ? " loaded " : " ") + level + (table == null ? "" : " " + table)
          + (sources.isEmpty() ? "" : " from " + sources);
    }
  }

  CacheEntries(CacheManager manager) {
    this.manager = manager;
  }

  private static Field field() {
    try {
      Field field = CacheManager.class.getDeclaredField("cachedData");
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e);
    }
  }

  IndexedSeq<CachedData> data() {
    return data(manager);
  }

  @SuppressWarnings("unchecked")
  static IndexedSeq<CachedData> data(CacheManager manager) {
    try {
      return (IndexedSeq<CachedData>) ENTRIES.get(manager);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  // A raw Iterable is all that Java sees of the results of Scala's collection methods.
  void replace(scala.collection.Iterable<?> data) {
    try {
      ENTRIES.set(manager, data);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  List<Entry> entries() {
    List<CachedRDDBuilder> builders = CollectionConverters.asJava(data()).stream()
        .map(data -> data.cachedRepresentation().cacheBuilder())
        .toList();
    builders.forEach(this::number);
    List<Entry> entries = new ArrayList<>();
    for (CachedRDDBuilder builder : builders) {
      List<Integer> from = sources.computeIfAbsent(builder, b -> reads(b.cachedPlan()));
      entries.add(new Entry(number(builder), builder.isCachedColumnBuffersLoaded(), level(builder),
          builder.tableName().getOrElse(() -> null), from));
    }
    return entries;
  }

  private static String level(CachedRDDBuilder builder) {
    return builder.storageLevel().useMemory() ? "memory" : "disk";
  }

  private int number(CachedRDDBuilder builder) {
    return numbers.computeIfAbsent(builder, b -> numbers.size());
  }

  /** The entries that a plan reads, in the order of {@link #buildersReadBy}. */
  List<Integer> reads(QueryPlan<?> root) {
    return buildersReadBy(root).stream().map(this::number).toList();
  }

  /** What a plan reads, in the order of its leaves, what subqueries read after their operator. */
  static List<CachedRDDBuilder> buildersReadBy(QueryPlan<?> root) {
    List<CachedRDDBuilder> reads = new ArrayList<>();
    Deque<QueryPlan<?>> open = new ArrayDeque<>();
    open.push(root);
    while (!open.isEmpty()) {
      QueryPlan<?> node = open.pop();
      if (node instanceof InMemoryRelation relation) {
        reads.add(relation.cacheBuilder());
      } else if (node instanceof InMemoryTableScanExec scan) {
        reads.add(scan.relation().cacheBuilder());
      } else if (node instanceof AdaptiveSparkPlanExec adaptive) {
        open.push(adaptive.initialPlan());
      }
      List<QueryPlan<?>> below = new ArrayList<>();
      CollectionConverters.asJava(node.children()).forEach(child -> below.add((QueryPlan<?>) child));
      CollectionConverters.asJava(node.subqueries()).forEach(query -> below.add((QueryPlan<?>) query));
      for (int i = below.size() - 1; i >= 0; i--) {
        open.push(below.get(i));
      }
    }
    return reads;
  }
}
