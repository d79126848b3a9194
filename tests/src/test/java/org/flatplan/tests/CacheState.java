// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.CacheManager;
import org.apache.spark.sql.execution.CachedData;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.columnar.CachedRDDBuilder;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The entries of the cache, the oldest first; an entry that is planned again counts as new. An entry is named by its
 * place in that order, and {@link #GONE} names one that is in use but no longer in the list.
 */
record CacheState(List<CachedData> entries) {
  static final int GONE = -1;

  @SuppressWarnings("unchecked")
  static CacheState of(SparkSession spark) {
    try {
      Field field = CacheManager.class.getDeclaredField("cachedData");
      field.setAccessible(true);
      List<CachedData> entries = new ArrayList<>(CollectionConverters.asJava((Seq<CachedData>) field.get(manager(spark))));
      Collections.reverse(entries);
      return new CacheState(List.copyOf(entries));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
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
    List<Integer> read = new ArrayList<>();
    collect(builder.cachedPlan(), read);
    return (builder.isCachedColumnBuffersLoaded() ? "loaded" : "waiting") + (read.isEmpty() ? "" : " over " + read);
  }

  /** The entries that the query of a Dataset reads, its subqueries after the rest of each node, top down. */
  List<Integer> readBy(Dataset<?> dataset) {
    List<Integer> read = new ArrayList<>();
    collect(PlanShape.execution(dataset).withCachedData(), read);
    return read;
  }

  private void collect(LogicalPlan plan, List<Integer> read) {
    // What is only planned would not show a column that nothing below gives.
    if (!plan.missingInput().isEmpty()) {
      throw new IllegalStateException("missing input in " + plan.nodeName());
    }
    if (plan instanceof InMemoryRelation relation) {
      read.add(place(relation));
    }
    CollectionConverters.asJava(plan.expressions()).forEach(expression -> collect(expression, read));
    CollectionConverters.asJava(plan.children()).forEach(child -> collect(child, read));
  }

  private void collect(Expression expression, List<Integer> read) {
    if (expression instanceof PlanExpression<?> subquery && subquery.plan() instanceof LogicalPlan plan) {
      collect(plan, read);
    }
    CollectionConverters.asJava(expression.children()).forEach(child -> collect(child, read));
  }

  private void collect(SparkPlan plan, List<Integer> read) {
    if (plan instanceof AdaptiveSparkPlanExec adaptive) {
      collect(adaptive.inputPlan(), read);
    } else if (plan instanceof InMemoryTableScanExec scan) {
      read.add(place(scan.relation()));
    }
    CollectionConverters.asJava(plan.subqueries()).forEach(subquery -> collect(subquery, read));
    CollectionConverters.asJava(plan.children()).forEach(child -> collect(child, read));
  }

  private int place(InMemoryRelation relation) {
    for (int i = 0; i < entries.size(); i++) {
      if (entries.get(i).cachedRepresentation().cacheBuilder() == relation.cacheBuilder()) {
        return i;
      }
    }
    return GONE;
  }
}
