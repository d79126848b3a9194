// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.InnerLike;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan$;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Transpose;
import org.apache.spark.sql.catalyst.plans.logical.UnionBase;
import org.apache.spark.sql.catalyst.plans.logical.Window;
import org.apache.spark.sql.catalyst.trees.TreeNodeTag;
import org.apache.spark.sql.catalyst.trees.TreePattern;

/**
 * Decides whether two Projects may be merged. It only looks: {@link ProjectMerger} rewrites.
 *
 * <p>The idea of a bound on growth is that of Calcite's {@code ProjectMergeRule} ({@code bloat});
 * that a producer which is not cheap is never copied is that of Spark's {@code CollapseProject} and
 * Trino's {@code InlineProjections}. All is counted over the two Projects as they stand, in time
 * linear in their size: a tree that would be too large is never built.
 *
 * <p>Made for one merge; not thread-safe.
 */
final class CollapseGuard {

  /**
   * The greatest height of a merged expression. The optimizer and code generation recurse over
   * expressions; a column that is replaced a thousand times must not overflow their stack where
   * stock Spark, whose plan is as deep, might still get through. Two hundred is far from any limit
   * and still leaves one Project for two hundred calls.
   */
  static final int MAX_HEIGHT = 200;

  private static final TreeNodeTag<KnownColumns> KNOWN = new TreeNodeTag<>("known_columns");

  /**
   * What the guard knows of the columns of a merged Project.
   *
   * @param list the columns; a rule may have put others into the Project and kept the tag
   * @param movable whether there is no reason against any of them
   * @param mayFail whether one of them, of those that were merged away, or of those below may fail other than by
   *     an overflow
   */
  private record KnownColumns(Seq<NamedExpression> list, boolean movable, boolean mayFail) {
    static Optional<KnownColumns> of(Project project) {
      Option<KnownColumns> known = project.getTagValue(KNOWN);
      return known.isDefined() && known.get().list == project.projectList()
          ? Optional.of(known.get())
          : Optional.empty();
    }
  }

  private final AdjacentProjects projects;
  private final LowerColumns columns;
  private final int maxGrowth;

  /**
   * @param maxGrowth how many nodes the copies of cheap producers may add in one merge
   */
  CollapseGuard(AdjacentProjects projects, LowerColumns columns, int maxGrowth) {
    this.projects = projects;
    this.columns = columns;
    this.maxGrowth = maxGrowth;
  }

  /** The first reason found not to merge, the cheapest to find first. */
  Optional<CollapseRefusal> refusal(boolean lowerAnalyzedBefore) {
    if (carriesPlanId()) {
      return Optional.of(CollapseRefusal.PLAN_ID);
    }
    if (!lowerAnalyzedBefore) {
      return Optional.of(CollapseRefusal.NOT_ANALYZED_BEFORE);
    }
    if (projects.lower().child() instanceof Window) {
      return Optional.of(CollapseRefusal.WINDOW);
    }
    if (computesAboveUnion()) {
      return Optional.of(CollapseRefusal.ABOVE_UNION);
    }
    return lowerRefusal().or(this::filterRefusal).or(this::copyRefusal);
  }

  private boolean carriesPlanId() {
    return projects.upper().containsTag(LogicalPlan$.MODULE$.PLAN_ID_TAG())
        || projects.absorbed().stream()
            .anyMatch(node -> node.containsTag(LogicalPlan$.MODULE$.PLAN_ID_TAG()));
  }

  // Only the Project next to the union is pushed into it in the first round of the optimizer.
  private boolean computesAboveUnion() {
    return projects.filters().isEmpty()
        && projects.lower().child() instanceof UnionBase
        && projects.upper().projectList().exists(Alias.class::isInstance);
  }

  private Optional<CollapseRefusal> lowerRefusal() {
    Project lower = projects.lower();
    return KnownColumns.of(lower).filter(KnownColumns::movable).isPresent()
        ? Optional.empty()
        : firstRefusal(ScalaBridge.list(lower.projectList()));
  }

