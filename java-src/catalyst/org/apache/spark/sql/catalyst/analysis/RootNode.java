// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.DataFrameDropColumns;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.internal.SQLConf;

/**
 * The kinds of root nodes that can be analyzed over a few columns of their child: how they refer to
 * columns, and how what came out is carried over to all columns. Stateless.
 */
enum RootNode {
  /** {@code withColumn}, {@code withColumns}: replaces columns in place and appends the others. */
  WITH_COLUMNS {
    @Override
    void addNames(LogicalPlan root, RootReferences references) {
      references.addNames(star(root, UnresolvedStarWithColumns.class).colNames());
    }

    @Override
    Seq<Expression> expressions(LogicalPlan root, ChildColumns columns) {
      return star(root, UnresolvedStarWithColumns.class).exprs();
    }

    // ResolveReferences would do the same, and would need a round of all rules for it.
    @Override
    LogicalPlan over(LogicalPlan root, LogicalPlan leaf, ChildColumns columns) {
      Seq<NamedExpression> list =
          star(root, Star.class).expand(leaf, SQLConf.get().resolver());
      Project narrow = new Project(list, leaf);
      narrow.copyTagsFrom(root);
      return narrow;
    }

    @Override
    Optional<LogicalPlan> widen(
        LogicalPlan root, LogicalPlan result, LogicalPlan leaf, ChildColumns columns) {
      return projectOver(result, leaf)
          .filter(columns::isWhole)
          .map(list -> new Project(columns.replace(list), columns.child()));
    }
  },

  /** {@code withColumnRenamed}, {@code withColumnsRenamed}. */
  RENAMES {
    @Override
    void addNames(LogicalPlan root, RootReferences references) {
      references.addNames(star(root, UnresolvedStarWithColumnsRenames.class).existingNames());
    }

    @Override
    Seq<Expression> expressions(LogicalPlan root, ChildColumns columns) {
      return ScalaBridge.nil();
    }

    @Override
    LogicalPlan over(LogicalPlan root, LogicalPlan leaf, ChildColumns columns) {
      return WITH_COLUMNS.over(root, leaf, columns);
    }

    @Override
    Optional<LogicalPlan> widen(
        LogicalPlan root, LogicalPlan result, LogicalPlan leaf, ChildColumns columns) {
      return WITH_COLUMNS.widen(root, result, leaf, columns);
    }
  },

  /** {@code drop}, which ignores names that are not there. */
  DROP {
    @Override
    Seq<Expression> expressions(LogicalPlan root, ChildColumns columns) {
      return ((DataFrameDropColumns) root).dropList();
    }

    @Override
    boolean mustFindAll() {
      return false;
    }

    @Override
    Optional<LogicalPlan> widen(
        LogicalPlan root, LogicalPlan result, LogicalPlan leaf, ChildColumns columns) {
      return result == leaf
          ? Optional.of(columns.child())
          : projectOver(result, leaf).map(list -> new Project(columns.keep(list), columns.child()));
    }
  },

  /** {@code select} of columns and expressions, {@code drop} by name. */
  SELECT {
    @Override
    Seq<Expression> expressions(LogicalPlan root, ChildColumns columns) {
      return ScalaBridge.map(computed(root, columns), column -> (Expression) column);
    }

    @Override
    LogicalPlan over(LogicalPlan root, LogicalPlan leaf, ChildColumns columns) {
      Project narrow = new Project(computed(root, columns), leaf);
      narrow.copyTagsFrom(root);
      return narrow;
    }

    @Override
    Optional<LogicalPlan> widen(
        LogicalPlan root, LogicalPlan result, LogicalPlan leaf, ChildColumns columns) {
      return projectOver(result, leaf)
          .map(list -> new Project(put(list, (Project) root, columns), columns.child()));
    }

    private Seq<NamedExpression> computed(LogicalPlan root, ChildColumns columns) {
      List<NamedExpression> list = new ArrayList<>(ScalaBridge.list(((Project) root).projectList()));
      list.removeIf(columns::contains);
      return ScalaBridge.seq(list);
    }

    // What came out, between the columns that are only passed on.
    private Seq<NamedExpression> put(Seq<NamedExpression> result, Project root, ChildColumns columns) {
      Iterator<NamedExpression> computed = ScalaBridge.list(result).iterator();
      return ScalaBridge.map(
          root.projectList(), column -> columns.contains(column) ? column : computed.next());
    }
  },

  /** {@code filter}, {@code where}. */
  FILTER {
    @Override
    Optional<LogicalPlan> widen(
        LogicalPlan root, LogicalPlan result, LogicalPlan leaf, ChildColumns columns) {
      return result instanceof Filter filter && filter.child() == leaf
          ? Optional.of(new Filter(filter.condition(), columns.child()))
          : Optional.empty();
    }
  };

  /** What {@code root} is. */
  static Optional<RootNode> of(LogicalPlan root) {
    if (root instanceof DataFrameDropColumns) {
      return Optional.of(DROP);
    }
    if (root instanceof Filter) {
      return Optional.of(FILTER);
    }
    if (!(root instanceof Project project)) {
      return Optional.empty();
    }
    if (project.projectList().size() == 1) {
      Object only = project.projectList().head();
      if (only instanceof UnresolvedStarWithColumns) {
        return Optional.of(WITH_COLUMNS);
      }
      if (only instanceof UnresolvedStarWithColumnsRenames) {
        return Optional.of(RENAMES);
      }
    }
    return Optional.of(SELECT);
  }

  /** Takes note of the names by which the node itself looks for columns. */
  void addNames(LogicalPlan root, RootReferences references) {}

  /** The expressions that refer to columns. */
  Seq<Expression> expressions(LogicalPlan root, ChildColumns columns) {
    return root.expressions();
  }

  /** The node over a leaf that takes the place of its child. */
  LogicalPlan over(LogicalPlan root, LogicalPlan leaf, ChildColumns columns) {
    return (LogicalPlan) root.withNewChildren(ScalaBridge.seq(List.of(leaf)));
  }

  /** Whether a name that is no column's changes what the node becomes. */
  boolean mustFindAll() {
    return true;
  }

  /**
   * What the node becomes over its child.
   *
   * @param root the node
   * @param result what it became over {@code leaf}
   * @param leaf the leaf with some columns of the child
   * @param columns the child and its columns
   * @return empty if other nodes came out than went in
   */
  abstract Optional<LogicalPlan> widen(
      LogicalPlan root, LogicalPlan result, LogicalPlan leaf, ChildColumns columns);

  private static Optional<Seq<NamedExpression>> projectOver(LogicalPlan result, LogicalPlan leaf) {
    return result instanceof Project project && project.child() == leaf
        ? Optional.of(project.projectList())
        : Optional.empty();
  }

  private static <T> T star(LogicalPlan root, Class<T> kind) {
    return kind.cast(((Project) root).projectList().head());
  }
}
