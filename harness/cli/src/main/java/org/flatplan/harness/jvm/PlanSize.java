/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.jvm;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;

/**
 * How large a plan is. Only programs that run beside Spark can use it.
 *
 * @param depth operators from the root to the deepest leaf
 * @param operators all operators
 * @param projects those that are Projects
 * @param expressions nodes of all expressions
 */
public record PlanSize(int depth, long operators, long projects, long expressions) {

  /** Counts without recursion: the plans are deep. */
  public static PlanSize of(LogicalPlan plan) {
    record Level(LogicalPlan node, int depth) {
    }
    int depth = 0;
    long operators = 0;
    long projects = 0;
    long expressions = 0;
    Deque<Level> plans = new ArrayDeque<>();
    plans.add(new Level(plan, 1));
    Deque<Expression> pending = new ArrayDeque<>();
    while (!plans.isEmpty()) {
      Level level = plans.pop();
      operators++;
      projects += level.node() instanceof Project ? 1 : 0;
      depth = Math.max(depth, level.depth());
      scala.collection.Iterator<LogicalPlan> children = level.node().children().iterator();
      while (children.hasNext()) {
        plans.push(new Level(children.next(), level.depth() + 1));
      }
      scala.collection.Iterator<Expression> roots = level.node().expressions().iterator();
      while (roots.hasNext()) {
        pending.push(roots.next());
      }
      while (!pending.isEmpty()) {
        expressions++;
        scala.collection.Iterator<Expression> below = pending.pop().children().iterator();
        while (below.hasNext()) {
          pending.push(below.next());
        }
      }
    }
    return new PlanSize(depth, operators, projects, expressions);
  }

  /** Operators and expressions. */
  public long nodes() {
    return operators + expressions;
  }
}
