// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.RuntimeReplaceable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.catalyst.trees.TreePatternBits;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * Whether a value depends on when, where and by whom a query is run. To Spark such an expression is
 * deterministic, since it has one value within a query. A cached value of it is that of another
 * query.
 *
 * <p>Pure functions, thread-safe.
 */
final class MomentOfQuery {

  private MomentOfQuery() {}

  /** Whether {@code e} depends on it, like {@code now()} and {@code cast('today' as date)}. */
  static boolean matters(Expression e) {
    if (e.containsPattern(TreePattern.CURRENT_LIKE())
        || e instanceof Cast cast && isSpecial(cast)) {
      return true;
    }
    if (e instanceof RuntimeReplaceable replaceable) {
      return matters(replaceable.replacement());
    }
    return mayHide(e)
        && (e.children().exists(MomentOfQuery::matters)
            || e instanceof PlanExpression<?> subquery
                && subquery.plan() instanceof LogicalPlan plan
                && matters(plan));
  }

  /** Whether an expression of {@code plan} depends on it. */
  static boolean matters(LogicalPlan plan) {
    return plan.containsPattern(TreePattern.CURRENT_LIKE())
        || mayHide(plan)
            && (plan.expressions().exists(MomentOfQuery::matters)
                || plan.children().exists(MomentOfQuery::matters));
  }

  private static boolean mayHide(TreePatternBits tree) {
    return tree.containsPattern(TreePattern.CAST())
        || tree.containsPattern(TreePattern.RUNTIME_REPLACEABLE());
  }

  // The optimizer's SpecialDatetimeValues gives 'now', 'today' and the like their meaning. Ordinary
  // dates begin with a digit or a sign.
  private static boolean isSpecial(Cast cast) {
    DataType type = cast.dataType();
    if (!(type instanceof DateType
            || type instanceof TimestampType
            || type instanceof TimestampNTZType)
        || !(cast.child().dataType() instanceof StringType)
        || !cast.child().foldable()) {
      return false;
    }
    if (!(cast.child() instanceof Literal literal)) {
      return true;
    }
    String text = String.valueOf(literal.value()).trim();
    return literal.value() != null && !text.isEmpty() && Character.isLetter(text.charAt(0));
  }
}
