// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;

/**
 * The shape that {@link WideMatcher} compares: Filters over a Project over Filters over anything.
 * Names given to a plan in between are looked through, since they do not change its rows or ids.
 *
 * @param above the filters over the Project, top down
 * @param project the uppermost Project
 * @param below the filters under the Project, top down
 * @param base what is under them; no Filter, and not only a name for one
 */
record FilteredProject(List<Filter> above, Project project, List<Filter> below, LogicalPlan base) {

  /** The shape of {@code plan}, or empty if it has another. */
  static Optional<FilteredProject> match(LogicalPlan plan) {
    List<Filter> above = new ArrayList<>();
    if (!(skipFilters(plan, above) instanceof Project project)) {
      return Optional.empty();
    }
    List<Filter> below = new ArrayList<>();
    LogicalPlan base = skipFilters(project.child(), below);
    return Optional.of(
        new FilteredProject(List.copyOf(above), project, List.copyOf(below), base));
  }

  private static LogicalPlan skipFilters(LogicalPlan plan, List<Filter> filters) {
    LogicalPlan node = plan;
    while (true) {
      if (node instanceof Filter filter) {
        filters.add(filter);
        node = filter.child();
      } else if (node instanceof SubqueryAlias alias) {
        node = alias.child();
      } else {
        return node;
      }
    }
  }

  /** The conjuncts of a condition, in the order in which they are computed. */
  static List<Expression> conjuncts(Expression condition) {
    List<Expression> conjuncts = new ArrayList<>();
    Deque<Expression> open = new ArrayDeque<>();
    open.push(condition);
    while (!open.isEmpty()) {
      Expression next = open.pop();
      if (next instanceof And and) {
        open.push(and.right());
        open.push(and.left());
      } else {
        conjuncts.add(next);
      }
    }
    return conjuncts;
  }

  /** The conjuncts of filters given top down, in the order in which they are computed. */
  static List<Expression> conjuncts(List<Filter> filters) {
    List<Expression> conjuncts = new ArrayList<>();
    for (int i = filters.size() - 1; i >= 0; i--) {
      conjuncts.addAll(conjuncts(filters.get(i).condition()));
    }
    return conjuncts;
  }
}
