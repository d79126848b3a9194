// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import scala.Enumeration;
import scala.Option;
import scala.PartialFunction;
import scala.collection.Iterator;
import scala.collection.Iterator$;
import scala.collection.immutable.List$;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.AttributeSet$;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.normalizer.NormalizeCTEIds$;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.rules.UnknownRuleId$;
import org.apache.spark.sql.catalyst.trees.TreeNodeTag;
import org.apache.spark.sql.catalyst.trees.TreePattern;

/**
 * What stands in stock Spark's plan where this one has a merged Project: a chain of Projects and
 * Filters, one for each call of the program, over the plan that nothing was merged with. The cache
 * is searched by it, so that it finds what stock Spark finds.
 *
 * <p>A merged Project remembers its chain, and the next merge puts one link on top of it. Nothing is
 * copied: the links are the nodes that stock Spark would hold, too, and hold what these hold.
 *
 * <p>The chain may be long. Nothing here recurses along it.
 *
 * <p>Thread-safe: immutable.
 */
public final class UnmergedPlan {

  private static final TreeNodeTag<UnmergedPlan> TAG = new TreeNodeTag<>("unmerged_plan");

  private final LogicalPlan top;
  private final int height;
  private final LogicalPlan base;
  private final Project merged;
  private final int mergedFilters;
  private final boolean hasSubqueries;
  private final scala.collection.immutable.List<Seq<NamedExpression>> levels;
  private final Optional<Seq<Attribute>> output;

  /**
   * @param top the uppermost link of the chain
   * @param height the number of links
   * @param base what the lowest link stands on, and the merged Project, too
   * @param merged the Project that stands for the chain
   * @param mergedFilters how many filters of the chain stand, rewritten, between it and {@code base}
   * @param hasSubqueries whether an expression in the chain holds a plan
   * @param levels the columns that the merged Project dropped, in terms of its child
   * @param output the columns of {@code top}, where they are at hand
   */
  private UnmergedPlan(
      LogicalPlan top,
      int height,
      LogicalPlan base,
      Project merged,
      int mergedFilters,
      boolean hasSubqueries,
      scala.collection.immutable.List<Seq<NamedExpression>> levels,
      Optional<Seq<Attribute>> output) {
    this.top = top;
    this.height = height;
    this.base = base;
    this.merged = merged;
    this.mergedFilters = mergedFilters;
    this.hasSubqueries = hasSubqueries;
    this.levels = levels;
    this.output = output;
  }

  /** Lets {@code merged} remember what it was made of. */
  static void record(AdjacentProjects projects, LowerColumns columns, Project merged) {
    Project lower = projects.lower();
    UnmergedPlan below =
        of(lower)
            .orElseGet(
                () ->
                    new UnmergedPlan(
                        lower,
                        1,
                        lower.child(),
                        lower,
                        0,
                        holdsPlan(lower),
                        List$.MODULE$.empty(),
                        Optional.empty()));
    List<NamedExpression> changed = sharing(columns);
    Seq<NamedExpression> list =
        ScalaBridge.with(projects.upper().projectList(), columns.changed(), changed);
    List<LogicalPlan> links = new ArrayList<>();
    links.add(new Project(list, projects.upper().child()));
    links.addAll(projects.filters());
    merged.setTagValue(
        TAG,
        new UnmergedPlan(
            stack(links, below.top),
            links.size() + below.height,
            below.base,
            merged,
            projects.filters().size() + below.mergedFilters,
            below.hasSubqueries
                || changed.stream().anyMatch(column -> holdsPlan((Expression) column))
                || projects.filters().stream().anyMatch(UnmergedPlan::holdsPlan),
            DroppedColumns.recordedLevels(merged),
            Optional.of(output(list, columns.changed(), changed))));
  }

  // What is not among the changed columns is an attribute.
  @SuppressWarnings("unchecked")
  private static Seq<Attribute> output(
      Seq<NamedExpression> list, int[] places, List<NamedExpression> changed) {
    Seq<?> output =
        ScalaBridge.with(list, places, changed.stream().map(NamedExpression::toAttribute).toList());
    return (Seq<Attribute>) output;
  }

