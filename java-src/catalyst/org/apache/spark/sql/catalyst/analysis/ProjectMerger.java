// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import scala.Option;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Project$;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import org.apache.spark.sql.types.Metadata;

/**
 * Rewrites two Projects into one, once {@link CollapseGuard} has nothing against it. The result has
 * the output of the upper Project in every respect: names, expression ids, types, nullability,
 * qualifiers, metadata.
 *
 * <p>Not thread-safe; made for one merge.
 */
final class ProjectMerger {

  private final AdjacentProjects projects;
  private final LowerColumns columns;

  ProjectMerger(AdjacentProjects projects, LowerColumns columns) {
    this.projects = projects;
    this.columns = columns;
  }

  /**
   * The one Project over the rewritten filters over the child of the lower Project, or empty if its
   * output would not be the upper's: an expression that changes type, nullability or metadata with
   * the form of its children has no place in a merge.
   */
  Optional<Project> merge() {
    Project upper = projects.upper();
    Project lower = projects.lower();
    LogicalPlan child = lower.child();
    List<Filter> filters = projects.filters();
    for (int i = filters.size() - 1; i >= 0; i--) {
      child = rebuild(filters.get(i), child);
    }
    int[] places = columns.changed();
    List<NamedExpression> changed = new ArrayList<>(columns.ofChanged());
    for (int i = 0; i < places.length; i++) {
      NamedExpression old = changed.get(i);
      NamedExpression inlined = inline(places[i], old);
      if (old != inlined && !isKnown(places[i], old) && !old.toAttribute().equals(inlined.toAttribute())) {
        return Optional.empty();
      }
      changed.set(i, inlined);
    }
    Seq<NamedExpression> kept = (Seq<NamedExpression>) lower.projectList().take(columns.upperWidth());
    Seq<NamedExpression> list = ScalaBridge.with(kept, places, changed);
    LogicalPlan newChild = child;
    Project merged =
        CurrentOrigin.withOrigin(upper.origin(), () -> new Project(list, newChild));
    merged.copyTagsFrom(upper);
    keepHiddenOutput(merged);
    return Optional.of(merged);
  }

  // What the last merge has made of this very column was compared with it then.
  private boolean isKnown(int position, NamedExpression column) {
    return columns.inLink(position) == column;
  }

  private Filter rebuild(Filter filter, LogicalPlan child) {
    Expression condition = substitute(filter.condition());
    return CurrentOrigin.withOrigin(filter.origin(), () -> new Filter(condition, child));
  }

  // The join columns that USING and natural joins hide are kept as a tag of the Project above the
  // join; the Projects further up find it below them.
  private void keepHiddenOutput(Project merged) {
    Option<Seq<Attribute>> hidden = projects.lower().getTagValue(Project$.MODULE$.hiddenOutputTag());
    if (hidden.isDefined() && !merged.containsTag(Project$.MODULE$.hiddenOutputTag())) {
      merged.setTagValue(Project$.MODULE$.hiddenOutputTag(), hidden.get());
    }
  }

  private NamedExpression inline(int position, NamedExpression column) {
    if (column instanceof AttributeReference attribute) {
      int below = columns.passedOn(position);
      Alias producer = below < 0 ? null : columns.producerAt(below);
      if (producer == null) {
        return attribute;
      }
      return isKnown(position, column) ? producer : asOutput(producer, attribute);
    }
    Expression consumer = (Expression) column;
    if (!consumer.references().exists(a -> columns.producer(a.exprId()) != null)) {
      return column;
    }
    if (column instanceof Alias alias) {
      Alias inlined = copy(alias, substitute(alias.child()), alias.name(), alias.qualifier(),
          alias.explicitMetadata(), alias.nonInheritableMetadataKeys());
      // An alias takes the metadata of a child that is a column. If the child is one no more, the
      // metadata is written down.
      return inlined.metadata().equals(alias.metadata())
          ? inlined
          : copy(alias, inlined.child(), alias.name(), alias.qualifier(),
              Option.apply(alias.metadata()), ScalaBridge.nil());
    }
    return (NamedExpression) substitute(consumer);
  }

  /** The producer under the name, qualifier and metadata by which the upper Project passes it on. */
  private static NamedExpression asOutput(Alias producer, AttributeReference output) {
    boolean same =
        producer.name().equals(output.name())
            && producer.qualifier().equals(output.qualifier())
            && producer.metadata().equals(output.metadata());
    if (same) {
      return producer;
    }
    return copy(producer, producer.child(), output.name(), output.qualifier(),
        producer.metadata().equals(output.metadata())
            ? producer.explicitMetadata() : Option.apply(output.metadata()),
        producer.nonInheritableMetadataKeys());
  }

  private static Alias copy(
      Alias alias,
      Expression child,
      String name,
      Seq<String> qualifier,
      Option<Metadata> explicitMetadata,
      Seq<String> nonInheritableMetadataKeys) {
    Alias copy = CurrentOrigin.withOrigin(alias.origin(), () -> new Alias(
        child, name, alias.exprId(), qualifier, explicitMetadata, nonInheritableMetadataKeys));
    copy.copyTagsFrom(alias);
    return copy;
  }

  // What has been put in is not looked at again: it speaks of the columns below.
  private Expression substitute(Expression e) {
    if (e instanceof Attribute attribute) {
      Alias producer = columns.producer(attribute.exprId());
      return producer == null ? e : producer.child();
    }
    if (e instanceof CreateNamedStruct) {
      return e.mapChildren(this::substituteField);
    }
    return e.mapChildren(this::substitute);
  }

  // A struct takes the metadata of a field from a child that is a column: such a child stays one.
  private Expression substituteField(Expression field) {
    if (field instanceof AttributeReference attribute && !attribute.metadata().isEmpty()) {
      Alias producer = columns.producer(attribute.exprId());
      return producer == null ? field : (Expression) asOutput(producer, attribute);
    }
    return substitute(field);
  }
}
