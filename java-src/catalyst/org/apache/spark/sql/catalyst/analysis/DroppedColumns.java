// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import scala.Function2;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.List$;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan$;
import org.apache.spark.sql.catalyst.plans.logical.Project;

/**
 * The columns that vanish with a lower Project when Projects are merged, and their way back.
 *
 * <p>Stock Spark resolves a name in a filter or a sort that the output of the child lacks in the
 * Projects further down ({@code ColumnResolutionHelper.resolveExprsAndAddMissingAttrs}). A merged
 * Project remembers under {@code LogicalPlan.DROPPED_NAMED_EXPRESSIONS} what each Project it
 * absorbed put out and it does not, one level for each, the nearest first. All levels are written
 * in terms of the child of the merged Project, so a further merge adds one level in front and
 * shares the others.
 *
 * <p>That one method revives them; {@link MergedAliases} reads their ids. Pure functions, thread-safe.
 */
public final class DroppedColumns {

  private DroppedColumns() {}

  /**
   * What came back.
   *
   * @param exprs the expressions, with what the levels could resolve resolved
   * @param columns the named expressions to add to the project list
   * @param complete whether nothing is missing any more, so that the search ends here
   */
  public record Revived(Seq<Expression> exprs, Seq<NamedExpression> columns, boolean complete) {}

  /**
   * The levels of dropped columns of {@code project}, nearest first; none if nothing was merged. The
   * analyzer may have given the columns that they are written in terms of other ids since.
   */
  private static scala.collection.immutable.List<Seq<NamedExpression>> levelsOf(Project project) {
    return UnmergedPlan.of(project).map(UnmergedPlan::levels).orElse(recordedLevels(project));
  }

  /** The levels as they were recorded: the columns have their ids, what they are made of may not. */
  static scala.collection.immutable.List<Seq<NamedExpression>> recordedLevels(LogicalPlan plan) {
    Option<scala.collection.immutable.List<Seq<NamedExpression>>> levels =
        plan.getTagValue(LogicalPlan$.MODULE$.DROPPED_NAMED_EXPRESSIONS());
    return levels.isDefined() ? levels.get() : List$.MODULE$.empty();
  }

  /** Whether {@code plan} is the result of a merge. */
  public static boolean isMerged(LogicalPlan plan) {
    return plan.containsTag(LogicalPlan$.MODULE$.DROPPED_NAMED_EXPRESSIONS());
  }

  /** Puts the bookkeeping of one merge on {@code merged}. Linear in the width of the Projects. */
  static void record(AdjacentProjects projects, LowerColumns columns, Project merged) {
    Project lower = projects.lower();
    scala.collection.immutable.List<Seq<NamedExpression>> levels = levelsOf(lower);
    Seq<NamedExpression> dropped =
        columns.areAllKept() ? ScalaBridge.nil() : vanishing(projects.upper(), lower);
    if (!dropped.isEmpty()) {
      levels = ScalaBridge.prepend(dropped, levels);
    }
    recordLevels(merged, levels);
  }

  static void recordLevels(
      Project merged, scala.collection.immutable.List<Seq<NamedExpression>> levels) {
    merged.setTagValue(LogicalPlan$.MODULE$.DROPPED_NAMED_EXPRESSIONS(), levels);
  }

  // A column that only changes its name on the way up can still be found by the old one.
  private static Seq<NamedExpression> vanishing(Project upper, Project lower) {
    Map<ExprId, String> kept = new HashMap<>();
    Iterator<NamedExpression> above = upper.projectList().iterator();
    while (above.hasNext()) {
      NamedExpression column = above.next();
      kept.put(column.exprId(), column.name());
    }
    List<NamedExpression> vanishing = new ArrayList<>();
    Iterator<NamedExpression> below = lower.projectList().iterator();
    while (below.hasNext()) {
      NamedExpression column = below.next();
      if (!column.name().equals(kept.get(column.exprId()))) {
        vanishing.add(column);
      }
    }
    return ScalaBridge.seq(vanishing);
  }