  private static Optional<CollapseRefusal> firstRefusal(List<NamedExpression> columns) {
    for (NamedExpression column : columns) {
      if (column instanceof Attribute) {
        continue;
      }
      if (!((Expression) column).deterministic()) {
        return Optional.of(CollapseRefusal.NON_DETERMINISTIC);
      }
      if (ExpressionCost.isUserDefined((Expression) column)) {
        return Optional.of(CollapseRefusal.USER_DEFINED_EXPRESSION);
      }
      if (hasCorrelatedSubquery((Expression) column)) {
        return Optional.of(CollapseRefusal.CORRELATED_SUBQUERY);
      }
    }
    return Optional.empty();
  }

  /**
   * Spares the next merge to look at all columns again. Those of the lower Project have been looked
   * at, so it is enough to look at those that the upper one computes.
   *
   * @param merged what the merge that nothing spoke against has made of the two Projects
   */
  void remember(Project merged) {
    boolean movable = firstRefusal(columns.ofChanged()).isEmpty();
    boolean mayFail = mayFail(columns.ofChanged()) || mayFail(projects.lower());
    merged.setTagValue(KNOWN, new KnownColumns(merged.projectList(), movable, mayFail));
  }

  // The optimizer may bring Projects next to each other that are not so now, as by taking a limit or an
  // outer join away, and makes one aggregate of a Project and an aggregate.
  private static boolean mayFail(LogicalPlan top) {
    Deque<LogicalPlan> plans = new ArrayDeque<>(List.of(top));
    while (!plans.isEmpty()) {
      LogicalPlan plan = plans.pop();
      Optional<KnownColumns> known =
          plan instanceof Project project ? KnownColumns.of(project) : Optional.empty();
      if (known.map(KnownColumns::mayFail).orElseGet(() -> mayFail(columnsOf(plan)))) {
        return true;
      }
      if (known.isEmpty() && !computesAllBelow(plan)) {
        plans.addAll(ScalaBridge.list(plan.children()));
      }
    }
    return false;
  }

  // What is below stays below.
  private static boolean computesAllBelow(LogicalPlan plan) {
    return plan instanceof Aggregate
        || plan instanceof Join join && join.joinType() instanceof InnerLike;
  }

  private static List<NamedExpression> columnsOf(LogicalPlan plan) {
    if (plan instanceof Aggregate aggregate) {
      return ScalaBridge.list(aggregate.aggregateExpressions());
    }
    return plan instanceof Project project ? ScalaBridge.list(project.projectList()) : List.of();
  }

  private static boolean mayFail(List<NamedExpression> columns) {
    return columns.stream().anyMatch(e -> RowErrors.mayFailBesidesOverflow((Expression) e));
  }

  private Optional<CollapseRefusal> filterRefusal() {
    boolean deterministic =
        projects.filters().stream().allMatch(filter -> filter.condition().deterministic());
    return deterministic ? Optional.empty() : Optional.of(CollapseRefusal.NON_DETERMINISTIC);
  }

