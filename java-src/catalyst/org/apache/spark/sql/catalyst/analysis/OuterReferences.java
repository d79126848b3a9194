// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.function.UnaryOperator;

import scala.PartialFunction;

import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.OuterReference;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.rules.UnknownRuleId$;
import org.apache.spark.sql.catalyst.trees.TreePattern;

/** The columns around a correlated subquery as its plan names them. Pure functions, thread-safe. */
public final class OuterReferences {

  private OuterReferences() {}

  /**
   * A subquery with other outer references.
   *
   * @param replace gives the column that takes the place of another, or that one itself
   * @return {@code subquery} itself if it has no outer references
   */
  public static SubqueryExpression map(
      SubqueryExpression subquery, UnaryOperator<Attribute> replace) {
    if (!subquery.plan().containsPattern(TreePattern.OUTER_REFERENCE())) {
      return subquery;
    }
    return subquery.withNewPlan(
        subquery.plan().transformAllExpressionsWithPruning(
            bits -> bits.containsPattern(TreePattern.OUTER_REFERENCE()),
            UnknownRuleId$.MODULE$,
            PartialFunction.fromFunction(
                e -> {
                  if (!(e instanceof OuterReference outer && outer.e() instanceof Attribute column)) {
                    return e;
                  }
                  Attribute replaced = replace.apply(column);
                  return replaced == column ? e : new OuterReference((NamedExpression) replaced);
                })));
  }
}
