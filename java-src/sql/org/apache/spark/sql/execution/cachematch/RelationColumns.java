// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import scala.collection.Iterator;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.analysis.ScalaBridge;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.types.Metadata;

/**
 * The columns of a cached plan in terms of the base of a query: which attributes the cached
 * relation has, and which expression over the base each of them holds.
 *
 * <p>A column that only passes on an attribute of the base is that attribute, under whatever name
 * it was cached: what refers to it in the query stays as it is. Any other column gets an attribute
 * of its own. It is found by the canonical form of its expression.
 *
 * <p>Not thread-safe; made for one comparison.
 */
final class RelationColumns {

  private final List<Attribute> output = new ArrayList<>();
  private final Set<ExprId> passedOn = new HashSet<>();
  private final Map<Expression, Attribute> computed = new HashMap<>();
  private final Set<Long> computedSizes = new HashSet<>();
  private final Map<ExprId, Expression> producers = new HashMap<>();
  private final NodeCounts counts;

  /**
   * The columns of {@code list}.
   *
   * @param list the list of the Project of the cached plan
   * @param toQuery from the attributes of the base of the cached plan to those of the query
   * @param counts the sizes of the expressions of the query
   */
  RelationColumns(Seq<NamedExpression> list, Substitution toQuery, NodeCounts counts) {
    this.counts = counts;
    Iterator<NamedExpression> columns = list.iterator();
    while (columns.hasNext()) {
      NamedExpression column = columns.next();
      Expression expression =
          toQuery.apply(column instanceof Alias alias ? alias.child() : (Expression) column);
      producers.put(column.exprId(), expression);
      output.add(
          expression instanceof Attribute attribute
              ? pass(attribute)
              : compute(column, expression));
    }
  }

  private Attribute pass(Attribute attribute) {
    return passedOn.add(attribute.exprId()) ? attribute : attribute.newInstance();
  }

  // An alias or a struct takes the metadata of a child that is a column; so the column has what it
  // would take from the expression.
  private Attribute compute(NamedExpression column, Expression expression) {
    Attribute attribute =
        new AttributeReference(
            column.name(),
            expression.dataType(),
            expression.nullable(),
            expression instanceof GetStructField field ? field.metadata() : Metadata.empty(),
            NamedExpression$.MODULE$.newExprId(),
            ScalaBridge.nil());
    if (!isConstant(expression) && !MomentOfQuery.matters(expression)) {
      computed.putIfAbsent(expression.canonicalized(), attribute);
      computedSizes.add(counts.of(expression));
    }
    return attribute;
  }

  /**
   * Whether {@code e} needs no column and no other plan. It is left alone where it stands: a cached
   * column that happens to hold the same value was computed for another reason.
   */
  static boolean isConstant(Expression e) {
    return !e.containsPattern(TreePattern.ATTRIBUTE_REFERENCE())
        && !e.containsPattern(TreePattern.PLAN_EXPRESSION())
        && !e.containsPattern(TreePattern.OUTER_REFERENCE());
  }

  /** The attributes of the relation, one for each cached column, in order. */
  Seq<Attribute> output() {
    return ScalaBridge.seq(output);
  }

  /** From the outputs of the cached Project to expressions over the base of the query. */
  Substitution belowProject() {
    return new Substitution(producers);
  }

  /** Whether the relation has the attribute itself. */
  boolean passesOn(Attribute attribute) {
    return passedOn.contains(attribute.exprId());
  }

  /**
   * The attribute that holds what {@code e} computes, or empty. The canonical form is only asked
   * for if a cached expression has as many nodes, since that of a long sum costs its length at each
   * of its levels.
   */
  Optional<Attribute> holding(Expression e) {
    return computedSizes.contains(counts.of(e))
        ? Optional.ofNullable(computed.get(e.canonicalized())).filter(a -> sameType(a, e))
        : Optional.empty();
  }

  // Canonical forms leave out whether a base column may be null, and the two bases may differ in
  // it.
  private static boolean sameType(Attribute column, Expression e) {
    return column.nullable() == e.nullable() && column.dataType().equals(e.dataType());
  }
}
