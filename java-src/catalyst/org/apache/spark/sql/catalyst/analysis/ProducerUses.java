// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

import scala.collection.Iterator;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ConditionalExpression;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.LambdaFunction;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.plans.logical.Project;

/**
 * How the expressions above a {@code Project} use the columns it computes (its producers). Counted
 * in one walk over those expressions, without building anything.
 *
 * <p>Not thread-safe.
 */
final class ProducerUses {

  /** The uses of one producer. {@code depth} is the greatest depth of a use in its consumer. */
  static final class Uses {
    final Alias producer;
    int inProjectList;
    int inFilters;
    int inBranches;
    int inLambdas;
    int depth;

    Uses(Alias producer) {
      this.producer = producer;
    }

    int total() {
      return inProjectList + inFilters;
    }

    /** Whether the only use is a column of the upper Project that is nothing but the producer. */
    boolean isPassedOn() {
      return inProjectList == 1 && inFilters == 0 && depth == 1;
    }
  }

  private final Map<ExprId, Alias> producers;
  private final Map<ExprId, Uses> uses = new HashMap<>();

  ProducerUses(AdjacentProjects projects) {
    producers = producersOf(projects.lower());
    Iterator<NamedExpression> list = projects.upper().projectList().iterator();
    while (list.hasNext()) {
      count((Expression) list.next(), false, false, false, 1);
    }
    projects.filters().forEach(filter -> count(filter.condition(), true, false, false, 1));
  }

  /** The aliases of a project list by expression id. */
  static Map<ExprId, Alias> producersOf(Project project) {
    Map<ExprId, Alias> byId = new HashMap<>();
    Iterator<NamedExpression> list = project.projectList().iterator();
    while (list.hasNext()) {
      if (list.next() instanceof Alias alias) {
        byId.put(alias.exprId(), alias);
      }
    }
    return byId;
  }

  /** The producers that are used at all. */
  Iterable<Uses> used() {
    return uses.values();
  }

  /**
   * The producers that a merged Project might not compute on each row of its input: unused ones, and
   * those used in branches only.
   */
  Stream<Alias> skippable() {
    return producers.values().stream()
        .filter(
            producer -> {
              Uses use = uses.get(producer.exprId());
              return use == null || use.inBranches == use.total();
            });
  }

  /** All producers. */
  Stream<Alias> all() {
    return producers.values().stream();
  }

  boolean isProducer(ExprId id) {
    return producers.containsKey(id);
  }

  private void count(
      Expression e, boolean inFilter, boolean inBranch, boolean inLambda, int depth) {
    if (e instanceof Attribute attribute) {
      Alias producer = producers.get(attribute.exprId());
      if (producer != null) {
        Uses use = uses.computeIfAbsent(attribute.exprId(), id -> new Uses(producer));
        use.inFilters += inFilter ? 1 : 0;
        use.inProjectList += inFilter ? 0 : 1;
        use.inBranches += inBranch ? 1 : 0;
        use.inLambdas += inLambda ? 1 : 0;
        use.depth = Math.max(use.depth, depth);
      }
      return;
    }
    boolean branch =
        inBranch || e instanceof ConditionalExpression || e instanceof And || e instanceof Or;
    boolean lambda = inLambda || e instanceof LambdaFunction;
    Iterator<Expression> children = e.children().iterator();
    while (children.hasNext()) {
      count(children.next(), inFilter, branch, lambda, depth + 1);
    }
  }
}
