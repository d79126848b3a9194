// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

import scala.collection.Iterator;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Generator;
import org.apache.spark.sql.catalyst.expressions.LambdaFunction;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.UnresolvedNamedLambdaVariable;
import org.apache.spark.sql.catalyst.expressions.WindowExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan$;

/**
 * What the expressions of an unresolved root node may refer to in its child. Made for one root; not
 * thread-safe.
 */
final class RootReferences {

  private final Set<String> names;
  // Of a thousand columns most differ in this from the few names.
  private final BitSet lengths = new BitSet();
  private final Set<ExprId> ids = new HashSet<>();
  private final List<Seq<String>> required = new ArrayList<>();
  private final boolean caseSensitive;
  private final Predicate<UnresolvedFunction> isOfSession;
  private boolean anyOfDataset;

  /**
   * @param isOfSession tells the functions that the session knows by itself
   */
  RootReferences(boolean caseSensitive, Predicate<UnresolvedFunction> isOfSession) {
    this.caseSensitive = caseSensitive;
    // As the resolver compares names.
    this.names = caseSensitive ? new HashSet<>() : new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    this.isOfSession = isOfSession;
  }

  /**
   * Takes note of all that an expression refers to.
   *
   * @return what stands against looking at the columns alone
   */
  Optional<IncrementalRefusal> add(Expression e) {
    return add(e, Set.of());
  }

  private Optional<IncrementalRefusal> add(Expression e, Set<String> bound) {
    Optional<IncrementalRefusal> refusal = addNode(e, bound);
    Set<String> boundBelow = e instanceof LambdaFunction lambda ? withArguments(lambda, bound) : bound;
    Iterator<Expression> children = e.children().iterator();
    while (refusal.isEmpty() && children.hasNext()) {
      refusal = add(children.next(), boundBelow);
    }
    return refusal;
  }

  private Set<String> withArguments(LambdaFunction lambda, Set<String> bound) {
    Set<String> all = new HashSet<>(bound);
    lambda.arguments().foreach(argument -> all.add(argumentKey(argument.name())));
    return all;
  }

  private Optional<IncrementalRefusal> addNode(Expression e, Set<String> bound) {
    if (e.containsTag(LogicalPlan$.MODULE$.PLAN_ID_TAG())) {
      return Optional.of(IncrementalRefusal.PLAN_ID);
    }
    if (e instanceof PlanExpression) {
      return Optional.of(IncrementalRefusal.SUBQUERY);
    }
    if (e instanceof AttributeReference attribute) {
      ids.add(attribute.exprId());
      anyOfDataset |= attribute.metadata().contains(DATASET_ID);
    } else if (e instanceof UnresolvedAttribute attribute) {
      addRequired(attribute.nameParts());
    } else if (e instanceof UnresolvedNamedLambdaVariable variable) {
      // In SQL any name in a lambda function is one; what it does not bind is looked for outside.
      if (!bound.contains(argumentKey(variable.nameParts().head()))) {
        addRequired(variable.nameParts());
      }
    } else if (e instanceof Star) {
      return Optional.of(IncrementalRefusal.STAR);
    } else if (e instanceof UnresolvedFunction function && !isOfSession.test(function)) {
      return Optional.of(IncrementalRefusal.CATALOG_FUNCTION);
    } else if (isOfAnalyzer(e) && !isPlain(e) || becomesNode(e)) {
      return Optional.of(IncrementalRefusal.OTHER_EXPRESSION);
    }
    return Optional.empty();
  }

  private static boolean becomesNode(Expression e) {
    return e instanceof WindowExpression
        || e instanceof AggregateExpression
        || e instanceof Generator;
  }

  // Dataset.DATASET_ID_KEY, which spark-catalyst cannot see.
  private static final String DATASET_ID = "__dataset_id";

  // The expressions of this package are what the analyzer replaces.
  private static boolean isOfAnalyzer(Expression e) {
    return e.getClass().getPackage() == UnresolvedAttribute.class.getPackage();
  }

  private static boolean isPlain(Expression e) {
    return e instanceof UnresolvedFunction
        || e instanceof UnresolvedAlias
        || e instanceof UnresolvedExtractValue;
  }

  /** Takes note of names that the root looks for among the columns. */
  void addNames(Seq<String> all) {
    all.foreach(
        name -> {
          lengths.set(name.length());
          return names.add(name);
        });
  }

  // A part may be a qualifier, a column or a field.
  private void addRequired(Seq<String> parts) {
    addNames(parts);
    required.add(parts);
  }

  /** Whether the root may refer to {@code column}, by its name or its id. */
  boolean mayReferTo(Attribute column) {
    // A schema that was made by hand may have a column without a name.
    return column.name() != null
            && lengths.get(column.name().length())
            && names.contains(column.name())
        || !ids.isEmpty() && ids.contains(column.exprId());
  }

  // As ResolveLambdaVariables compares them.
  private String argumentKey(String name) {
    return caseSensitive ? name : name.toLowerCase(Locale.ROOT);
  }

  /** The ids of the resolved columns in the expressions. */
  Set<ExprId> ids() {
    return ids;
  }

  /** The names in the expressions that must be those of columns, in parts. */
  List<Seq<String>> required() {
    return required;
  }

  /** Whether a column was taken from a Dataset, as by {@code df.col("a")}. */
  boolean anyOfDataset() {
    return anyOfDataset;
  }
}
