// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;

import scala.PartialFunction;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Which leaves of expressions, and which relations of their subqueries, have taken the place of
 * which, each wherever it stood: a stream puts the moment of its batch for the current time, and a
 * query reads the newest version of its tables. A merge copies leaves and makes none, so what holds
 * for a merged Project holds for its chain. Not thread-safe; made for one plan.
 */
final class ReplacedLeaves {

  private final Map<Expression, Expression> expressions = new HashMap<>();
  private final Map<LogicalPlan, LogicalPlan> relations = new HashMap<>();

  /**
   * Takes note of what was replaced in a chain of Projects and Filters.
   *
   * @return false if more than leaves was; if true, {@link #replace} shows whether that is all
   */
  boolean addAll(LogicalPlan before, LogicalPlan now) {
    return before == now
        || addAll(before.expressions(), now.expressions(), this::add)
            && addAll(before.children(), now.children(), this::addAll);
  }

  private static <T> boolean addAll(Seq<T> before, Seq<T> now, BiPredicate<T, T> add) {
    Iterator<T> olds = before.iterator();
    Iterator<T> news = now.iterator();
    boolean same = before.size() == now.size();
    while (same && olds.hasNext()) {
      same = add.test(olds.next(), news.next());
    }
    return same;
  }

  private boolean add(Expression before, Expression now) {
    if (before == now) {
      return true;
    }
    if (before.children().isEmpty()) {
      // A column stands for other things at other links.
      boolean noColumns = before.references().isEmpty() && now.references().isEmpty();
      return noColumns ? add(expressions, before, now) : before.semanticEquals(now);
    }
    // A correlated subquery is written otherwise in the merged Project; its relations are not.
    boolean sameRelations =
        !(before instanceof SubqueryExpression old)
            || now instanceof SubqueryExpression renewed
                && addAll(leaves(old), leaves(renewed), (o, n) -> add(relations, o, n));
    return sameRelations && addAll(before.children(), now.children(), this::add);
  }

  private static <T> boolean add(Map<T, T> leaves, T before, T now) {
    T known = before.equals(now) ? now : leaves.putIfAbsent(before, now);
    return known == null || known.equals(now);
  }

  private static Seq<LogicalPlan> leaves(SubqueryExpression subquery) {
    Seq<LogicalPlan> nodes =
        subquery
            .plan()
            .collectWithSubqueries(PartialFunction.<LogicalPlan, LogicalPlan>fromFunction(n -> n));
    return ScalaBridge.seq(
        ScalaBridge.list(nodes).stream().filter(node -> node.children().isEmpty()).toList());
  }

  /** Whether any leaf was replaced. */
  boolean any() {
    return !expressions.isEmpty() || !relations.isEmpty();
  }

  /** A Project or Filter with the leaves that were noted. */
  LogicalPlan replace(LogicalPlan node) {
    return (LogicalPlan) node.transformExpressions(PartialFunction.fromFunction(this::replace));
  }

  private Expression replace(Expression e) {
    Expression replacement = expressions.get(e);
    return replacement != null
        ? replacement
        : e instanceof SubqueryExpression subquery ? replaceRelations(subquery) : e;
  }

  private Expression replaceRelations(SubqueryExpression subquery) {
    return subquery.withNewPlan(
        (LogicalPlan)
            subquery
                .plan()
                .transformWithSubqueries(
                    PartialFunction.fromFunction(leaf -> relations.getOrDefault(leaf, leaf))));
  }
}
