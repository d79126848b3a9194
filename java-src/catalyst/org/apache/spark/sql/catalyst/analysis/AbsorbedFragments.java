// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import scala.Option;
import scala.PartialFunction;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.trees.TreeNodeTag;

/**
 * The Datasets whose plans a merged Project absorbed, for programs that cache one of them after
 * others were derived from it.
 *
 * <p>{@link EarlyCollapseProject} does not merge over a Dataset that is cached when the next one is
 * built. One that is cached later is no fragment of the merged plan any more. Right before the cache
 * is looked at, {@link #restore} takes a merged Project apart again above the uppermost Dataset that
 * is cached by then. It knows them by weak references: a Dataset has to be at hand to be cached, and
 * what the program let go of is not held here. The lists above are held, as stock Spark holds them.
 *
 * <p>Thread-safe: immutable but for the references that the garbage collector clears.
 */
public final class AbsorbedFragments {

  private static final TreeNodeTag<AbsorbedFragments> TAG =
      new TreeNodeTag<>("absorbed_fragments");

  private final List<WeakReference<LogicalPlan>> absorbed;
  private final List<Expression> conditions;
  private final Seq<NamedExpression> upper;
  private final AbsorbedFragments deeper;
  private final Seq<NamedExpression> mergedList;
  private final LogicalPlan mergedChild;

  private AbsorbedFragments(AdjacentProjects projects, Project merged) {
    this.absorbed = projects.absorbed().stream().map(WeakReference::new).toList();
    this.conditions = projects.filters().stream().map(Filter::condition).toList();
    this.upper = projects.upper().projectList();
    this.deeper = projects.lower().getTagValue(TAG).getOrElse(() -> null);
    this.mergedList = merged.projectList();
    this.mergedChild = merged.child();
  }

  static void record(AdjacentProjects projects, Project merged) {
    merged.setTagValue(TAG, new AbsorbedFragments(projects, merged));
  }

  /**
   * Takes apart what was merged over a Dataset that is cached now.
   *
   * @param plan an analyzed plan that is about to be searched for cached fragments
   * @param isCached whether a plan would be read from the cache
   * @return the plan with the cached Datasets as fragments again, {@code plan} itself if none was
   *     absorbed
   */
  public static LogicalPlan restore(LogicalPlan plan, Predicate<LogicalPlan> isCached) {
    return plan.transformDownWithSubqueries(
        PartialFunction.fromFunction(node -> restoreNode(node, isCached).orElse(node)));
  }

  private static Optional<LogicalPlan> restoreNode(
      LogicalPlan node, Predicate<LogicalPlan> isCached) {
    Option<AbsorbedFragments> tag = node.getTagValue(TAG);
    // A node that was rewritten since, by a self-join or a newer version of its table, has other
    // ids or other rows than the Datasets it came from.
    if (tag.isEmpty()
        || !(node instanceof Project project)
        || project.projectList() != tag.get().mergedList
        || project.child() != tag.get().mergedChild
        || isCached.test(node)) {
      return Optional.empty();
    }
    Deque<AbsorbedFragments> above = new ArrayDeque<>();
    for (AbsorbedFragments level = tag.get(); level != null; level = level.deeper) {
      for (int i = 0; i < level.absorbed.size(); i++) {
        LogicalPlan fragment = level.absorbed.get(i).get();
        if (fragment != null && isCached.test(fragment)) {
          LogicalPlan rebuilt = level.onTopOf(fragment, i);
          while (!above.isEmpty()) {
            AbsorbedFragments next = above.pop();
            rebuilt = next.onTopOf(rebuilt, next.conditions.size());
          }
          rebuilt.setAnalyzed();
          return Optional.of(rebuilt);
        }
      }
      above.push(level);
    }
    return Optional.empty();
  }

  /** The first {@code filters} filters and the upper Project over {@code fragment}. */
  private LogicalPlan onTopOf(LogicalPlan fragment, int filters) {
    LogicalPlan child = fragment;
    for (int i = filters - 1; i >= 0; i--) {
      child = new Filter(conditions.get(i), child);
    }
    return new Project(upper, child);
  }
}
