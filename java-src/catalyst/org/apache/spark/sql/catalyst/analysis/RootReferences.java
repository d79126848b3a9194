// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import scala.collection.Iterator;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.UnresolvedNamedLambdaVariable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan$;

/**
 * What the expressions of an unresolved root node may refer to in its child. Made for one root; not
 * thread-safe.
 */
final class RootReferences {

  private final Set<String> names = new HashSet<>();
  private final Set<ExprId> ids = new HashSet<>();
  private final List<Seq<String>> required = new ArrayList<>();
  private final boolean caseSensitive;
  private boolean anyOfDataset;

  RootReferences(boolean caseSensitive) {
    this.caseSensitive = caseSensitive;
  }

  /**
   * Takes note of all that an expression refers to.
   *
   * @return what stands against looking at the columns alone
   */
  Optional<IncrementalRefusal> add(Expression e) {
    Optional<IncrementalRefusal> refusal = addNode(e);
    Iterator<Expression> children = e.children().iterator();
    while (refusal.isEmpty() && children.hasNext()) {
      refusal = add(children.next());
    }
    return refusal;
  }

  private Optional<IncrementalRefusal> addNode(Expression e) {
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
      addName(attribute.nameParts());
      required.add(attribute.nameParts());
    } else if (e instanceof UnresolvedNamedLambdaVariable variable) {
      addName(variable.nameParts());
    } else if (e instanceof Star) {
      return Optional.of(IncrementalRefusal.STAR);
    } else if (isOfAnalyzer(e) && !isPlain(e)) {
      return Optional.of(IncrementalRefusal.OTHER_EXPRESSION);
    }
    return Optional.empty();
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

  /** Takes note of a name that the root looks for among the columns. */
  void addName(String name) {
    names.add(key(name));
  }

  // A part may be a qualifier, a column or a field.
  private void addName(Seq<String> parts) {
    parts.foreach(
        part -> {
          addName(part);
          return null;
        });
  }

  /** Whether the root may refer to {@code column}, by its name or its id. */
  boolean mayReferTo(org.apache.spark.sql.catalyst.expressions.Attribute column) {
    return ids.contains(column.exprId()) || names.contains(key(column.name()));
  }

  // Equal for two names that the resolver takes for the same: String.equalsIgnoreCase folds so.
  private String key(String name) {
    if (caseSensitive) {
      return name;
    }
    StringBuilder key = new StringBuilder(name.length());
    name.codePoints()
        .map(c -> Character.toLowerCase(Character.toUpperCase(c)))
        .forEach(key::appendCodePoint);
    return key.toString();
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
