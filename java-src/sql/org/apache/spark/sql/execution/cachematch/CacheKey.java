// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import scala.collection.Iterator;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.analysis.UnmergedPlan;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.UserDefinedType;

/**
 * What the cache is searched by: the plan that stock Spark would have. Two plans are the same here
 * if {@code sameResult} of stock Spark says so of the plans without merges.
 *
 * <p>Stock Spark canonicalizes every plan that it looks up, and all plans below it. Here that is the
 * last resort, after the number of columns, their types and the relations at the leaves; and it does
 * not recurse along a chain of Projects and Filters, which may be long.
 *
 * <p>Thread-safe.
 */
public final class CacheKey {

  private final LogicalPlan unmerged;
  // Both are found again if two threads come at once.
  private volatile List<LogicalPlan> leaves;
  private volatile Seq<? extends NamedExpression> columns;

  private CacheKey(LogicalPlan unmerged) {
    this.unmerged = unmerged;
  }

  /** The key of an analyzed plan. */
  public static CacheKey of(LogicalPlan plan) {
    return new CacheKey(UnmergedPlan.expand(plan));
  }

  /** The key of a plan that is as stock Spark has it. */
  static CacheKey ofUnmerged(LogicalPlan unmerged) {
    return new CacheKey(unmerged);
  }

  /** The plan that stock Spark would have. */
  public LogicalPlan unmerged() {
    return unmerged;
  }

  /** Whether stock Spark would take the two plans for the same. */
  public boolean sameResult(CacheKey other) {
    return unmerged == other.unmerged
        || sameTypes(columns(), other.columns())
            && leaves().equals(other.leaves())
            && sameCanonicalized(unmerged, other.unmerged);
  }

  /** Whether this plan or one below it, not counting those in subqueries, is the same as another. */
  public boolean contains(CacheKey other) {
    Deque<LogicalPlan> open = new ArrayDeque<>();
    open.push(unmerged);
    while (!open.isEmpty()) {
      LogicalPlan node = open.pop();
      if (ofUnmerged(node).sameResult(other)) {
        return true;
      }
      node.children().foreach(
          child -> {
            open.push(child);
            return null;
          });
    }
    return false;
  }

  private Seq<? extends NamedExpression> columns() {
    Seq<? extends NamedExpression> found = columns;
    if (found == null) {
      LogicalPlan node = unmerged;
      while (node instanceof Filter filter) {
        node = filter.child();
      }
      found = node instanceof Project project ? project.projectList() : node.output();
      columns = found;
    }
    return found;
  }

  private static boolean sameTypes(
      Seq<? extends NamedExpression> left, Seq<? extends NamedExpression> right) {
    if (left.size() != right.size()) {
      return false;
    }
    Iterator<? extends NamedExpression> lefts = left.iterator();
    Iterator<? extends NamedExpression> rights = right.iterator();
    while (lefts.hasNext()) {
      if (kind(((Expression) lefts.next()).dataType())
          != kind(((Expression) rights.next()).dataType())) {
        return false;
      }
    }
    return true;
  }

  // What is nested in a type may differ in what makes no difference; and types of different classes
  // can be equal.
  private static Class<?> kind(DataType type) {
    return type instanceof StringType
        ? StringType.class
        : type instanceof UserDefinedType ? UserDefinedType.class : type.getClass();
  }

  private List<LogicalPlan> leaves() {
    List<LogicalPlan> found = leaves;
    if (found == null) {
      List<LogicalPlan> list = new ArrayList<>();
      Deque<LogicalPlan> open = new ArrayDeque<>();
      open.push(unmerged);
      while (!open.isEmpty()) {
        LogicalPlan node = open.pop();
        if (node.children().isEmpty()) {
          list.add(node.canonicalized());
        }
        node.children().reverseIterator().foreach(
            child -> {
              open.push(child);
              return null;
            });
      }
      found = List.copyOf(list);
      leaves = found;
    }
    return found;
  }

  private static boolean sameCanonicalized(LogicalPlan left, LogicalPlan right) {
    LogicalPlan x = UnmergedPlan.canonicalized(left);
    LogicalPlan y = UnmergedPlan.canonicalized(right);
    while (x != y) {
      if (x instanceof Project upper && y instanceof Project other) {
        if (!upper.projectList().equals(other.projectList())) {
          return false;
        }
        x = upper.child();
        y = other.child();
      } else if (x instanceof Filter upper && y instanceof Filter other) {
        if (!upper.condition().equals(other.condition())) {
          return false;
        }
        x = upper.child();
        y = other.child();
      } else {
        return x.equals(y);
      }
    }
    return true;
  }
}
