// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.List;
import java.util.Set;

import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Concat;
import org.apache.spark.sql.catalyst.expressions.ConcatWs;
import org.apache.spark.sql.catalyst.expressions.CreateArray;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.DivModLike;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetDateField;
import org.apache.spark.sql.catalyst.expressions.HashExpression;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.InheritAnalysisRules;
import org.apache.spark.sql.catalyst.expressions.Length;
import org.apache.spark.sql.catalyst.expressions.Multiply;
import org.apache.spark.sql.catalyst.expressions.Pmod;
import org.apache.spark.sql.catalyst.expressions.String2StringExpression;
import org.apache.spark.sql.catalyst.expressions.StringPredicate;
import org.apache.spark.sql.catalyst.expressions.StringReplace;
import org.apache.spark.sql.catalyst.expressions.Substring;
import org.apache.spark.sql.catalyst.expressions.Subtract;
import org.apache.spark.sql.catalyst.expressions.TryEval;
import org.apache.spark.sql.catalyst.expressions.TypeOf;
import org.apache.spark.sql.catalyst.expressions.UnaryExpression;
import org.apache.spark.sql.catalyst.expressions.UnaryMathExpression;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import org.apache.spark.sql.catalyst.expressions.With;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.FractionalType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.VariantType;

/**
 * What may fail while rows are computed, and where it is sure to be computed. Both are lists of what
 * is known: what nobody thought of may fail, and may be skipped. Pure functions, thread-safe.
 */
public final class RowErrors {

  private RowErrors() {}

  /** Whether {@code e} may fail on some row: overflow, division by zero, a cast. */
  public static boolean mayFail(Expression e) {
    return e.exists(RowErrors::mayFailItself);
  }

  /**
   * Whether {@code e} may fail on some row other than by a number that is too large for its type. Such
   * a failure, of a division or a cast, is what programs guard against by a condition. An aggregate
   * function has been computed where others use it.
   */
  static boolean mayFailBesidesOverflow(Expression e) {
    return !(e instanceof AggregateExpression)
        && (mayFailItself(e) && !onlyOverflows(e)
            || e.children().exists(RowErrors::mayFailBesidesOverflow));
  }

  /**
   * Adds to {@code failures} what {@code e} may fail with: for arithmetic its kind and type, which
   * say all that its error says, and for anything else the expression, since its error may name the
   * value it failed on.
   */
  static void addFailures(Expression e, Set<Object> failures) {
    e.foreach(
        node -> {
          if (mayFailItself(node)) {
            failures.add(
                node instanceof BinaryArithmetic
                    ? List.of(node.getClass(), node.dataType())
                    : node);
          }
          return null;
        });
  }

  /**
   * Whether {@code e}, where it is evaluated, evaluates one of its children on every row and lets
   * through what that fails with. What is null to the left ends most expressions, and what is null or
   * zero to the right ends a division.
   *
   * @param child the place of the child among {@code e.children()}
   */
  static boolean alwaysEvaluates(Expression e, int child) {
    if (e instanceof TryEval || e instanceof TypeOf || ExpressionCost.isUserDefinedItself(e)) {
      return false;
    }
    if (e instanceof DivModLike || e instanceof Pmod) {
      return child == 1;
    }
    if (e instanceof EqualNullSafe || e instanceof CreateNamedStruct || e instanceof CreateArray) {
      return true;
    }
    boolean operator = e instanceof BinaryArithmetic || e instanceof BinaryComparison;
    return child == 0
        ? operator || startsWithFirstChild(e)
        : operator && !e.children().head().nullable();
  }

  private static boolean startsWithFirstChild(Expression e) {
    return ExpressionCost.isPlain(e)
        || e instanceof UnaryExpression
        || e instanceof StringPredicate
        || e instanceof Concat
        || e instanceof Substring
        || e instanceof With
        || e instanceof InheritAnalysisRules
        || e instanceof In in && !in.list().isEmpty();
  }

  private static boolean onlyOverflows(Expression e) {
    boolean overflowing =
        e instanceof Add
            || e instanceof Subtract
            || e instanceof Multiply
            || e instanceof UnaryMinus
            || e instanceof Cast cast && cast.child().dataType() instanceof NumericType;
    return overflowing && e.dataType() instanceof NumericType;
  }

  private static boolean mayFailItself(Expression e) {
    return !(ExpressionCost.isPlain(e)
        || e instanceof BinaryComparison
        || e instanceof CreateNamedStruct
        || e instanceof CreateArray
        || e instanceof In
        || e instanceof UnaryMathExpression
        || e instanceof String2StringExpression
        || e instanceof StringPredicate
        || e instanceof Length
        || e instanceof Substring
        || e instanceof StringReplace
        || e instanceof Concat
        || e instanceof ConcatWs
        || e instanceof GetDateField
        || e instanceof HashExpression<?>
        || e instanceof UnaryMinus && e.dataType() instanceof FractionalType && !isDecimal(e)
        || e instanceof BinaryArithmetic arithmetic && neverFails(arithmetic)
        || e instanceof Cast cast && neverFails(cast));
  }

  private static boolean isDecimal(Expression e) {
    return e.dataType() instanceof DecimalType;
  }

  private static boolean neverFails(BinaryArithmetic e) {
    if (!(e.dataType() instanceof NumericType)) {
      return false;
    }
    boolean toInfinity = e instanceof Add || e instanceof Subtract || e instanceof Multiply;
    return e.evalMode() != EvalMode$.MODULE$.ANSI()
        || toInfinity && e.dataType() instanceof FractionalType && !isDecimal(e);
  }

  private static boolean neverFails(Cast cast) {
    DataType from = cast.child().dataType();
    return isWidening(cast)
        || cast.dataType().equals(DataTypes.StringType)
            && from instanceof AtomicType
            && !(from instanceof VariantType) // Its bytes may be damaged.
        || from instanceof NumericType
            && cast.dataType() instanceof NumericType
            && cast.evalMode() != EvalMode$.MODULE$.ANSI();
  }

  // Of other types, too, Spark says that they can be cast up; but far dates are no timestamps.
  private static boolean isWidening(Cast cast) {
    return cast.dataType() instanceof NumericType
        && cast.child().dataType() instanceof NumericType
        && Cast.canUpCast(cast.child().dataType(), cast.dataType());
  }
}
