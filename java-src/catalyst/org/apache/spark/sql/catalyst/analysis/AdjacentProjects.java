// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;

/**
 * The shape that {@link EarlyCollapseProject} looks for at the root of a plan: a {@code Project}
 * over a chain of {@code Filter}s, which may be empty, over a {@code Project}.
 *
 * @param upper the root
 * @param filters the filters between, top down
 * @param lower the {@code Project} below the filters
 */
public record AdjacentProjects(Project upper, List<Filter> filters, Project lower) {

  /** The match at the root of {@code plan}, or empty if the root has another shape. */
  public static Optional<AdjacentProjects> match(LogicalPlan plan) {
    if (!(plan instanceof Project upper)) {
      return Optional.empty();
    }
    List<Filter> filters = new ArrayList<>();
    LogicalPlan below = upper.child();
    while (below instanceof Filter filter) {
      filters.add(filter);
      below = filter.child();
    }
    return below instanceof Project lower
        ? Optional.of(new AdjacentProjects(upper, List.copyOf(filters), lower))
        : Optional.empty();
  }

  /**
   * The nodes that a merge takes out of the plan, top down: the filters, which are rebuilt below,
   * and the lower {@code Project}.
   */
  public List<LogicalPlan> absorbed() {
    List<LogicalPlan> nodes = new ArrayList<>(filters);
    nodes.add(lower);
    return nodes;
  }
}
