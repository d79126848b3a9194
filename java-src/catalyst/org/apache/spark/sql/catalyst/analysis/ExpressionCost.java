// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.List;
import java.util.Set;

import scala.collection.Iterator;

import org.apache.spark.sql.catalyst.expressions.Add;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.CallMethodViaReflection;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Concat;
import org.apache.spark.sql.catalyst.expressions.ConcatWs;
import org.apache.spark.sql.catalyst.expressions.CreateArray;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.DivModLike;
import org.apache.spark.sql.catalyst.expressions.EqualNullSafe;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetDateField;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.HashExpression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.In;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.LambdaFunction;
import org.apache.spark.sql.catalyst.expressions.Length;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Multiply;
import org.apache.spark.sql.catalyst.expressions.NonSQLExpression;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.Pmod;
import org.apache.spark.sql.catalyst.expressions.String2StringExpression;
import org.apache.spark.sql.catalyst.expressions.StringPredicate;
import org.apache.spark.sql.catalyst.expressions.StringReplace;
import org.apache.spark.sql.catalyst.expressions.Substring;
import org.apache.spark.sql.catalyst.expressions.Subtract;
import org.apache.spark.sql.catalyst.expressions.TryEval;
import org.apache.spark.sql.catalyst.expressions.UnaryMathExpression;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import org.apache.spark.sql.catalyst.expressions.UserDefinedExpression;
import org.apache.spark.sql.catalyst.expressions.objects.Invoke;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.FractionalType;
import org.apache.spark.sql.types.NumericType;

/** What merging and matching need to know of an expression. Pure functions, thread-safe. */
public final class ExpressionCost {

  private ExpressionCost() {}

  /**
   * The number of nodes and the height of an expression.
   *
   * @param nodes the count of all nodes, the expression itself included
   * @param height the nodes on the longest way from the root to a leaf
   */
  record Size(long nodes, int height) {
    static Size of(Expression e) {
      long nodes = 1;
      int height = 0;
      Iterator<Expression> children = e.children().iterator();
      while (children.hasNext()) {
        Size child = of(children.next());
        nodes += child.nodes;
        height = Math.max(height, child.height);
      }
      return new Size(nodes, height + 1);
    }
  }

  /**
   * Whether computing {@code e} twice is as good as computing it once: a column, a constant, or
   * arithmetic over them that code generation recognizes as a common subexpression. A list of what
   * is allowed, not of what is not: an expression nobody thought of here is not cheap.
   */
  public static boolean isCheap(Expression e) {
    boolean cheapItself =
        isPlain(e)
            || e instanceof BinaryArithmetic && e.dataType() instanceof NumericType
            || e instanceof UnaryMinus && e.dataType() instanceof NumericType
            || e instanceof BinaryComparison comparison
                && comparison.left().dataType() instanceof AtomicType
            || e instanceof Cast cast
                && cast.dataType() instanceof NumericType
                && cast.child().dataType() instanceof NumericType;
    return cheapItself && !e.expensive() && e.children().forall(ExpressionCost::isCheap);
  }

  /**
   * Whether {@code e} may fail on some row: overflow, division by zero, a cast. Only what surely
   * does not fail is listed.
   */
  public static boolean mayFail(Expression e) {
    return e.exists(ExpressionCost::mayFailItself);
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
   * Whether {@code e} may fail on some row other than by a number that is too large for its type. Such
   * a failure, of a division or a cast, is what programs guard against by a condition.
   */
  static boolean mayFailBesidesOverflow(Expression e) {
    return e.exists(node -> mayFailItself(node) && !onlyOverflows(node));
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

  /**
   * Whether {@code e}, where it is evaluated, evaluates one of its children on every row and lets
   * through what that fails with. What is null to the left ends most expressions, and what is null or
   * zero to the right ends a division.
   *
   * @param child the place of the child among {@code e.children()}
   */
  static boolean alwaysEvaluates(Expression e, int child) {
    if (e instanceof TryEval || e instanceof LambdaFunction || isUserDefinedItself(e)) {
      return false;
    }
    if (e instanceof DivModLike || e instanceof Pmod) {
      return child == 1;
    }
    if (child == 0 || e instanceof EqualNullSafe || e instanceof CreateNamedStruct) {
      return true;
    }
    return (e instanceof BinaryArithmetic || e instanceof BinaryComparison)
        && !e.children().head().nullable();
  }

  private static boolean mayFailItself(Expression e) {
    return !(isPlain(e)
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
        || from instanceof AtomicType && cast.dataType().equals(DataTypes.StringType)
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

  // Without a cost and without a way to fail of its own.
  private static boolean isPlain(Expression e) {
    return e instanceof Attribute
        || e instanceof Literal
        || e instanceof Alias
        || e instanceof GetStructField
        || e instanceof And
        || e instanceof Or
        || e instanceof Not
        || e instanceof IsNull
        || e instanceof IsNotNull
        || e instanceof If
        || e instanceof CaseWhen
        || e instanceof Coalesce;
  }

  /** Whether {@code e} runs code that is not Spark's own. */
  static boolean isUserDefined(Expression e) {
    return e.exists(ExpressionCost::isUserDefinedItself);
  }

  static boolean isUserDefinedItself(Expression e) {
    if (e instanceof StaticInvoke call) {
      return !isSparksOwn(call.staticObject());
    }
    if (e instanceof Invoke call) {
      return !(call.targetObject() instanceof Literal literal
          && literal.value() != null
          && isSparksOwn(literal.value().getClass()));
    }
    return e instanceof UserDefinedExpression
        || e instanceof NonSQLExpression
        || e instanceof CallMethodViaReflection
        || !isSparksOwn(e.getClass());
  }

  // Functions of V2 catalogs become calls of a method by name, like many functions of Spark's own,
  // and Hive's functions are expressions of another package. What tells them apart is who wrote it.
  private static boolean isSparksOwn(Class<?> type) {
    String name = type.getName();
    return name.startsWith("org.apache.spark.sql.catalyst.")
        || name.startsWith("org.apache.spark.unsafe.")
        || name.startsWith("java.");
  }
}
