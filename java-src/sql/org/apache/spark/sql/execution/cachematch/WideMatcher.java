// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

import scala.collection.Iterator;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.analysis.RowErrors;
import org.apache.spark.sql.catalyst.analysis.ScalaBridge;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Range;
import org.apache.spark.sql.catalyst.plans.logical.ResolvedHint;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.View;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.TextBasedFileFormat;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.datasources.v2.FileTable;

/**
 * Decides whether a query can be answered from a cached plan that is no part of it: cases 1 and 2
 * of SPARK-47609. It only looks; {@link WideMatch} rewrites.
 *
 * <p>The query is {@code Project -> Filters -> base'}, the cached plan is {@code Filters2 ->
 * Project2 -> Filters3 -> base}. It is used if both bases give the same rows, the cached filters
 * are among those of the query, and what is left of the query can be computed from the cached
 * columns. Beyond the cases of the issue: no value of another moment is read (see {@link
 * MomentOfQuery}), no error appears that the query would not have, and none disappears.
 *
 * <p>An error could appear where the cached plan has yet to be computed, since that computes its
 * columns and filters on rows that the query may filter out: then it must not be able to fail. What
 * was computed without failing does not fail when it is computed again. An error could disappear
 * where a filter of the query meets fewer rows than before, because a cached filter that came after
 * it has removed some, or since it stood over a base that it could have been pushed into; or where it was not failing in the cached plan only because of a filter
 * below it that the query has above it.
 *
 * <p>The time is linear in the sizes of the two plans' lists and filters for each candidate, and
 * next to nothing for those whose base has other columns. The bases are compared for the candidates
 * that are usable in all else, best first, until one has the same base.
 *
 * <p>Not thread-safe; made for one query.
 */
public final class WideMatcher {

  private final BiPredicate<LogicalPlan, LogicalPlan> sameResult;
  private final FilteredProject query;
  private final WideMismatch refusal;
  private final NodeCounts counts = new NodeCounts();
  // By canonical form, the place in the order in which the conjuncts of the query are computed.
  private final Map<Expression, Integer> places = new HashMap<>();
  private int conjuncts;
  private Class<?> leaf;

  /**
   * A matcher for one query.
   *
   * @param plan an analyzed plan, as it is before cached plans are put in
   * @param sameResult whether two plans give the same rows; called late, with the base of the query
   *     first
   */
  public WideMatcher(LogicalPlan plan, BiPredicate<LogicalPlan, LogicalPlan> sameResult) {
    this.sameResult = sameResult;
    this.query = FilteredProject.match(plan).filter(q -> q.project() == plan).orElse(null);
    this.refusal = query == null ? WideMismatch.SHAPE : refusalOfQuery();
    if (refusal == null) {
      leaf = leafOf(query.base());
      for (Expression conjunct : FilteredProject.conjuncts(query.below())) {
        places.putIfAbsent(conjunct.canonicalized(), conjuncts++);
      }
    }
  }

  private WideMismatch refusalOfQuery() {
    if (query.project().isStreaming()) {
      return WideMismatch.STREAMING;
    }
    if (!query.project().deterministic()) {
      return WideMismatch.NON_DETERMINISTIC;
    }
    return MomentOfQuery.matters(query.base()) ? WideMismatch.MOMENT_OF_QUERY : null;
  }