  // A merged Project makes its columns anew whenever it is asked for its output. Stock Spark's
  // Projects hold the same objects all the way up, and so shall the links.
  private static List<NamedExpression> sharing(LowerColumns columns) {
    List<NamedExpression> list = new ArrayList<>(columns.ofChanged());
    for (int i = 0; i < list.size(); i++) {
      Attribute same = columns.inLink(columns.changed()[i]);
      if (same != null && same.equals(list.get(i))) {
        list.set(i, same);
      }
    }
    return list;
  }

  /**
   * Lets a merged Project to which dropped columns came back remember what stock Spark's plan is
   * then: each Project of the chain above the one that a column was found in puts it out, too.
   *
   * @param original the merged Project as it was
   * @param revived the same with the columns that came back
   * @param exprs what the columns were needed for, resolved
   */
  public static void recordRevived(Project original, Project revived, Seq<Expression> exprs) {
    revived.unsetTagValue(TAG);
    Optional<UnmergedPlan> unmerged = of(original);
    Option<LogicalPlan> base =
        unmerged.isPresent() ? unmerged.get().baseUnder(revived) : Option.empty();
    if (base.isEmpty()) {
      return;
    }
    UnmergedPlan chain = unmerged.get();
    DroppedColumns.recordLevels(revived, chain.levels);
    AttributeSet needed = AttributeSet$.MODULE$.apply(exprs);
    Deque<LogicalPlan> upwards = new ArrayDeque<>();
    LogicalPlan current = chain.top;
    while (upwards.size() < chain.height
        && !(base.get() == chain.base && putsOut(current, needed))) {
      upwards.push(current);
      current = below(current);
    }
    if (upwards.size() == chain.height) {
      current = base.get();
    }
    while (!upwards.isEmpty()) {
      LogicalPlan link = upwards.pop();
      if (link instanceof Project project) {
        AttributeSet below = current.outputSet();
        AttributeSet own = project.outputSet();
        AttributeSet missing = needed.filter(a -> below.contains(a) && !own.contains(a));
        current =
            missing.isEmpty() ? onTopOf(current, project) : withColumns(project, missing, current);
      } else {
        current = onTopOf(current, link);
      }
    }
    revived.setTagValue(
        TAG,
        new UnmergedPlan(
            current,
            chain.height,
            base.get(),
            revived,
            chain.mergedFilters,
            chain.hasSubqueries,
            chain.levels,
            Optional.empty()));
  }

  // In the order in which they are asked for, as stock Spark has it; AttributeSet.toSeq sorts them.
  private static Project withColumns(Project project, AttributeSet missing, LogicalPlan child) {
    List<NamedExpression> columns = new ArrayList<>(ScalaBridge.list(project.projectList()));
    missing.foreach(columns::add);
    return new Project(ScalaBridge.seq(columns), child);
  }

  private static boolean putsOut(LogicalPlan link, AttributeSet needed) {
    return link instanceof Project && needed.subsetOf(link.outputSet());
  }

  /**
   * What {@code node} stands for.
   *
   * @param node any node of an analyzed plan; the analyzer may have given its columns other
   *     expression ids since it was merged, or have replaced what is below
   * @return empty if it is not the result of a merge, or was changed so that its chain is not known
   */
  public static Optional<UnmergedPlan> of(LogicalPlan node) {
    Option<UnmergedPlan> tag = node.getTagValue(TAG);
    if (tag.isEmpty() || !(node instanceof Project project)) {
      return Optional.empty();
    }
    UnmergedPlan unmerged = tag.get();
    return unmerged.standsFor(project) ? Optional.of(unmerged) : unmerged.rebasedOnto(project);
  }

  private boolean standsFor(Project project) {
    return project.projectList() == merged.projectList() && project.child() == merged.child();
  }

  /**
   * The project list of the uppermost link, whose columns are those of {@code project} and in their
   * order; empty if {@code project} is not the result of a merge or was changed since.
   */
  static Optional<Seq<NamedExpression>> uppermostList(Project project) {
    Option<UnmergedPlan> tag = project.getTagValue(TAG);
    return tag.isDefined() && tag.get().standsFor(project)
        ? Optional.of(((Project) tag.get().top).projectList())
        : Optional.empty();
  }

