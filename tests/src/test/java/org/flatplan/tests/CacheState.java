// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.CacheManager;
import org.apache.spark.sql.execution.CachedData;
import org.apache.spark.sql.execution.columnar.CachedRDDBuilder;
import scala.PartialFunction;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The entries of the cache, the oldest first; an entry that is planned again counts as new. An entry is named by its
 * place in that order, and {@link #GONE} names one that is in use but no longer in the list.
 */
record CacheState(List<CachedData> entries) {
  static final int GONE = -1;

  static CacheState of(SparkSession spark) {
    List<CachedData> entries = new ArrayList<>(CollectionConverters.asJava(CacheEntries.data(manager(spark))));
    Collections.reverse(entries);
    return new CacheState(List.copyOf(entries));
  }

  static CacheManager manager(SparkSession spark) {
    return ((org.apache.spark.sql.classic.SparkSession) spark).sharedState().cacheManager();
  }

  /** Each entry as {@code loaded} or {@code waiting}, followed by the entries that its own plan reads. */
  List<String> describe() {
    return entries.stream().map(this::describe).toList();
  }

  private String describe(CachedData entry) {
    CachedRDDBuilder builder = entry.cachedRepresentation().cacheBuilder();
    List<Integer> read = readBy(builder.cachedPlan());
    return (builder.isCachedColumnBuffersLoaded() ? "loaded" : "waiting") + (read.isEmpty() ? "" : " over " + read);
  }

  /** The entries that the query of a Dataset reads, in the order of {@link CacheEntries#buildersReadBy}. */
  List<Integer> readBy(Dataset<?> dataset) {
    LogicalPlan plan = PlanShape.execution(dataset).withCachedData();
    CollectionConverters.asJava(plan.collectWithSubqueries(PartialFunction.fromFunction(node -> node)))
        .forEach(CacheState::requireInput);
    return readBy(plan);
  }

  List<Integer> readBy(QueryPlan<?> plan) {
    return CacheEntries.buildersReadBy(plan).stream().map(this::place).toList();
  }

  // What is only planned would not show a column that nothing below gives.
  private static void requireInput(LogicalPlan node) {
    if (!node.missingInput().isEmpty()) {
      throw new IllegalStateException("missing input in " + node.nodeName());
    }
  }

  private int place(CachedRDDBuilder builder) {
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).cachedRepresentation().cacheBuilder() == builder) {
        return i;
      }
    }
    return GONE;
  }
}
