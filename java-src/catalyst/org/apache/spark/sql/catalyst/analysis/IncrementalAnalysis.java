// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.util.control.NonFatal$;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExtractValue;
import org.apache.spark.sql.catalyst.expressions.InputFileBlockLength;
import org.apache.spark.sql.catalyst.expressions.InputFileBlockStart;
import org.apache.spark.sql.catalyst.expressions.InputFileName;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.internal.SQLConf;

/**
 * Analyzes the new root of a plan alone where the rest was analyzed before.
 *
 * <p>The analyzer walks a plan and all its columns many times, though a call such as {@code
 * withColumn} refers to a few of them. Here it gets the root over a leaf that puts out only the
 * columns that the root may refer to; what comes out is carried over to all columns. Where that
 * might differ from the analysis of the whole plan in anything, there is an {@link
 * IncrementalRefusal}, which shows in a debug log line, and the whole plan is analyzed.
 *
 * <p>Stateless.
 */
public final class IncrementalAnalysis {

  private static final Logger LOG = LoggerFactory.getLogger(IncrementalAnalysis.class);

  private IncrementalAnalysis() {}

  /**
   * Analyzes and checks a plan, as {@link Analyzer#executeAndCheck} does.
   *
   * @param plan a plan, not analyzed; what is below its root may be
   * @param tracker gets the rules that ran
   */
  public static LogicalPlan executeAndCheck(
      Analyzer analyzer, LogicalPlan plan, QueryPlanningTracker tracker) {
    SQLConf conf = SQLConf.get();
    boolean on =
        (boolean) conf.getConf(SQLConf.EARLY_COLLAPSE_PROJECT_ENABLED())
            && (boolean) conf.getConf(SQLConf.EARLY_COLLAPSE_PROJECT_INCREMENTAL_ANALYSIS_ENABLED());
    if (!on || plan.analyzed()) {
      return analyzer.executeAndCheck(plan, tracker);
    }
    Attempt attempt = new Attempt(analyzer, conf);
    return attempt
        .analyze(plan, tracker)
        .orElseGet(
            () -> {
              LOG.debug("IncrementalAnalysis stepped aside: {}", attempt.refusal);
              return analyzer.executeAndCheck(plan, tracker);
            });
  }

  /**
   * Whether something in a plan waits for the query around it before it can be analyzed. Nothing
   * does in what has been analyzed.
   */
  public static boolean isLazy(LogicalPlan plan) {
    if (plan.analyzed()) {
      return false;
    }
    return plan.expressions().exists(e -> e.exists(LazyExpression.class::isInstance))
        || plan.children().exists(IncrementalAnalysis::isLazy);
  }

  private static final class Attempt {

    private final Analyzer analyzer;
    private final SQLConf conf;
    private IncrementalRefusal refusal;

    Attempt(Analyzer analyzer, SQLConf conf) {
      this.analyzer = analyzer;
      this.conf = conf;
    }

    /** The analyzed plan, or empty and a refusal. No error of the root alone gets out. */
    Optional<LogicalPlan> analyze(LogicalPlan root, QueryPlanningTracker tracker) {
      try {
        return RootNode.of(root)
            .map(kind -> analyze(kind, root, tracker))
            .orElseGet(() -> refuse(IncrementalRefusal.OTHER_ROOT));
      } catch (Throwable e) {
        if (!NonFatal$.MODULE$.apply(e)) {
          throw e;
        }
        return refuse(IncrementalRefusal.FAILED);
      }
    }

    private Optional<LogicalPlan> analyze(
        RootNode kind, LogicalPlan root, QueryPlanningTracker tracker) {
      LogicalPlan child = root.children().head();
      Set<String> foreignRules = SparkRules.foreign(analyzer);
      Optional<IncrementalRefusal> against = against(root, child, foreignRules);
      if (against.isPresent()) {
        return refuse(against.get());
      }
      ChildColumns columns = new ChildColumns(child);
      RootReferences references =
          new RootReferences(conf.caseSensitiveAnalysis(), this::isOfSession);
      kind.addNames(root, references);
      Iterator<Expression> expressions = kind.expressions(root, columns).iterator();
      while (expressions.hasNext()) {
        Expression e = expressions.next();
        Optional<IncrementalRefusal> other =
            isFieldOfDataset(e)
                ? Optional.of(IncrementalRefusal.FIELD_OF_DATASET)
                : references.add(e);
        if (other.isPresent()) {
          return refuse(other.get());
        }
      }
      if (references.anyOfDataset() && UnmergedPlan.containsNode(child, TreePattern.JOIN())) {
        return refuse(IncrementalRefusal.DATASET_COLUMN_ABOVE_JOIN);
      }
      columns.narrowTo(references);
      LogicalPlan leaf = LocalRows.of(columns.ofLeaf());
      leaf.setAnalyzed();
      if (foreignRules.isEmpty()) {
        SettledRoot.mark(leaf);
      }
      if (kind.mustFindAll() && !findsAll(references, leaf)) {
        return refuse(IncrementalRefusal.NOT_IN_OUTPUT);
      }
      LogicalPlan narrow =
          CurrentOrigin.withOrigin(root.origin(), () -> kind.over(root, leaf, columns));
      LogicalPlan result = analyzer.executeAndCheck(narrow, tracker);
      return result.expressions().exists(Attempt::asksForFile)
          ? refuse(IncrementalRefusal.INPUT_FILE)
          : widen(kind, root, result, leaf, columns);
    }

