// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import scala.collection.Iterator;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.LambdaFunction;

/**
 * How the expressions above a {@code Project} use the columns it computes (its producers). Counted
 * in one walk over those expressions that do more than keep a column, without building anything.
 *
 * <p>Not thread-safe.
 */
final class ProducerUses {

  /**
   * The uses of one producer: how many may not be {@linkplain ExpressionCost#alwaysEvaluates reached} on a
   * row, how many are arguments of user-defined code, which may report what they fail with as an error
   * of its own; {@code depth} is the greatest depth of a use in its consumer.
   */
  static final class Uses {
    final Alias producer;
    int inProjectList;
    int inFilters;
    int unsure;
    int inLambdas;
    int inUserDefined;
    int depth;

    Uses(Alias producer, boolean kept) {
      this.producer = producer;
      this.inProjectList = kept ? 1 : 0;
      this.depth = kept ? 1 : 0;
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
  private final SortedMap<Integer, Uses> byPosition = new TreeMap<>();

  ProducerUses(AdjacentProjects projects, LowerColumns columns) {
    this.columns = columns;
    for (int i = 0; i < columns.changed().length; i++) {
      if (columns.ofChanged().get(i) instanceof Attribute) {
        count(columns.passedOn(columns.changed()[i]), Place.COLUMN);
      } else {
        count((Expression) columns.ofChanged().get(i), Place.COLUMN);
      }
    }
    projects.filters().forEach(filter -> count(filter.condition(), Place.CONDITION));
  }

  /** The producers that are used other than by being kept, in the order of their columns. */
  Iterable<Uses> used() {
    return byPosition.values();
  }

  /**
   * The producers that a merged Project might not compute on each row of its input: unused ones, and
   * those that are only used where they may not be reached.
   */
  Stream<Alias> skippable() {
    return positions().filter(this::isSkippable).mapToObj(columns::producerAt).filter(Objects::nonNull);
  }

  private boolean isSkippable(int position) {
    Uses use = byPosition.get(position);
    return use == null ? !columns.isKept(position) : use.unsure == use.total();
  }

  private IntStream positions() {
    return IntStream.range(0, columns.all().size());
  }

  /** All producers. */
  Stream<Alias> all() {
    return positions().mapToObj(columns::producerAt).filter(Objects::nonNull);
  }

  /** Where an expression stands in its consumer. */
  private record Place(boolean inFilter, boolean sure, boolean inLambda, boolean inUserDefined, int depth) {
    static final Place COLUMN = new Place(false, true, false, false, 1);
    static final Place CONDITION = new Place(true, true, false, false, 1);

    Place below(Expression e, int child) {
      return new Place(
          inFilter,
          sure && ExpressionCost.alwaysEvaluates(e, child),
          inLambda || e instanceof LambdaFunction,
          inUserDefined || ExpressionCost.isUserDefinedItself(e),
          depth + 1);
    }
  }

  private void count(Expression e, Place place) {
    if (e instanceof Attribute attribute) {
      count(columns.position(attribute.exprId()), place);
      return;
    }
    Iterator<Expression> children = e.children().iterator();
    for (int child = 0; children.hasNext(); child++) {
      count(children.next(), place.below(e, child));
    }
  }

  private void count(int position, Place place) {
    Alias producer = position < 0 ? null : columns.producerAt(position);
    if (producer == null) {
      return;
    }
    Uses use = byPosition.computeIfAbsent(position, p -> new Uses(producer, columns.isKept(p)));
    use.inFilters += place.inFilter() ? 1 : 0;
    use.inProjectList += place.inFilter() ? 0 : 1;
    use.unsure += place.sure() ? 0 : 1;
    use.inLambdas += place.inLambda() ? 1 : 0;
    use.inUserDefined += place.inUserDefined() ? 1 : 0;
    use.depth = Math.max(use.depth, place.depth());
  }
}