  /**
   * Resolves what the output of {@code project} leaves missing in the Projects that it stands for.
   *
   * @param exprs the expressions, already resolved as far as the output of {@code project} goes
   * @param project a Project that {@link #isMerged} is true of
   * @param resolve resolves an expression by the output of a plan, as the analyzer does; what it
   *     throws passes through
   */
  public static Revived revive(
      Seq<Expression> exprs,
      Project project,
      Function2<Expression, LogicalPlan, Expression> resolve) {
    Map<ExprId, NamedExpression> dropped = new HashMap<>();
    for (Seq<NamedExpression> level : ScalaBridge.list(levelsOf(project))) {
      for (NamedExpression column : ScalaBridge.list(level)) {
        dropped.putIfAbsent(column.exprId(), column);
      }
    }
    Set<ExprId> available = new HashSet<>(dropped.keySet());
    List<NamedExpression> list = ScalaBridge.list(project.projectList());
    list.forEach(column -> available.add(column.exprId()));
    Seq<Expression> current = exprs;
    boolean complete = isComplete(current, available);
    Iterator<LogicalPlan> outputs = outputsBelow(project);
    while (!complete && outputs.hasNext()) {
      LogicalPlan output = outputs.next();
      current = ScalaBridge.map(current, e -> resolve.apply(e, output));
      complete = isComplete(current, available);
    }
    list.forEach(column -> dropped.remove(column.exprId()));
    List<NamedExpression> revived = new ArrayList<>();
    referenced(current)
        .forEach(
            (id, reference) -> {
              NamedExpression column = dropped.get(id);
              if (column != null) {
                revived.add(named(column, reference.name()));
              }
            });
    return new Revived(current, ScalaBridge.seq(revived), complete);
  }

  /**
   * Columns that come back, in the order in which stock Spark adds them to a Project, from wherever
   * they come: that in which the expressions refer to them.
   */
  public static Seq<NamedExpression> asAskedFor(
      Seq<NamedExpression> columns, Seq<Expression> exprs) {
    List<ExprId> order = new ArrayList<>(referenced(exprs).keySet());
    List<NamedExpression> sorted = new ArrayList<>(ScalaBridge.list(columns));
    sorted.sort(Comparator.comparingInt(column -> order.indexOf(column.exprId())));
    return ScalaBridge.seq(sorted);
  }

  // Nearest first. A name is looked for among all columns that a Project put out, dropped since or
  // not, as on stock Spark: it may be ambiguous in one and not in the next.
  private static Iterator<LogicalPlan> outputsBelow(Project project) {
    Optional<UnmergedPlan> unmerged = UnmergedPlan.of(project);
    return unmerged.isPresent()
        ? unmerged.get().outputsBelowTop()
        : levelsOf(project)
            .iterator()
            .map(level -> LocalRows.of(ScalaBridge.map(level, NamedExpression::toAttribute)));
  }

  // Stock Spark adds a missing column under the name it was asked for, which may differ by case.
  private static NamedExpression named(NamedExpression column, String name) {
    if (column.name().equals(name)) {
      return column;
    }
    return column instanceof Alias alias
        ? alias.withName(name)
        : ((AttributeReference) column).withName(name);
  }

  private static Map<ExprId, AttributeReference> referenced(Seq<Expression> exprs) {
    Map<ExprId, AttributeReference> byId = new LinkedHashMap<>();
    Iterator<Expression> iterator = exprs.iterator();
    while (iterator.hasNext()) {
      Iterator<Attribute> references = iterator.next().references().iterator();
      while (references.hasNext()) {
        // An attribute that is not resolved yet has no id.
        if (references.next() instanceof AttributeReference attribute) {
          byId.put(attribute.exprId(), attribute);
        }
      }
    }
    return byId;
  }

  private static boolean isComplete(Seq<Expression> exprs, Set<ExprId> available) {
    return exprs.forall(
        e -> e.resolved() && e.references().forall(a -> available.contains(a.exprId())));
  }
}