    private Optional<IncrementalRefusal> against(
        LogicalPlan root, LogicalPlan child, Set<String> foreignRules) {
      if (!child.analyzed()) {
        return Optional.of(IncrementalRefusal.NOT_ANALYZED_BEFORE);
      }
      if (root instanceof Filter && child instanceof Aggregate) {
        return Optional.of(IncrementalRefusal.FILTER_ON_AGGREGATE);
      }
      if (UnmergedPlan.containsNode(child, TreePattern.CTE())) {
        return Optional.of(IncrementalRefusal.COMMON_TABLES);
      }
      if (child.isStreaming()) {
        return Optional.of(IncrementalRefusal.STREAMING);
      }
      if (otherResolver()) {
        return Optional.of(IncrementalRefusal.OTHER_RESOLVER);
      }
      return foreignRules.stream().allMatch(this::isSafe)
          ? Optional.empty()
          : Optional.of(IncrementalRefusal.EXTENSION_RULES);
    }

    private boolean isSafe(String rule) {
      Seq<String> safe =
          conf.getConf(SQLConf.EARLY_COLLAPSE_PROJECT_INCREMENTAL_ANALYSIS_SAFE_RULES());
      return safe.exists(rule::startsWith);
    }

    private boolean otherResolver() {
      return (boolean) conf.getConf(SQLConf.ANALYZER_SINGLE_PASS_RESOLVER_ENABLED())
          || (boolean) conf.getConf(SQLConf.ANALYZER_SINGLE_PASS_RESOLVER_ENABLED_TENTATIVELY())
          || (boolean) conf.getConf(SQLConf.ANALYZER_DUAL_RUN_LEGACY_AND_SINGLE_PASS_RESOLVER());
    }

    // Dataset.col makes an alias of a field or an entry, the same one for each use of the Column. The
    // analyzer gives it a new id where the plan holds it already.
    private static boolean isFieldOfDataset(Expression e) {
      return e instanceof Alias alias && alias.child() instanceof ExtractValue && alias.resolved();
    }

    private boolean isOfSession(UnresolvedFunction function) {
      if (function.isInternal()) {
        return true;
      }
      if (function.nameParts().size() != 1) {
        return false;
      }
      FunctionIdentifier name = new FunctionIdentifier(function.nameParts().head());
      return FunctionRegistry$.MODULE$.builtin().functionExists(name)
          || analyzer.catalogManager().v1SessionCatalog().isTemporaryFunction(name);
    }

    // What the child does not put out may still be found: as a hidden column, a variable, or a
    // column that a Project further down has.
    private boolean findsAll(RootReferences references, LogicalPlan leaf) {
      Set<ExprId> missing = new HashSet<>(references.ids());
      leaf.output().foreach(column -> missing.remove(column.exprId()));
      return missing.isEmpty()
          && references.required().stream()
              .allMatch(name -> leaf.resolve(name, conf.resolver()).isDefined());
    }

    private static boolean asksForFile(Expression e) {
      return e.exists(
          node ->
              node instanceof InputFileName
                  || node instanceof InputFileBlockStart
                  || node instanceof InputFileBlockLength);
    }

    private Optional<LogicalPlan> widen(
        RootNode kind,
        LogicalPlan root,
        LogicalPlan result,
        LogicalPlan leaf,
        ChildColumns columns) {
      Optional<LogicalPlan> widened =
          CurrentOrigin.withOrigin(root.origin(), () -> kind.widen(root, result, leaf, columns));
      if (widened.isEmpty()) {
        return refuse(IncrementalRefusal.OTHER_RESULT);
      }
      LOG.debug(
          "IncrementalAnalysis looked at {} of {} columns",
          leaf.output().size(),
          columns.size());
      if (widened.get() != columns.child()) {
        widened.get().copyTagsFrom(result);
        widened.get().setAnalyzed();
      }
      return widened;
    }

    private Optional<LogicalPlan> refuse(IncrementalRefusal reason) {
      refusal = reason;
      return Optional.empty();
    }
  }
}
