// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import java.util.Map;


import org.apache.spark.sql.catalyst.analysis.OuterReferences;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;

/**
 * Puts expressions in the place of attributes. What has been put in is not looked at again, and an
 * expression without one of the attributes comes back as the same object, so that what is known of
 * it (its canonical form, its hash) is not found again.
 *
 * @param replacements by expression id; not changed here
 */
record Substitution(Map<ExprId, Expression> replacements) {

  /** {@code e} with its attributes replaced, also where a correlated subquery refers to them. */
  Expression apply(Expression e) {
    if (e instanceof Attribute attribute) {
      Expression replacement = replacements.get(attribute.exprId());
      return replacement == null || isSame(attribute, replacement) ? attribute : replacement;
    }
    Expression replaced = e.mapChildren(this::apply);
    return replaced instanceof SubqueryExpression subquery
        ? OuterReferences.map(subquery, this::replaceOuter)
        : replaced;
  }

  // The same column may go by another name or qualifier, which is nothing to an expression.
  private static boolean isSame(Attribute attribute, Expression replacement) {
    return replacement instanceof Attribute other
        && other.exprId().equals(attribute.exprId())
        && other.nullable() == attribute.nullable();
  }

  // A subquery can only refer to a column; where a computed one took its place, it keeps the old
  // reference, and equals nothing. All but the id stays, since Spark compares that too.
  private Attribute replaceOuter(Attribute column) {
    return replacements.get(column.exprId()) instanceof Attribute replacement
        ? column.withExprId(replacement.exprId())
        : column;
  }
}
