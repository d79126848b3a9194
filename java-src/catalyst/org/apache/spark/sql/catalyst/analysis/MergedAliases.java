// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.collection.mutable.HashSet;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
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
    Iterator<Seq<NamedExpression>> levels = DroppedColumns.levelsOf(project).iterator();
    while (levels.hasNext()) {
      Iterator<NamedExpression> columns = levels.next().iterator();
      while (columns.hasNext()) {
        if (columns.next() instanceof Alias alias) {
          ids.add(alias.exprId().id());
        }
      }
    }
    return ScalaBridge.seq(ids);
  }

  /**
   * The project list with new expression ids for the aliases whose id is in {@code existingIds}; the
   * ids of the other aliases are added to it, since they are held from now on.
   */
  public static Seq<NamedExpression> renewExisting(Project project, HashSet<?> existingIds) {
    // Java has no name for Scala's HashSet[Long].
    @SuppressWarnings("unchecked")
    HashSet<Object> existing = (HashSet<Object>) existingIds;
    Seq<NamedExpression> renewed = renew(project, id -> existing.contains(id));
    Iterator<NamedExpression> list = project.projectList().iterator();
    while (list.hasNext()) {
      if (list.next() instanceof Alias alias) {
        existing.add(alias.exprId().id());
      }
    }
    return renewed;
  }

  /** The project list with new expression ids for the aliases that are in {@code conflicting}. */
  public static Seq<NamedExpression> renewConflicting(Project project, AttributeSet conflicting) {
    java.util.Set<Long> ids = new java.util.HashSet<>();
    conflicting.foreach(attribute -> ids.add(attribute.exprId().id()));
    return renew(project, ids::contains);
  }

  // The same alias twice in a list gets the same new id, as in DeduplicateRelations.newAliases.
  private static Seq<NamedExpression> renew(Project project, LongPredicate isHeld) {
    Map<ExprId, NamedExpression> renewed = new HashMap<>();
    return ScalaBridge.map(
        project.projectList(),
        column ->
            column instanceof Alias alias && isHeld.test(alias.exprId().id())
                ? renewed.computeIfAbsent(alias.exprId(), id -> alias.newInstance())
                : column);
  }
}
