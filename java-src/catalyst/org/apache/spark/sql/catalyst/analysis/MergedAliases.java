// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongPredicate;

import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.collection.mutable.HashSet;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.plans.logical.Project;

/**
 * The aliases of merged Projects, for {@code DeduplicateRelations}.
 *
 * <p>Where two sides of a self-join hold the same Project, that rule gives all its aliases new
 * expression ids on the right side. A merged Project holds the aliases of several: of those that
 * the other side holds too, which need new ids, and of those added since, which must keep theirs or
 * references to them break. Each is told from the other by its own id; so that an alias is also
 * recognized where the other side has dropped it since, dropped ones count as held.
 *
 * <p>Stateless; what is passed in may be changed as documented.
 */
public final class MergedAliases {

  private MergedAliases() {}

  /** Whether {@code project} is the result of a merge, so that its aliases are told apart. */
  public static boolean isMerged(Project project) {
    return DroppedColumns.isMerged(project);
  }

  /** The expression ids of the aliases that a merged Project absorbed and does not put out. */
  public static Seq<Object> droppedIds(Project project) {
    List<Object> ids = new ArrayList<>();
    for (Seq<NamedExpression> level : ScalaBridge.list(DroppedColumns.recordedLevels(project))) {
      addIds(level, ids);
    }
    return ScalaBridge.seq(ids);
  }

  /**
   * The Project with new expression ids for the aliases, dropped or not, whose id is in
   * {@code existingIds}; the ids of the other aliases are added to it, since they are held from now
   * on.
   */
  public static Project renewExisting(Project project, HashSet<?> existingIds) {
    // Java has no name for Scala's HashSet[Long].
    @SuppressWarnings("unchecked")
    HashSet<Object> existing = (HashSet<Object>) existingIds;
    Project renewed = renew(project, id -> existing.contains(id));
    List<Object> held = new ArrayList<>(ScalaBridge.list(droppedIds(project)));
    addIds(project.projectList(), held);
    held.forEach(existing::add);
    return renewed;
  }

  /** The Project with new expression ids for the aliases that are in {@code conflicting}. */
  public static Project renewConflicting(Project project, AttributeSet conflicting) {
    java.util.Set<Long> ids = new java.util.HashSet<>();
    conflicting.foreach(attribute -> ids.add(attribute.exprId().id()));
    return renew(project, ids::contains);
  }

  private static void addIds(Seq<NamedExpression> columns, List<Object> ids) {
    Iterator<NamedExpression> iterator = columns.iterator();
    while (iterator.hasNext()) {
      if (iterator.next() instanceof Alias alias) {
        ids.add(alias.exprId().id());
      }
    }
  }

  // The same alias gets the same new id wherever it stands, as in DeduplicateRelations.newAliases.
  private static Project renew(Project project, LongPredicate isHeld) {
    Map<ExprId, ExprId> newIds = new HashMap<>();
    Function<NamedExpression, NamedExpression> renew =
        column ->
            column instanceof Alias alias && isHeld.test(alias.exprId().id())
                ? RenewedIds.withId(
                    alias,
                    newIds.computeIfAbsent(
                        alias.exprId(), id -> NamedExpression$.MODULE$.newExprId()))
                : column;
    Project renewed = new Project(ScalaBridge.map(project.projectList(), renew), project.child());
    renewed.copyTagsFrom(project);
    DroppedColumns.recordLevels(
        renewed,
        DroppedColumns.recordedLevels(project).map(level -> ScalaBridge.map(level, renew)));
    return renewed;
  }
}
