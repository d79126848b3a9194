// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import scala.collection.Iterator;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BinaryArithmetic;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.CallMethodViaReflection;
import org.apache.spark.sql.catalyst.expressions.CaseWhen;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.IsNull;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NonSQLExpression;
import org.apache.spark.sql.catalyst.expressions.Not;
import org.apache.spark.sql.catalyst.expressions.Or;
import org.apache.spark.sql.catalyst.expressions.UnaryMinus;
import org.apache.spark.sql.catalyst.expressions.UserDefinedExpression;
import org.apache.spark.sql.catalyst.expressions.objects.Invoke;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.NumericType;

/** What an expression costs, and whose code it runs. Pure functions, thread-safe. */
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

  /** Whether {@code e} has no cost and no way to fail of its own, and evaluates its first child whenever it is evaluated. */
  static boolean isPlain(Expression e) {
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
