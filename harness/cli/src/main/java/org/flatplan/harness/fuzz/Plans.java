/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.QueryExecution;
import scala.jdk.javaapi.CollectionConverters;

/** Plans of Datasets, and what they cost. */
final class Plans {
  private static final Set<String> EXPENSIVE = Set.of("ScalaUDF", "RLike", "RegExpReplace", "RegExpExtract", "ScalarSubquery", "Exists", "InSubquery");

  private Plans() {}

  static QueryExecution execution(Dataset<?> dataset) {
    return ((org.apache.spark.sql.classic.Dataset<?>) dataset).queryExecution();
  }

  static LogicalPlan logicalPlan(Dataset<?> dataset) {
    return ((org.apache.spark.sql.classic.Dataset<?>) dataset).logicalPlan();
  }

  /** How many expressions in a plan, and in the plans of its subqueries, are dear to evaluate. */
  static long expensive(LogicalPlan plan) {
    long number = 0;
    Deque<LogicalPlan> plans = new ArrayDeque<>();
    plans.push(plan);
    Deque<Expression> expressions = new ArrayDeque<>();
    while (!plans.isEmpty()) {
      LogicalPlan node = plans.pop();
      CollectionConverters.asJava(node.children()).forEach(plans::push);
      CollectionConverters.asJava(node.expressions()).forEach(expressions::push);
      while (!expressions.isEmpty()) {
        Expression expression = expressions.pop();
        number += EXPENSIVE.contains(expression.getClass().getSimpleName()) ? 1 : 0;
        CollectionConverters.asJava(expression.children()).forEach(expressions::push);
        if (expression instanceof PlanExpression<?> subquery && subquery.plan() instanceof LogicalPlan inner) {
          plans.push(inner);
        }
      }
    }
    return number;
  }
}
