// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import scala.collection.Iterator;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.CommonExpressionDef;
import org.apache.spark.sql.catalyst.expressions.CommonExpressionId;
import org.apache.spark.sql.catalyst.expressions.CommonExpressionRef;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.LambdaFunction;
import org.apache.spark.sql.catalyst.expressions.With;

/**
 * How the expressions above a {@code Project} use the columns it computes (its producers). Counted
 * in one walk over those expressions that do more than keep a column, without building anything.
 *
 * <p>Not thread-safe.
 */
final class ProducerUses {

  /**
   * The uses of one producer: how many may not be {@linkplain RowErrors#alwaysEvaluates reached} on a
   * row, how many are arguments of user-defined code, which may report what they fail with as an error
   * of its own; {@code depth} is the greatest depth of a use in its consumer.
   */
  static final class Uses {
    final Alias producer;
    long inProjectList;
    long inFilters;
    long unsure;
    long inLambdas;
    long inUserDefined;
    int depth;

    Uses(Alias producer, boolean kept) {
      this.producer = producer;
      this.inProjectList = kept ? 1 : 0;
      this.depth = kept ? 1 : 0;
    }

    long total() {
      return inProjectList + inFilters;
    }

    /** Whether the only use is a column of the upper Project that is nothing but the producer. */
    boolean isPassedOn() {
      return inProjectList == 1 && inFilters == 0 && depth == 1;
    }
  }

  private final LowerColumns columns;
  private final SortedMap<Integer, Uses> byPosition = new TreeMap<>();
  private final Map<CommonExpressionId, Place> named = new HashMap<>();

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

  /**
   * Where an expression stands in its consumer, and how often: what a {@link With} names once stands
   * wherever it is referred to.
   */
  private record Place(
      boolean inFilter, long uses, long unsure, long inLambdas, long inUserDefined, int depth) {
    static final Place COLUMN = new Place(false, 1, 0, 0, 0, 1);
    static final Place CONDITION = new Place(true, 1, 0, 0, 0, 1);

    /** Each name in a definition of another may double the uses: beyond this it no longer matters how many. */
    private static final long MANY = 1L << 20;

    Place below(Expression e, int child) {
      return new Place(
          inFilter,
          uses,
          RowErrors.alwaysEvaluates(e, child) ? unsure : uses,
          e instanceof LambdaFunction ? uses : inLambdas,
          ExpressionCost.isUserDefinedItself(e) ? uses : inUserDefined,
          depth + 1);
    }

    Place and(Place other) {
      return new Place(
          inFilter,
          Math.min(uses + other.uses, MANY),
          Math.min(unsure + other.unsure, MANY),
          Math.min(inLambdas + other.inLambdas, MANY),
          Math.min(inUserDefined + other.inUserDefined, MANY),
          Math.max(depth, other.depth));
    }
  }

  private void count(Expression e, Place place) {
    if (e instanceof Attribute attribute) {
      count(columns.position(attribute.exprId()), place);
    } else if (e instanceof CommonExpressionRef ref) {
      named.merge(ref.id(), place, Place::and);
    } else if (e instanceof With with) {
      count(with.child(), place.below(with, 0));
      for (CommonExpressionDef def : ScalaBridge.list(with.defs())) {
        Place used = named.remove(def.id());
        if (used != null) {
          count(def.child(), used);
        }
      }
    } else {
      Iterator<Expression> children = e.children().iterator();
      for (int child = 0; children.hasNext(); child++) {
        count(children.next(), place.below(e, child));
      }
    }
  }

  private void count(int position, Place place) {
    Alias producer = position < 0 ? null : columns.producerAt(position);
    if (producer == null) {
      return;
    }
    Uses use = byPosition.computeIfAbsent(position, p -> new Uses(producer, columns.isKept(p)));
    use.inFilters += place.inFilter() ? place.uses() : 0;
    use.inProjectList += place.inFilter() ? 0 : place.uses();
    use.unsure += place.unsure();
    use.inLambdas += place.inLambdas();
    use.inUserDefined += place.inUserDefined();
    use.depth = Math.max(use.depth, place.depth());
  }
}
