// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.Set;

import scala.Option;

import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.apache.spark.sql.catalyst.QueryPlanningTracker$;
import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Divide;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Multiply;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.Remainder;
import org.apache.spark.sql.catalyst.expressions.Subtract;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.trees.TreeNodeTag;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * Tells when Spark's rules have nothing left to do on a root that is analyzed alone.
 *
 * <p>The rules run in rounds until one of them changes nothing. Over a leaf that only has an output,
 * an expression of the kinds named here is resolved by the first round, up to the time zones of the
 * casts that type coercion put in. The second round would bring in these, the third would find that
 * nothing is left.
 *
 * <p>Stateless.
 */
final class SettledRoot {

  private static final TreeNodeTag<Boolean> LEAF = new TreeNodeTag<>("leaf_of_settled_root");

  // Type coercion has nothing to say about two operands of one of these types.
  private static final Set<DataType> NUMBERS =
      Set.of(
          DataTypes.ByteType,
          DataTypes.ShortType,
          DataTypes.IntegerType,
          DataTypes.LongType,
          DataTypes.FloatType,
          DataTypes.DoubleType);

  // Strings compare and combine by their collations, which take rules of their own.
  private static final Set<DataType> OTHERS =
      Set.of(
          DataTypes.BooleanType,
          DataTypes.DateType,
          DataTypes.TimestampType,
          DataTypes.TimestampNTZType);

  private SettledRoot() {}

  /** Marks the leaf of a root that will be analyzed by no rules but Spark's own. */
  static void mark(LogicalPlan leaf) {
    leaf.setTagValue(LEAF, true);
  }

  /**
   * Analyzes and checks a root over a marked leaf by the rules; empty for any other plan.
   *
   * <p>{@code HybridAnalyzer} would do the same, and make the resolver that it does not choose.
   */
  static Option<LogicalPlan> analyzed(
      Analyzer analyzer, LogicalPlan plan, QueryPlanningTracker tracker) {
    if (!isRoot(plan)) {
      return Option.empty();
    }
    LogicalPlan resolved = analyzer.executeAndTrack(plan, tracker);
    QueryPlanningTracker$.MODULE$.withTracker(
        tracker,
        () -> {
          analyzer.checkAnalysis(resolved);
          return null;
        });
    return Option.apply(resolved);
  }

  private static boolean isRoot(LogicalPlan plan) {
    return plan.children().size() == 1 && plan.children().head().getTagValue(LEAF).isDefined();
  }

  /**
   * What all further rounds would make of a plan after the first, or empty if that is not known.
   *
   * @param plan any plan between two rounds of the analyzer
   */
  static Option<LogicalPlan> of(LogicalPlan plan) {
    if (!isRoot(plan) || !(plan instanceof Project || plan instanceof Filter)) {
      return Option.empty();
    }
    LogicalPlan complete = ResolveTimeZone$.MODULE$.apply(plan);
    boolean settled =
        complete.resolved()
            && complete.missingInput().isEmpty()
            && complete.expressions().forall(SettledRoot::isSettledColumn);
    return settled ? Option.apply(complete) : Option.empty();
  }

  private static boolean isSettledColumn(Expression e) {
    return isSettled(e instanceof Alias alias ? alias.child() : e);
  }

  // Of a resolved expression: its operands are of types that it takes.
  private static boolean isSettled(Expression e) {
    return isSettledNode(e) && e.children().forall(SettledRoot::isSettled);
  }

  private static boolean isSettledNode(Expression e) {
    DataType type = e.dataType();
    if (e instanceof AttributeReference || e instanceof Literal || e instanceof Cast) {
      return isComparable(type) || type.equals(DataTypes.StringType) || type.equals(DataTypes.NullType);
    }
    if (e instanceof Add || e instanceof Subtract || e instanceof Multiply || e instanceof Remainder) {
      return NUMBERS.contains(type) && takesOnly(type, e);
    }
    if (e instanceof Divide) {
      return type.equals(DataTypes.DoubleType) && takesOnly(type, e);
    }
    if (e instanceof BinaryComparison) {
      DataType operand = e.children().head().dataType();
      return isComparable(operand) && takesOnly(operand, e);
    }
    if (e instanceof If || e instanceof CaseWhen || e instanceof Coalesce) {
      return isComparable(type);
    }
    return e instanceof And
        || e instanceof Or
        || e instanceof Not
        || e instanceof IsNull
        || e instanceof IsNotNull;
  }

  private static boolean isComparable(DataType type) {
    return NUMBERS.contains(type) || OTHERS.contains(type);
  }

  private static boolean takesOnly(DataType type, Expression e) {
    return e.children().forall(operand -> operand.dataType().equals(type));
  }
}
