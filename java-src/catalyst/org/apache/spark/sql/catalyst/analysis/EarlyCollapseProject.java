// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;

import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Merges the root Project of an analyzed plan with the Project of the Dataset it was built on, so
 * that a program which adds, drops or renames columns one call at a time keeps a flat plan
 * (SPARK-45959).
 *
 * <ul>
 *   <li>{@code Project1 -> Project2 -> X} becomes {@code Project -> X};
 *   <li>{@code Project1 -> Filter1 .. FilterN -> Project2 -> X} becomes {@code Project -> Filter1' ..
 *       FilterN' -> X}. Project2 is pulled up; Project1 is never pushed below the filters, since it
 *       may hold code that must not see the rows they remove.
 * </ul>
 *
 * <p>{@link CollapseGuard} decides, {@link ProjectMerger} rewrites; each refusal is a {@link
 * CollapseRefusal} that shows in a debug log line. Only the root is looked at: whatever is below it
 * has been the root of a Dataset before, or comes from one SQL text and stays as it was analyzed.
 *
 * <p>An instance serves one query and is not thread-safe.
 */
public final class EarlyCollapseProject extends Rule<LogicalPlan> {

  private final Set<LogicalPlan> analyzedBefore;

  /**
   * Takes note of what in a plan has been analyzed before; so it must be made before the analyzer
   * runs.
   *
   * @param logical the plan of the query before analysis
   */
  public EarlyCollapseProject(LogicalPlan logical) {
    this.analyzedBefore = analyzedBefore(logical);
  }

  // The nodes of the Dataset below the new root that the pattern could reach: the node of the
  // Dataset itself and, while these are filters, what is under them. A root that was analyzed
  // before has had its turn.
  private static Set<LogicalPlan> analyzedBefore(LogicalPlan logical) {
    Set<LogicalPlan> nodes = Collections.newSetFromMap(new IdentityHashMap<>());
    if (logical.analyzed()) {
      return nodes;
    }
    LogicalPlan node = logical;
    while (!node.analyzed() && node.children().size() == 1) {
      node = node.children().head();
    }
    while (node.analyzed() && node instanceof Filter filter) {
      nodes.add(node);
      node = filter.child();
    }
    if (node.analyzed() && node instanceof Project) {
      nodes.add(node);
    }
    return nodes;
  }

  /**
   * Applies this rule to the analyzed plan of the query and records its time in {@code tracker} as
   * that of any rule. Does nothing at all if the rule is off.
   */
  public LogicalPlan executeAndTrack(LogicalPlan analyzed, QueryPlanningTracker tracker) {
    if (!(boolean) conf().getConf(SQLConf.EARLY_COLLAPSE_PROJECT_ENABLED())) {
      return analyzed;
    }
    long start = System.nanoTime();
    LogicalPlan result = apply(analyzed);
    tracker.recordRuleInvocation(ruleName(), System.nanoTime() - start, result != analyzed);
    return result;
  }

  /** The plan with the two Projects at its root merged, or {@code plan} itself. */
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    int maxGrowth = (int) conf().getConf(SQLConf.EARLY_COLLAPSE_PROJECT_MAX_GROWTH());
    return AdjacentProjects.match(plan)
        .<LogicalPlan>flatMap(projects -> collapse(projects, maxGrowth))
        .orElse(plan);
  }

  private Optional<Project> collapse(AdjacentProjects projects, int maxGrowth) {
    LowerColumns columns = new LowerColumns(projects);
    CollapseGuard guard = new CollapseGuard(projects, columns, maxGrowth);
    Optional<CollapseRefusal> refusal = guard.refusal(analyzedBefore.contains(projects.lower()));
    if (refusal.isPresent()) {
      return refuse(refusal.get());
    }
    Optional<Project> merged = new ProjectMerger(projects, columns).merge();
    if (merged.isEmpty()) {
      return refuse(CollapseRefusal.OUTPUT_CHANGES);
    }
    guard.remember(merged.get());
    DroppedColumns.record(projects, columns, merged.get());
    AbsorbedDatasets.record(projects, merged.get());
    UnmergedPlan.record(projects, columns, merged.get());
    merged.get().setAnalyzed();
    return merged;
  }

  private Optional<Project> refuse(CollapseRefusal reason) {
    log().debug("EarlyCollapseProject did not merge: {}", reason);
    return Optional.empty();
  }
}