  private Optional<CollapseRefusal> copyRefusal() {
    if (hasCorrelatedSubquery()) {
      return Optional.of(CollapseRefusal.CORRELATED_SUBQUERY);
    }
    ProducerUses uses = new ProducerUses(projects, columns);
    if (failsEarly(uses)) {
      return Optional.of(CollapseRefusal.LOCAL_DATA);
    }
    long growth = 0;
    boolean anyCopied = false;
    boolean anyCopiedIntoColumns = false;
    boolean mayBeSkipped = false;
    for (ProducerUses.Uses use : uses.used()) {
      Expression producer = use.producer.child();
      if (use.isPassedOn() || isTrivial(producer)) {
        continue;
      }
      boolean cheap = ExpressionCost.isCheap(producer);
      if (!cheap && (use.total() > 1 || use.inFilters > 0 || use.inLambdas > 0)) {
        return Optional.of(
            use.inFilters > 0
                ? CollapseRefusal.FILTER_USES_EXPENSIVE
                : CollapseRefusal.EXPENSIVE_COPY);
      }
      anyCopied |= use.total() > 1;
      anyCopiedIntoColumns |= use.inProjectList > 1;
      mayBeSkipped |=
          (use.inUserDefined > 0 || use.unsure > 1 || use.unsure == use.total())
              && RowErrors.mayFail(producer);
      ExpressionCost.Size size = ExpressionCost.Size.of(producer);
      if (use.depth > 1 && use.depth + size.height() > MAX_HEIGHT) {
        return Optional.of(CollapseRefusal.NESTING);
      }
      growth += (use.total() - 1) * (size.nodes() - 1);
    }
    // Where nothing is copied, the optimizer merges just as well, and what is used in one branch
    // only runs there on stock Spark too. Where something is copied, it would have left both
    // Projects standing, and the lower one fails on each row that one of its columns fails on.
    if (anyCopied && mayBeSkipped) {
      return Optional.of(CollapseRefusal.MAY_FAIL_IN_BRANCH);
    }
    // Not only here: of columns that merges have taken apart, the optimizer may put each into a branch.
    if (anyCopiedIntoColumns && mayFail(projects.lower())) {
      return Optional.of(CollapseRefusal.MAY_FAIL_BESIDE_COPY);
    }
    return growth > maxGrowth ? Optional.of(CollapseRefusal.GROWTH) : Optional.empty();
  }

  // The optimizer's first act on local data is to compute it Project by Project, before it prunes
  // columns or pushes filters. So a column that fails on some row fails there even if nothing uses
  // it, or a filter above would have removed the row; and what the lower Project fails with is seen
  // before what the upper one fails with.
  private boolean failsEarly(ProducerUses uses) {
    if (projects.lower().exists(CollapseGuard::isLeafWithOtherData)) {
      return false;
    }
    boolean mayBeSkipped =
        (projects.filters().isEmpty() ? uses.skippable() : uses.all())
            .anyMatch(producer -> RowErrors.mayFail(producer.child()));
    if (mayBeSkipped) {
      return true;
    }
    Set<Object> below = new HashSet<>();
    uses.all().forEach(producer -> RowErrors.addFailures(producer, below));
    Set<Object> all = new HashSet<>(below);
    Iterator<NamedExpression> list = projects.upper().projectList().iterator();
    while (list.hasNext()) {
      RowErrors.addFailures((Expression) list.next(), all);
    }
    return !below.isEmpty() && all.size() > 1;
  }

  // Some leaves become local relations before that, and what only they are in may come to stand on one:
  // the optimizer takes unions and joins with an empty relation away.
  private static boolean isLeafWithOtherData(LogicalPlan plan) {
    return plan.children().isEmpty()
        && !(plan instanceof LocalRelation
            || plan instanceof ResolvedInlineTable
            || plan instanceof Transpose
            || plan instanceof CTERelationRef);
  }

  private static boolean isTrivial(Expression producer) {
    return producer.children().isEmpty()
        && (producer instanceof Attribute || producer.foldable());
  }

  // The plan inside such a subquery names the columns of the rows it is evaluated on; a rewrite
  // would have to reach into it. The optimizer makes a join of it, where it stands: next to other
  // columns it would come to stand below a limit, or on both sides of a union.
  private boolean hasCorrelatedSubquery() {
    return projects.filters().stream().anyMatch(filter -> hasCorrelatedSubquery(filter.condition()))
        || columns.ofChanged().stream().anyMatch(column -> hasCorrelatedSubquery((Expression) column));
  }

  private static boolean hasCorrelatedSubquery(Expression e) {
    return e.containsPattern(TreePattern.PLAN_EXPRESSION()) && e.exists(CollapseGuard::isCorrelated);
  }

  private static boolean isCorrelated(Expression e) {
    return e instanceof SubqueryExpression subquery && subquery.isCorrelated();
  }
}
