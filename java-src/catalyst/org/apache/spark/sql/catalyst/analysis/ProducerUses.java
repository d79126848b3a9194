// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import scala.collection.Iterator;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ConditionalExpression;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.LambdaFunction;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.Or;

/**
 * How the expressions above a {@code Project} use the columns it computes (its producers). Counted
 * in one walk over those expressions, without building anything.
 *
 * <p>Not thread-safe.
 */
final class ProducerUses {

  /** The uses of one producer. {@code depth} is the greatest depth of a use in its consumer. */
  static final class Uses {
    final Alias producer;
    int inProjectList;
    int inFilters;
    int inBranches;
    int inLambdas;
    int depth;

    Uses(Alias producer) {
      this.producer = producer;
    }

    int total() {
      return inProjectList + inFilters;
    }

    /** Whether the only use is a column of the upper Project that is nothing but the producer. */
    boolean isPassedOn() {
      return inProjectList == 1 && inFilters == 0 && depth == 1;
    }
  }

  private final LowerColumns columns;
  private final Uses[] byPosition;

  ProducerUses(AdjacentProjects projects, LowerColumns columns) {
    this.columns = columns;
    this.byPosition = new Uses[columns.all().size()];
    List<NamedExpression> list = columns.ofUpper();
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) instanceof Attribute) {
        count(columns.passedOn(i), false, false, false, 1);
      } else {
        count((Expression) list.get(i), false, false, false, 1);
      }
    }
    projects.filters().forEach(filter -> count(filter.condition(), true, false, false, 1));
  }

  /** The producers that are used at all. */
  Iterable<Uses> used() {
    return () -> Arrays.stream(byPosition).filter(Objects::nonNull).iterator();
  }

  /**
   * The producers that a merged Project might not compute on each row of its input: unused ones, and
   * those used in branches only.
   */
  Stream<Alias> skippable() {
    return IntStream.range(0, byPosition.length)
        .filter(i -> byPosition[i] == null || byPosition[i].inBranches == byPosition[i].total())
        .mapToObj(columns::producerAt)
        .filter(Objects::nonNull);
  }

  /** All producers. */
  Stream<Alias> all() {
    return IntStream.range(0, byPosition.length)
        .mapToObj(columns::producerAt)
        .filter(Objects::nonNull);
  }

  private void count(
      Expression e, boolean inFilter, boolean inBranch, boolean inLambda, int depth) {
    if (e instanceof Attribute attribute) {
      count(columns.position(attribute.exprId()), inFilter, inBranch, inLambda, depth);
      return;
    }
    boolean branch =
        inBranch || e instanceof ConditionalExpression || e instanceof And || e instanceof Or;
    boolean lambda = inLambda || e instanceof LambdaFunction;
    Iterator<Expression> children = e.children().iterator();
    while (children.hasNext()) {
      count(children.next(), inFilter, branch, lambda, depth + 1);
    }
  }

  private void count(
      int position, boolean inFilter, boolean inBranch, boolean inLambda, int depth) {
    Alias producer = position < 0 ? null : columns.producerAt(position);
    if (producer == null) {
      return;
    }
    if (byPosition[position] == null) {
      byPosition[position] = new Uses(producer);
    }
    Uses use = byPosition[position];
    use.inFilters += inFilter ? 1 : 0;
    use.inProjectList += inFilter ? 0 : 1;
    use.inBranches += inBranch ? 1 : 0;
    use.inLambdas += inLambda ? 1 : 0;
    use.depth = Math.max(use.depth, depth);
  }
}