  /**
   * The columns of a plan; those of a merged Project, under filters or not, as its uppermost link
   * names them, which are the same objects from call to call where a column is only passed on.
   */
  static Seq<Attribute> outputOf(LogicalPlan plan) {
    LogicalPlan node = plan;
    while (node instanceof Filter filter) {
      node = filter.child();
    }
    Optional<UnmergedPlan> unmerged = of(node);
    return unmerged
        .flatMap(chain -> chain.output)
        .orElseGet(unmerged.map(chain -> chain.top).orElse(node)::output);
  }

  /**
   * Whether a plan, those of its subqueries included, holds a node of a kind.
   *
   * @param pattern not that of an expression
   */
  static boolean containsNode(LogicalPlan plan, Enumeration.Value pattern) {
    Optional<UnmergedPlan> unmerged = of(plan);
    // Then the columns need not be looked at.
    return unmerged.isPresent() && !unmerged.get().hasSubqueries
        ? unmerged.get().base.containsPattern(pattern)
        : plan.containsPattern(pattern);
  }

  /**
   * The whole plan as stock Spark has it, the plans in its subqueries included; {@code plan} itself
   * where nothing was merged.
   */
  public static LogicalPlan expand(LogicalPlan plan) {
    Optional<UnmergedPlan> unmerged = of(plan);
    return unmerged.isPresent()
        ? unmerged.get().over(expand(unmerged.get().base))
        : expandSubqueries(plan.mapChildren(UnmergedPlan::expand));
  }

  /** The chain over its base as stock Spark has it. */
  public LogicalPlan over(LogicalPlan expandedBase) {
    if (expandedBase == base && !hasSubqueries) {
      return top;
    }
    LogicalPlan current = expandedBase;
    Deque<LogicalPlan> upwards = upwards();
    while (!upwards.isEmpty()) {
      current = onTopOf(current, expandSubqueries(upwards.pop()));
    }
    return current;
  }

  /** A node that is no merged Project, over its children as stock Spark has them. */
  public static LogicalPlan over(LogicalPlan node, Seq<LogicalPlan> expandedChildren) {
    return expandSubqueries((LogicalPlan) node.withNewChildren(expandedChildren));
  }

  private static LogicalPlan expandSubqueries(LogicalPlan plan) {
    if (!holdsPlan(plan)) {
      return plan;
    }
    return (LogicalPlan)
        plan.transformExpressions(
            PartialFunction.fromFunction(
                e -> {
                  if (!(e instanceof SubqueryExpression subquery)) {
                    return e;
                  }
                  LogicalPlan expanded = expand(subquery.plan());
                  return expanded == subquery.plan() ? e : subquery.withNewPlan(expanded);
                }));
  }

  /**
   * What the rules that normalize plans have to see: where an extension has injected some, or where
   * merged Projects hold common tables, which Spark's own rule numbers anew, the plan as stock Spark
   * has it. It is planned from then on.
   */
  public static LogicalPlan toNormalize(LogicalPlan plan, Seq<Rule<LogicalPlan>> rules) {
    boolean seesAll =
        rules.exists(rule -> rule != NormalizeCTEIds$.MODULE$)
            || plan.exists(UnmergedPlan::standsForCommonTable);
    return seesAll ? expand(plan) : plan;
  }

  // What is remembered tells more quickly than the chain, which may have to be made anew.
  private static boolean standsForCommonTable(LogicalPlan node) {
    Option<UnmergedPlan> tag = node.getTagValue(TAG);
    return tag.exists(UnmergedPlan::holdsCommonTable) && of(node).isPresent();
  }

  private boolean holdsCommonTable() {
    return hasSubqueries
        && upwards().stream()
            .anyMatch(link -> link.expressions().exists(e -> e.containsPattern(TreePattern.CTE())));
  }

  /**
   * The canonical form of a plan: that of its chain for a merged Project, which so is the same as
   * what it was made of, and as nothing else.
   *
   * @param own makes the canonical form of any other plan
   */
  @SuppressWarnings("unchecked") // A chain is a logical plan, as the merged Project is.
  public static <P extends QueryPlan<P>> P canonicalized(QueryPlan<P> plan, Supplier<P> own) {
    return plan instanceof Project project
        ? of(project).map(unmerged -> (P) (Object) canonicalized(unmerged.top)).orElseGet(own)
        : own.get();
  }

