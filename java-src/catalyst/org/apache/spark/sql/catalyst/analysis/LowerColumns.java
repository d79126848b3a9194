// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;

/**
 * The columns of the lower of two Projects, and which of them the columns of the upper one pass on.
 *
 * <p>Most columns of the upper Project pass on the next column of the lower one, so each is looked
 * for where the last one was found, and an index is made only for what is not there.
 *
 * <p>Made for one merge; not thread-safe.
 */
final class LowerColumns {

  /** How far behind the last column that was passed on the next one is looked for: a few may be dropped. */
  private static final int NEAR = 4;

  /** How many columns are looked for one by one before an index is made. */
  private static final int FEW = 4;

  private static final int NONE = -1;

  private final List<NamedExpression> columns;
  private final List<NamedExpression> upper;
  private final Optional<List<NamedExpression>> link;
  private final int[] passedOn;
  private final Map<ExprId, Integer> index = new HashMap<>();
  private int sought;

  LowerColumns(AdjacentProjects projects) {
    columns = listOf(projects.lower().projectList());
    upper = listOf(projects.upper().projectList());
    link = UnmergedPlan.uppermostList(projects.lower()).map(LowerColumns::listOf);
    passedOn = new int[upper.size()];
    int next = 0;
    for (int i = 0; i < passedOn.length; i++) {
      passedOn[i] = upper.get(i) instanceof Attribute column ? position(column.exprId(), next) : NONE;
      next = passedOn[i] == NONE ? next : passedOn[i] + 1;
    }
  }

  // What a Scala sequence is a view of may be a linked list.
  private static List<NamedExpression> listOf(Seq<NamedExpression> list) {
    return new ArrayList<>(ScalaBridge.list(list));
  }

  private int position(ExprId id, int expected) {
    for (int i = expected; i < Math.min(expected + NEAR, columns.size()); i++) {
      if (columns.get(i).exprId().equals(id)) {
        return i;
      }
    }
    return position(id);
  }

  /** The place of the column with an expression id, or a negative number. */
  int position(ExprId id) {
    if (index.isEmpty() && sought++ < FEW) {
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).exprId().equals(id)) {
          return i;
        }
      }
      return NONE;
    }
    if (index.isEmpty()) {
      for (int i = 0; i < columns.size(); i++) {
        index.putIfAbsent(columns.get(i).exprId(), i);
      }
    }
    return index.getOrDefault(id, NONE);
  }

  /** The columns of the lower Project. */
  List<NamedExpression> all() {
    return columns;
  }

  /** The columns of the upper Project. */
  List<NamedExpression> ofUpper() {
    return upper;
  }

  /** The place of the column that the upper Project passes on at a place of its own, or a negative number. */
  int passedOn(int upperPosition) {
    return passedOn[upperPosition];
  }

  /** What computes the column with an expression id; null if the lower Project does not compute it. */
  Alias producer(ExprId id) {
    int position = position(id);
    return position == NONE ? null : producerAt(position);
  }

  /** What computes the column at a place; null if the lower Project does not compute it. */
  Alias producerAt(int position) {
    return columns.get(position) instanceof Alias alias ? alias : null;
  }

  /**
   * What the Dataset below, as stock Spark has it, passes on as the column that the upper Project
   * passes on, too; null if it computes it, or is not known.
   */
  Attribute inLink(int upperPosition) {
    int position = passedOn[upperPosition];
    return position != NONE
            && link.isPresent()
            && link.get().get(position) instanceof Attribute attribute
        ? attribute
        : null;
  }

  /** Whether the upper Project puts out all columns of the lower one, and first those and in their order. */
  boolean areAllKept() {
    for (int i = 0; i < columns.size(); i++) {
      if (i >= passedOn.length
          || passedOn[i] != i
          || !upper.get(i).name().equals(columns.get(i).name())) {
        return false;
      }
    }
    return true;
  }
}
