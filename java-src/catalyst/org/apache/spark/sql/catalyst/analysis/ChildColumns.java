// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import scala.collection.Iterator;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * The columns of the child of a root node, and which of them stand in the leaf that takes its place.
 * Made for one root; not thread-safe.
 */
final class ChildColumns {

  private final LogicalPlan child;
  private final Seq<Attribute> output;
  private final List<Attribute> all;
  private final List<Integer> narrow = new ArrayList<>();
  private Map<ExprId, Attribute> byId;

  ChildColumns(LogicalPlan child) {
    this.child = child;
    this.output = UnmergedPlan.outputOf(child);
    this.all = ScalaBridge.indexed(output);
  }

  /** Puts what {@code references} may refer to into the leaf. */
  void narrowTo(RootReferences references) {
    Iterator<Attribute> columns = output.iterator();
    for (int position = 0; columns.hasNext(); position++) {
      if (references.mayReferTo(columns.next())) {
        narrow.add(position);
      }
    }
  }

  LogicalPlan child() {
    return child;
  }

  /** The number of all columns. */
  int size() {
    return all.size();
  }

  /** The columns of the leaf. */
  Seq<Attribute> ofLeaf() {
    List<Attribute> columns = new ArrayList<>(narrow.size());
    narrow.forEach(position -> columns.add(all.get(position)));
    return ScalaBridge.seq(columns);
  }

  /** Whether {@code column} is a column of the child as the child puts it out. */
  boolean contains(NamedExpression column) {
    if (byId == null) {
      byId = new HashMap<>();
      all.forEach(attribute -> byId.putIfAbsent(attribute.exprId(), attribute));
    }
    return column instanceof AttributeReference && column.equals(byId.get(column.exprId()));
  }

  /** Whether what came out of a node over the leaf may be {@linkplain #replace put} in the places of its columns. */
  boolean isWhole(Seq<NamedExpression> result) {
    return result.size() >= narrow.size();
  }

  /** All columns, with what came out for those of the leaf in their places and the rest behind. */
  Seq<NamedExpression> replace(Seq<NamedExpression> result) {
    int behind = all.size() - narrow.size();
    int[] places =
        IntStream.range(0, result.size())
            .map(i -> i < narrow.size() ? narrow.get(i) : behind + i)
            .toArray();
    return ScalaBridge.with(output, places, ScalaBridge.list(result));
  }

  /** All columns but those of the leaf that did not come out. */
  Seq<NamedExpression> keep(Seq<NamedExpression> result) {
    Set<ExprId> dropped = new HashSet<>();
    narrow.forEach(position -> dropped.add(all.get(position).exprId()));
    ScalaBridge.list(result).forEach(column -> dropped.remove(column.exprId()));
    List<NamedExpression> columns = new ArrayList<>(all);
    columns.removeIf(column -> dropped.contains(column.exprId()));
    return ScalaBridge.seq(columns);
  }
}
