// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import java.util.List;

import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;

/** How a query is answered from a cached plan. Immutable, thread-safe. */
public final class WideMatch implements WideAnswer {

  /**
   * What is left to do of a filter of the query.
   *
   * @param filter the filter of the query
   * @param conjuncts those of its conjuncts that the cache does not answer, rewritten; not empty
   */
  record Residual(Filter filter, List<Expression> conjuncts) {}

  private final int index;
  private final long saved;
  private final Seq<Attribute> relationOutput;
  private final Project query;
  private final Seq<NamedExpression> list;
  private final List<ColumnKind> kinds;
  private final List<Residual> residuals;

  /** {@code residuals} is in the order of the query, top down. */
  WideMatch(
      int index,
      long saved,
      Seq<Attribute> relationOutput,
      Project query,
      Seq<NamedExpression> list,
      List<ColumnKind> kinds,
      List<Residual> residuals) {
    this.index = index;
    this.saved = saved;
    this.relationOutput = relationOutput;
    this.query = query;
    this.list = list;
    this.kinds = List.copyOf(kinds);
    this.residuals = List.copyOf(residuals);
  }

  /** The position of the cached plan among the candidates. */
  public int index() {
    return index;
  }

  /**
   * How much of the query the cache answers: the nodes of all expressions that are read instead of
   * computed, those that are not cheap counted {@link NamedExpressionRemapper#EXPENSIVE} times.
   */
  public long saved() {
    return saved;
  }

  /** How each column of the query is answered, in order; none is {@code OTHER}. */
  public List<ColumnKind> kinds() {
    return kinds;
  }

  /**
   * The attributes that the cached relation must have, for {@code InMemoryRelation.withOutput}: one
   * for each column of the cached plan, in its order.
   */
  public Seq<Attribute> relationOutput() {
    return relationOutput;
  }

  /**
   * The query over the cached relation.
   *
   * @param relation the rows of the cached plan under the attributes of {@link #relationOutput}
   * @return a plan with the rows and the output of the query
   */
  public LogicalPlan over(LogicalPlan relation) {
    LogicalPlan child = relation;
    for (int i = residuals.size() - 1; i >= 0; i--) {
      child = filter(residuals.get(i), child);
    }
    LogicalPlan rows = child;
    Project project = CurrentOrigin.withOrigin(query.origin(), () -> new Project(list, rows));
    project.copyTagsFrom(query);
    return project;
  }

  private static Filter filter(Residual residual, LogicalPlan child) {
    return CurrentOrigin.withOrigin(
        residual.filter().origin(),
        () -> {
          Expression condition = residual.conjuncts().stream().reduce(And::new).orElseThrow();
          Filter filter = new Filter(condition, child);
          filter.copyTagsFrom(residual.filter());
          return filter;
        });
  }
}