  /** The canonical form of a plan, which may be a long chain of Projects and Filters. */
  public static LogicalPlan canonicalized(LogicalPlan plan) {
    // From the bottom up, so that no node has to ask a long chain below it.
    Deque<LogicalPlan> upwards = new ArrayDeque<>();
    LogicalPlan node = plan;
    while (node instanceof Project || node instanceof Filter) {
      upwards.push(node);
      node = below(node);
    }
    while (!upwards.isEmpty()) {
      upwards.pop().canonicalized();
    }
    return plan.canonicalized();
  }

  /**
   * Lets go of the chains of a plan that is about to be optimized: what comes out has no other plan
   * in stock Spark.
   *
   * @param plan a clone, since its nodes are changed
   * @return {@code plan} with its subqueries cloned
   */
  public static LogicalPlan forget(LogicalPlan plan) {
    plan.foreach(
        node -> {
          node.unsetTagValue(TAG);
          return null;
        });
    return (LogicalPlan)
        plan.transformAllExpressionsWithPruning(
            bits -> bits.containsPattern(TreePattern.PLAN_EXPRESSION()),
            UnknownRuleId$.MODULE$,
            PartialFunction.fromFunction(
                e ->
                    e instanceof SubqueryExpression subquery
                        ? subquery.withNewPlan(forget(subquery.plan().clone()))
                        : e));
  }

  /** What the Projects below the uppermost link put out, as plans to resolve by, nearest first. */
  Iterator<LogicalPlan> outputsBelowTop() {
    return Iterator$.MODULE$
        .iterate(below(top), UnmergedPlan::below)
        .take(height - 1)
        .filter(link -> link instanceof Project)
        .map(link -> LocalRows.of(link.output()));
  }

  /** The columns that the merged Project dropped, nearest first, in terms of its child. */
  scala.collection.immutable.List<Seq<NamedExpression>> levels() {
    return levels;
  }

  /** The number of links in the chain. */
  public int height() {
    return height;
  }

  /** The plan that the chain and the merged Project stand on. */
  public LogicalPlan base() {
    return base;
  }

  /** The merged Project {@code node} over another plan with the output of {@link #base}. */
  public Project onto(LogicalPlan node, LogicalPlan newBase) {
    Project project = (Project) node;
    List<LogicalPlan> nodes = new ArrayList<>();
    nodes.add(project);
    LogicalPlan below = project.child();
    for (int i = 0; i < mergedFilters; i++) {
      nodes.add(below);
      below = ((Filter) below).child();
    }
    return (Project) stack(nodes, newBase);
  }

  /**
   * Merges the links above one of the chain's plans over what stands in for that plan. Whatever
   * refused the whole chain to be merged has not: so nothing can be said against a part of it.
   *
   * @param depth how many links stand above the plan
   * @param substitute a plan with the output of the one it stands in for
   */
  public LogicalPlan mergedAbove(int depth, LogicalPlan substitute) {
    LogicalPlan current = substitute;
    Deque<LogicalPlan> upwards = topmost(top, depth);
    while (!upwards.isEmpty()) {
      LogicalPlan next = onTopOf(current, upwards.pop());
      current =
          AdjacentProjects.match(next)
              .flatMap(projects -> new ProjectMerger(projects, new LowerColumns(projects)).merge())
              .<LogicalPlan>map(project -> project)
              .orElse(next);
    }
    return current;
  }

  // The plan under a merged Project and the filters that belong to it, if these still stand there.
  private Option<LogicalPlan> baseUnder(Project project) {
    LogicalPlan below = project.child();
    for (int i = 0; i < mergedFilters; i++) {
      if (!(below instanceof Filter filter)) {
        return Option.empty();
      }
      below = filter.child();
    }
    return Option.apply(below);
  }

