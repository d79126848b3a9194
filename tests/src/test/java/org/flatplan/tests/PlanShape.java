// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.execution.QueryExecution;
import scala.jdk.javaapi.CollectionConverters;

/** Depth, operators, projects, expression nodes and cached relations of a plan, counted without recursion. */
record PlanShape(int depth, int operators, int projects, long expressions, int cached) {

  private record Level<T>(T node, int depth) {}

  static PlanShape analyzed(Dataset<?> dataset) {
    return of(execution(dataset).analyzed());
  }

  static PlanShape optimized(Dataset<?> dataset) {
    return of(execution(dataset).optimizedPlan());
  }

  static PlanShape withCachedData(Dataset<?> dataset) {
    return of(execution(dataset).withCachedData());
  }

  static QueryExecution execution(Dataset<?> dataset) {
    return ((org.apache.spark.sql.classic.Dataset<?>) dataset).queryExecution();
  }

  static LogicalPlan logicalPlan(Dataset<?> dataset) {
    return ((org.apache.spark.sql.classic.Dataset<?>) dataset).logicalPlan();
  }

  static PlanShape of(LogicalPlan root) {
    int depth = 0;
    int operators = 0;
    int projects = 0;
    int cached = 0;
    long expressions = 0;
    Deque<Level<LogicalPlan>> open = new ArrayDeque<>();
    open.push(new Level<>(root, 1));
    while (!open.isEmpty()) {
      Level<LogicalPlan> level = open.pop();
      operators++;
      depth = Math.max(depth, level.depth());
      projects += level.node() instanceof Project ? 1 : 0;
      cached += level.node() instanceof InMemoryRelation ? 1 : 0;
      for (Expression expression : CollectionConverters.asJava(level.node().expressions())) {
        expressions += count(expression);
      }
      for (LogicalPlan child : CollectionConverters.asJava(level.node().children())) {
        open.push(new Level<>(child, level.depth() + 1));
      }
    }
    return new PlanShape(depth, operators, projects, expressions, cached);
  }

  private static long count(Expression root) {
    long nodes = 0;
    Deque<Expression> open = new ArrayDeque<>();
    open.push(root);
    while (!open.isEmpty()) {
      Expression expression = open.pop();
      nodes++;
      CollectionConverters.asJava(expression.children()).forEach(open::push);
    }
    return nodes;
  }
}