  /**
   * The candidate that answers most of the query, the first of several that answer as much, or
   * empty if none can be used.
   *
   * @param candidates the cached plans, in the order of their registration
   */
  public Optional<WideMatch> best(List<WideCandidate> candidates) {
    List<WideMatch> matches = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      if (compare(i, candidates.get(i)) instanceof WideMatch match) {
        matches.add(match);
      }
    }
    matches.sort(Comparator.comparingLong(WideMatch::saved).reversed());
    return matches.stream().filter(m -> sameBase(candidates.get(m.index()))).findFirst();
  }

  /** What can be said of each candidate, in their order, for a log; compares the bases of all. */
  public List<WideAnswer> answers(List<WideCandidate> candidates) {
    List<WideAnswer> answers = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      WideAnswer answer = compare(i, candidates.get(i));
      answers.add(
          answer instanceof WideMatch && !sameBase(candidates.get(i)) ? WideMismatch.BASE : answer);
    }
    return answers;
  }

  private boolean sameBase(WideCandidate candidate) {
    LogicalPlan base = FilteredProject.match(candidate.plan()).orElseThrow().base();
    return query.base() == base || sameResult.test(query.base(), base);
  }

  /** All but the deep comparison of the bases. */
  private WideAnswer compare(int index, WideCandidate candidate) {
    if (refusal != null) {
      return refusal;
    }
    FilteredProject cached = FilteredProject.match(candidate.plan()).orElse(null);
    if (cached == null) {
      return WideMismatch.SHAPE;
    }
    List<Expression> below = FilteredProject.conjuncts(cached.below());
    List<Expression> above = FilteredProject.conjuncts(cached.above());
    if (below.size() + above.size() > conjuncts) {
      return WideMismatch.FILTER;
    }
    if (!similarBase(cached.base())) {
      return WideMismatch.BASE;
    }
    WideMismatch unfit = refusalOfCached(candidate, cached);
    if (unfit != null) {
      return unfit;
    }
    Substitution toQuery = toQuery(cached.base());
    RelationColumns columns =
        new RelationColumns(cached.project().projectList(), toQuery, counts);
    List<Expression> filters = new ArrayList<>();
    below.forEach(e -> filters.add(toQuery.apply(e)));
    above.forEach(e -> filters.add(columns.belowProject().apply(e)));
    return match(index, columns, filters);
  }

  // Names, views and hints are no part of what a plan gives.
  private boolean similarBase(LogicalPlan base) {
    Seq<Attribute> output = base.output();
    if (output.size() != query.base().output().size()
        || unwrap(base).getClass() != unwrap(query.base()).getClass()
        || leafOf(base) != leaf) {
      return false;
    }
    Iterator<Attribute> ours = query.base().output().iterator();
    return output.forall(attribute -> attribute.dataType().equals(ours.next().dataType()));
  }

  // Into any other base the optimizer may push a filter, and there it meets rows that the base does
  // not give.
  private static boolean isLeaf(LogicalPlan base) {
    return unwrap(base).children().isEmpty();
  }

  private static LogicalPlan unwrap(LogicalPlan plan) {
    LogicalPlan node = plan;
    while (node instanceof SubqueryAlias || node instanceof View || node instanceof ResolvedHint) {
      node = node.children().head();
    }
    return node;
  }

  private static Class<?> leafOf(LogicalPlan plan) {
    LogicalPlan node = plan;
    while (!node.children().isEmpty()) {
      node = node.children().head();
    }
    return node.getClass();
  }

  private static WideMismatch refusalOfCached(WideCandidate candidate, FilteredProject cached) {
    if (candidate.plan().isStreaming()) {
      return WideMismatch.STREAMING;
    }
    if (cached.base().exists(WideMatcher::dependsOnWhatIsRead)) {
      return WideMismatch.BASE;
    }
    if (!candidate.plan().deterministic()) {
      return WideMismatch.NON_DETERMINISTIC;
    }
    List<Filter> filters = new ArrayList<>(cached.above());
    filters.addAll(cached.below());
    for (Filter filter : filters) {
      if (MomentOfQuery.matters(filter.condition())) {
        return WideMismatch.MOMENT_OF_QUERY;
      }
    }
    boolean mayFail =
        !candidate.loaded()
            && (filters.stream().anyMatch(f -> RowErrors.mayFail(f.condition()))
                || cached.project().projectList().exists(
                    column -> RowErrors.mayFail((Expression) column))
                || mayFail(cached.base()));
    return mayFail ? WideMismatch.NOT_LOADED : null;
  }

  // A malformed record of a text file is only noticed in the columns that are read.
  private static boolean dependsOnWhatIsRead(LogicalPlan plan) {
    if (plan instanceof LogicalRelation relation
        && relation.relation() instanceof HadoopFsRelation files) {
      return files.fileFormat() instanceof TextBasedFileFormat;
    }
    return plan instanceof DataSourceV2Relation relation
        && relation.table() instanceof FileTable table
        && TextBasedFileFormat.class.isAssignableFrom(table.fallbackFileFormat());
  }

  // The base of the query is the same plan. But there the optimizer may push a filter of the query
  // below what would fail, or leave a column out that the cached plan holds.
  private static boolean mayFail(LogicalPlan base) {
    boolean listed =
        base instanceof LocalRelation
            || base instanceof Range
            || base instanceof OneRowRelation
            || base instanceof Project
            || base instanceof Filter
            || base instanceof Join
            || base instanceof Union
            || base instanceof Sort
            || base instanceof Distinct
            || base instanceof SubqueryAlias
            || base instanceof View
            || base instanceof ResolvedHint;
    return !listed
        || base.expressions().exists(WideMatcher::fails)
        || base.children().exists(WideMatcher::mayFail);
  }

  private static boolean fails(Expression e) {
    return RowErrors.mayFail(e instanceof SortOrder order ? order.child() : e);
  }

  private Substitution toQuery(LogicalPlan base) {
    Map<ExprId, Expression> attributes = new HashMap<>();
    Iterator<Attribute> theirs = base.output().iterator();
    Iterator<Attribute> ours = query.base().output().iterator();
    while (theirs.hasNext()) {
      attributes.put(theirs.next().exprId(), (Expression) ours.next());
    }
    return new Substitution(attributes);
  }

  /** {@code filters} are the conjuncts of the cached plan, over the base, as they are computed. */
  private WideAnswer match(int index, RelationColumns columns, List<Expression> filters) {
    NamedExpressionRemapper remapper = new NamedExpressionRemapper(columns, counts);
    Set<Expression> answered = new HashSet<>();
    int last = -1;
    for (Expression filter : filters) {
      Integer place = places.get(filter.canonicalized());
      if (place == null) {
        return WideMismatch.FILTER;
      }
      if (answered.add(filter.canonicalized())) {
        if (place < last && RowErrors.mayFail(filter)) {
          return WideMismatch.ERROR_VANISHES;
        }
        remapper.save(filter);
        last = Math.max(last, place);
      }
    }
    List<WideMatch.Residual> residuals = new ArrayList<>();
    for (Filter filter : query.below()) {
      List<Expression> left = new ArrayList<>();
      for (Expression conjunct : FilteredProject.conjuncts(filter.condition())) {
        if (answered.contains(conjunct.canonicalized())) {
          continue;
        }
        if (RowErrors.mayFail(conjunct)
            && (places.get(conjunct.canonicalized()) < last || !isLeaf(query.base()))) {
          return WideMismatch.ERROR_VANISHES;
        }
        var remapped = remapper.remap(conjunct);
        if (remapped.kind() == ColumnKind.OTHER) {
          return WideMismatch.RESIDUAL_FILTER;
        }
        left.add(remapped.expression());
      }
      if (!left.isEmpty()) {
        residuals.add(new WideMatch.Residual(filter, left));
      }
    }
    List<NamedExpression> list = new ArrayList<>();
    List<ColumnKind> kinds = new ArrayList<>();
    Iterator<NamedExpression> ours = query.project().projectList().iterator();
    while (ours.hasNext()) {
      NamedExpression column = ours.next();
      var remapped = remapper.remapColumn(column);
      if (remapped.kind() == ColumnKind.OTHER) {
        return WideMismatch.COLUMN;
      }
      if (remapped.expression() != column
          && !remapped.expression().toAttribute().equals(column.toAttribute())) {
        return WideMismatch.OUTPUT_CHANGES;
      }
      list.add(remapped.expression());
      kinds.add(remapped.kind());
    }
    return new WideMatch(
        index,
        remapper.saved(),
        columns.output(),
        query.project(),
        ScalaBridge.seq(list),
        kinds,
        residuals);
  }
}
