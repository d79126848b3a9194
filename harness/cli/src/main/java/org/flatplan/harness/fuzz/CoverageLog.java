/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan$;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.trees.TreeNodeTag;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Counts what the rule and the incremental analysis did and refused. Knows them by name only, through their log and the plans, so that it links with the
 * release, too.
 */
final class CoverageLog implements AutoCloseable {
  private static final String RULE = "org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject";
  private static final String INCREMENTAL = "org.apache.spark.sql.catalyst.analysis.IncrementalAnalysis";
  private static final Pattern LINE = Pattern.compile("(did not merge|stepped aside): (\\w+)|looked at \\d+ of");

  private final Map<String, Long> counts = new TreeMap<>();
  private final Counting counting = new Counting();

  private final class Counting extends AbstractAppender {
    Counting() {
      super("fuzz-coverage", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      Matcher line = LINE.matcher(event.getMessage().getFormattedMessage());
      if (line.find()) {
        hit(line.group(1) == null ? "incremental" : line.group(1).equals("did not merge") ? line.group(2) : "incremental." + line.group(2));
      }
    }
  }

  CoverageLog() {
    counting.start();
    for (String name : new String[] {RULE, INCREMENTAL}) {
      Configurator.setLevel(name, Level.DEBUG);
      Logger logger = ((LoggerContext) LogManager.getContext(false)).getLogger(name);
      logger.addAppender(counting);
      logger.setAdditive(false);
    }
  }

  private synchronized void hit(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  synchronized Map<String, Long> counts() {
    return new TreeMap<>(counts);
  }

  /** Looks at what became of a call. */
  void look(Dataset<?> input, Dataset<?> result) {
    var summary = Plans.execution(result).tracker().rules().get(RULE);
    LogicalPlan root = Plans.execution(result).analyzed();
    LogicalPlan below = Plans.execution(input).analyzed();
    boolean merged = summary.isDefined() && summary.get().numEffectiveInvocations() > 0;
    if (merged) {
      hit(below instanceof Filter ? "merge.filtered" : "merge.direct");
      if (belowFilters(root.children().head()) instanceof Project) {
        hit("merge.partial");
      }
    }
    if (revived(root, below)) {
      hit("revived");
    }
  }

  private static LogicalPlan belowFilters(LogicalPlan plan) {
    LogicalPlan node = plan;
    while (node instanceof Filter filter) {
      node = filter.child();
    }
    return node;
  }

  // Project -> Filter or Sort -> ... -> Project, where the last has columns that were among the dropped ones of the input's.
  private static boolean revived(LogicalPlan root, LogicalPlan below) {
    if (!(root instanceof Project) || !(belowFilters(below) instanceof Project before) || dropped() == null) {
      return false;
    }
    LogicalPlan node = root.children().head();
    while (node instanceof Filter || node instanceof Sort) {
      node = node.children().head();
    }
    if (!(node instanceof Project after) || after == before || !before.containsTag(dropped())) {
      return false;
    }
    return CollectionConverters.asJava(after.projectList()).stream().anyMatch(column -> !has(before, column)
        && CollectionConverters.asJava(before.getTagValue(dropped()).get()).stream()
            .anyMatch(level -> CollectionConverters.asJava(level).stream().anyMatch(each -> each.exprId().equals(column.exprId()))));
  }

  private static boolean has(Project project, NamedExpression column) {
    return CollectionConverters.asJava(project.projectList()).stream().anyMatch(each -> each.exprId().equals(column.exprId()));
  }

  /** The tag under which a merged Project keeps its dropped columns; null on the release. */
  @SuppressWarnings("unchecked")
  private static TreeNodeTag<scala.collection.immutable.Seq<scala.collection.immutable.Seq<NamedExpression>>> dropped() {
    try {
      return (TreeNodeTag<scala.collection.immutable.Seq<scala.collection.immutable.Seq<NamedExpression>>>) LogicalPlan$.class
          .getMethod("DROPPED_NAMED_EXPRESSIONS").invoke(LogicalPlan$.MODULE$);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  @Override
  public void close() {
    for (String name : new String[] {RULE, INCREMENTAL}) {
      ((LoggerContext) LogManager.getContext(false)).getLogger(name).removeAppender(counting);
      Configurator.setLevel(name, Level.ERROR);
    }
    counting.stop();
  }
}
