// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;

/**
 * The columns of the lower of two Projects, and which of them the columns of the upper one pass on.
 *
 * <p>After a call such as {@code withColumn} all columns of the upper Project but a few are the very
 * objects that the Dataset below, as stock Spark has it, passes on at the same places. These are kept
 * as the last merge left them; only the {@linkplain #changed others} are looked at. Of them, too, most
 * pass on the next column of the lower Project, so each is looked for where the last one was found,
 * and an index is made only for what is not there.
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
  private final List<NamedExpression> link;
  private final int[] passedOn;
  private final int[] changed;
  private final List<NamedExpression> ofChanged = new ArrayList<>();
  private final Map<ExprId, Integer> index = new HashMap<>();
  private int sought;

  LowerColumns(AdjacentProjects projects) {
    columns = ScalaBridge.indexed(projects.lower().projectList());
    upper = ScalaBridge.indexed(projects.upper().projectList());
    link = UnmergedPlan.uppermostList(projects.lower()).map(ScalaBridge::indexed).orElse(List.of());
    passedOn = new int[upper.size()];
    int[] places = new int[passedOn.length];
    int count = 0;
    int next = 0;
    Iterator<NamedExpression> ofLink = link.iterator();
    Iterator<NamedExpression> ofLower = columns.iterator();
    Iterator<NamedExpression> ofUpper = upper.iterator();
    for (int i = 0; i < passedOn.length; i++) {
      NamedExpression column = ofUpper.next();
      NamedExpression inLink = ofLink.hasNext() ? ofLink.next() : null;
      NamedExpression inLower = ofLower.hasNext() ? ofLower.next() : null;
      // Columns that came back may stand in another order in the link than in the lower Project.
      boolean kept =
          inLink == column
              && column instanceof Attribute
              && inLower != null
              && inLower.exprId().equals(column.exprId());
      if (kept) {
        passedOn[i] = i;
      } else {
        places[count++] = i;
        ofChanged.add(column);
        passedOn[i] = column instanceof Attribute ? position(column.exprId(), next) : NONE;
      }
      next = passedOn[i] == NONE ? next : passedOn[i] + 1;
    }
    changed = Arrays.copyOf(places, count);
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
    Integer known = index.get(id);
    if (known != null) {
      return known;
    }
    if (sought == FEW) {
      int i = 0;
      for (NamedExpression column : columns) {
        index.putIfAbsent(column.exprId(), i++);
      }
    }
    int position = sought++ < FEW ? search(id) : index.getOrDefault(id, NONE);
    index.put(id, position);
    return position;
  }

  private int search(ExprId id) {
    int i = 0;
    for (NamedExpression column : columns) {
      if (column.exprId().equals(id)) {
        return i;
      }
      i++;
    }
    return NONE;
  }

  /** The columns of the lower Project. */
  List<NamedExpression> all() {
    return columns;
  }

  /** How many columns the upper Project has. */
  int upperWidth() {
    return upper.size();
  }

  /**
   * The places of the columns of the upper Project, in order, that are not {@linkplain #isKept kept}.
   */
  int[] changed() {
    return changed;
  }

  /** The columns of the upper Project at the places {@link #changed}. */
  List<NamedExpression> ofChanged() {
    return ofChanged;
  }

  /**
   * Whether the upper Project passes on the column at a place of the lower one at the same place, by
   * the very object by which the Dataset below, as stock Spark has it, passes it on there.
   */
  boolean isKept(int position) {
    return position < passedOn.length && Arrays.binarySearch(changed, position) < 0;
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
            && position < link.size()
            && link.get(position) instanceof Attribute attribute
        ? attribute
        : null;
  }

  /** Whether the upper Project puts out all columns of the lower one, and first those and in their order. */
  boolean areAllKept() {
    if (upper.size() < columns.size()) {
      return false;
    }
    for (int i : changed) {
      boolean replaced = i < columns.size() && (passedOn[i] != i || !upper.get(i).name().equals(columns.get(i).name()));
      if (replaced) {
        return false;
      }
    }
    return true;
  }
}
