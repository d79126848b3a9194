// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import java.util.Optional;

import scala.Option;

import org.apache.spark.sql.catalyst.analysis.ExpressionCost;
import org.apache.spark.sql.catalyst.analysis.ScalaBridge;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.LambdaFunction;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.OuterReference;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import org.apache.spark.sql.catalyst.trees.TreePattern;

/**
 * Writes the columns and filters of a query in terms of cached columns, as case 1 of SPARK-47609
 * describes it: each is equal to a cached column, or a function of them, or a constant, or the
 * cached columns do not suffice.
 *
 * <p>Not thread-safe; made for one comparison.
 */
final class NamedExpressionRemapper {

  /** How many nodes of cheap expressions an expensive node is worth. */
  static final int EXPENSIVE = 100;

  /**
   * An expression of the query over the relation.
   *
   * @param kind its relation to the cached columns
   * @param expression the rewritten expression; of no use if the kind is {@code OTHER}
   */
  record Remapped<E>(ColumnKind kind, E expression) {}

  private final RelationColumns columns;
  private final NodeCounts counts;
  private long saved;
  private boolean missing;

  NamedExpressionRemapper(RelationColumns columns, NodeCounts counts) {
    this.columns = columns;
    this.counts = counts;
  }

  /** What the cache has answered so far: see {@link WideMatch#saved}. */
  long saved() {
    return saved;
  }

  /** Counts {@code e} as answered by the cache. */
  void save(Expression e) {
    saved += counts.of(e) * (ExpressionCost.isCheap(e) ? 1 : EXPENSIVE);
  }

  /** A column of the query over the relation, under the same name, id, qualifier and metadata. */
  Remapped<NamedExpression> remapColumn(NamedExpression column) {
    if (!(column instanceof Alias alias)) {
      boolean cached = column instanceof Attribute attribute && columns.passesOn(attribute);
      return new Remapped<>(cached ? ColumnKind.EQUAL : ColumnKind.OTHER, column);
    }
    Remapped<Expression> child = remap(alias.child());
    return new Remapped<>(
        child.kind(),
        child.kind() == ColumnKind.OTHER || child.expression() == alias.child()
            ? alias
            : withChild(alias, child.expression()));
  }

  /** An expression over the relation. */
  Remapped<Expression> remap(Expression e) {
    if (RelationColumns.isConstant(e)) {
      return new Remapped<>(ColumnKind.CONSTANT, e);
    }
    if (e instanceof Attribute attribute) {
      return new Remapped<>(columns.passesOn(attribute) ? ColumnKind.EQUAL : ColumnKind.OTHER, e);
    }
    Optional<Attribute> equal = find(e);
    if (equal.isPresent()) {
      return new Remapped<>(ColumnKind.EQUAL, equal.get());
    }
    missing = false;
    Expression rewritten = rewrite(e, false);
    return new Remapped<>(missing ? ColumnKind.OTHER : ColumnKind.FUNCTION, rewritten);
  }

  private Optional<Attribute> find(Expression e) {
    Optional<Attribute> column = columns.holding(e);
    if (column.isPresent()) {
      save(e);
    }
    return column;
  }

  /** Replaces the largest cached expressions in {@code e}, or notes that a column is missing. */
  private Expression rewrite(Expression e, boolean inLambda) {
    if (missing || RelationColumns.isConstant(e)) {
      return e;
    }
    if (e instanceof Attribute attribute) {
      missing |= !columns.passesOn(attribute);
      return e;
    }
    if (isClosed(e, inLambda)) {
      Optional<Attribute> column = find(e);
      if (column.isPresent()) {
        return column.get();
      }
    }
    if (e instanceof OuterReference) {
      missing = true;
      return e;
    }
    if (e instanceof PlanExpression<?>) {
      // The plan of a correlated subquery names the columns that it needs; one that is not
      // correlated needs none.
      missing |= !(e instanceof SubqueryExpression subquery) || subquery.isCorrelated();
      return e;
    }
    boolean inside = inLambda || e instanceof LambdaFunction;
    return e.mapChildren(child -> rewrite(child, inside));
  }

  // The canonical forms of expressions are comparable only if they are whole: part of the body of a
  // lambda function says nothing without its variables, and what refers to rows outside of it means
  // what it says only at its place.
  private static boolean isClosed(Expression e, boolean inLambda) {
    return !(inLambda && e.containsPattern(TreePattern.LAMBDA_VARIABLE()))
        && !e.containsPattern(TreePattern.OUTER_REFERENCE());
  }

  private static Alias withChild(Alias alias, Expression child) {
    return CurrentOrigin.withOrigin(
        alias.origin(),
        () -> {
          Alias copy = alias.withNewChild(child);
          // An alias takes the metadata of a child that is a column. Where that changes, the
          // metadata is written down.
          if (!copy.metadata().equals(alias.metadata())) {
            copy =
                new Alias(
                    child,
                    alias.name(),
                    alias.exprId(),
                    alias.qualifier(),
                    Option.apply(alias.metadata()),
                    ScalaBridge.nil());
          }
          copy.copyTagsFrom(alias);
          return copy;
        });
  }
}
