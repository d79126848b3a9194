// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.HashMap;
import java.util.Map;

import scala.PartialFunction;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;

/** Which expression ids have taken the place of which. Not thread-safe; made for one plan. */
final class RenewedIds {

  private final Map<ExprId, ExprId> ids = new HashMap<>();
  private boolean any;

  /** Takes note of the ids of two lists of columns, position by position, if these can be the same. */
  boolean addAll(Seq<? extends NamedExpression> before, Seq<? extends NamedExpression> now) {
    if (before.size() != now.size()) {
      return false;
    }
    Iterator<? extends NamedExpression> olds = before.iterator();
    Iterator<? extends NamedExpression> news = now.iterator();
    while (olds.hasNext()) {
      ExprId old = olds.next().exprId();
      ExprId renewed = news.next().exprId();
      any |= !old.equals(renewed);
      ids.put(old, renewed);
    }
    return true;
  }

  /** Whether any id has changed. */
  boolean any() {
    return any;
  }

  /**
   * A Project or Filter with the new ids. An alias that was not noted gets an id of its own, since
   * the plan that the ids were renewed in holds the old one at another place.
   */
  LogicalPlan renew(LogicalPlan node) {
    if (node instanceof Filter filter) {
      return new Filter(renew(filter.condition()), filter.child());
    }
    Project project = (Project) node;
    return new Project(renew(project.projectList()), project.child());
  }

  /** Columns with the new ids, as in {@link #renew(LogicalPlan)}. */
  Seq<NamedExpression> renew(Seq<NamedExpression> columns) {
    return ScalaBridge.map(columns, this::renewColumn);
  }

  private NamedExpression renewColumn(NamedExpression column) {
    if (!(column instanceof Alias alias)) {
      return (NamedExpression) renew((Expression) column);
    }
    ExprId id =
        ids.computeIfAbsent(alias.exprId(), old -> NamedExpression$.MODULE$.newExprId());
    return copy(alias, renew(alias.child()), id);
  }

  /** The alias with another id. */
  static Alias withId(Alias alias, ExprId id) {
    return copy(alias, alias.child(), id);
  }

  private static Alias copy(Alias alias, Expression child, ExprId id) {
    return new Alias(
        child,
        alias.name(),
        id,
        alias.qualifier(),
        alias.explicitMetadata(),
        alias.nonInheritableMetadataKeys());
  }

  private Expression renew(Expression e) {
    return e.transform(PartialFunction.fromFunction(this::renewNode));
  }

  private Expression renewNode(Expression e) {
    return e instanceof AttributeReference attribute
        ? renew(attribute)
        : e instanceof SubqueryExpression subquery
            ? OuterReferences.map(subquery, this::renew)
            : e;
  }

  private Attribute renew(Attribute attribute) {
    ExprId id = ids.get(attribute.exprId());
    return id == null ? attribute : attribute.withExprId(id);
  }
}