  // A self-join gives the columns of one side new ids; a table may be replaced by a newer version,
  // and so may leaves of the columns. Where the merged Project says the same of the new base as it
  // did of the old one, so does the chain.
  private Optional<UnmergedPlan> rebasedOnto(Project project) {
    Option<LogicalPlan> newBase = baseUnder(project);
    if (newBase.isEmpty()) {
      return Optional.empty();
    }
    RenewedIds ids = new RenewedIds();
    ReplacedLeaves leaves = new ReplacedLeaves();
    boolean same =
        addLevels(ids, project)
            && ids.addAll(base.output(), newBase.get().output())
            && ids.addAll(merged.projectList(), project.projectList())
            && (isCopy(project) && !ids.any() || sameOver(project, newBase.get(), ids, leaves));
    if (!same) {
      return Optional.empty();
    }
    return Optional.of(
        new UnmergedPlan(
            changed(upwards(), newBase.get(), ids, leaves),
            height,
            newBase.get(),
            project,
            mergedFilters,
            hasSubqueries,
            ids.any() ? levels.map(ids::renew) : levels,
            Optional.empty()));
  }

  private static LogicalPlan changed(
      Deque<LogicalPlan> upwards, LogicalPlan base, RenewedIds ids, ReplacedLeaves leaves) {
    LogicalPlan current = base;
    while (!upwards.isEmpty()) {
      LogicalPlan node = upwards.pop();
      LogicalPlan renewed = ids.any() ? ids.renew(node) : node;
      current = onTopOf(current, leaves.any() ? leaves.replace(renewed) : renewed);
    }
    return current;
  }

  // Only the ids of aliases are told by the levels: columns of the base stand there as they were.
  private boolean addLevels(RenewedIds ids, Project project) {
    Iterator<Seq<NamedExpression>> now = DroppedColumns.recordedLevels(project).iterator();
    boolean same = true;
    for (Seq<NamedExpression> level : ScalaBridge.list(levels)) {
      same = same && now.hasNext() && ids.addAll(level, now.next());
    }
    return same && !now.hasNext();
  }

  // Plans are cloned between the phases of a query; the expressions in them are not.
  private boolean isCopy(Project project) {
    Iterator<NamedExpression> list = merged.projectList().iterator();
    Iterator<NamedExpression> copied = project.projectList().iterator();
    while (list.hasNext()) {
      if (list.next() != copied.next()) {
        return false;
      }
    }
    LogicalPlan below = merged.child();
    LogicalPlan belowCopy = project.child();
    for (int i = 0; i < mergedFilters; i++) {
      if (((Filter) below).condition() != ((Filter) belowCopy).condition()) {
        return false;
      }
      below = below(below);
      belowCopy = below(belowCopy);
    }
    return true;
  }

  private boolean sameOver(
      Project project, LogicalPlan newBase, RenewedIds ids, ReplacedLeaves leaves) {
    LogicalPlan rows = LocalRows.of(newBase.output());
    LogicalPlan now = onto(project, rows);
    int nodes = 1 + mergedFilters;
    return leaves.addAll(changed(topmost(merged, nodes), rows, ids, leaves), now)
        && now.sameResult(changed(topmost(merged, nodes), rows, ids, leaves));
  }

  /** All links, the lowest first. */
  private Deque<LogicalPlan> upwards() {
    return topmost(top, height);
  }

  private static Deque<LogicalPlan> topmost(LogicalPlan top, int count) {
    Deque<LogicalPlan> links = new ArrayDeque<>();
    LogicalPlan link = top;
    for (int i = 0; i < count; i++) {
      links.push(link);
      link = below(link);
    }
    return links;
  }

  private static LogicalPlan below(LogicalPlan link) {
    return link.children().head();
  }

  /** The nodes, given top down, over {@code base}. */
  private static LogicalPlan stack(List<LogicalPlan> nodes, LogicalPlan base) {
    LogicalPlan current = base;
    for (int i = nodes.size() - 1; i >= 0; i--) {
      current = onTopOf(current, nodes.get(i));
    }
    return current;
  }

  // Not withNewChildren: it compares the children in depth.
  private static LogicalPlan onTopOf(LogicalPlan child, LogicalPlan link) {
    if (below(link) == child) {
      return link;
    }
    return link instanceof Filter filter
        ? new Filter(filter.condition(), child)
        : new Project(((Project) link).projectList(), child);
  }

  private static boolean holdsPlan(LogicalPlan node) {
    return node.expressions().exists(UnmergedPlan::holdsPlan);
  }

  private static boolean holdsPlan(Expression e) {
    return e.containsPattern(TreePattern.PLAN_EXPRESSION());
  }
}
