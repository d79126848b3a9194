// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.List;
import scala.collection.immutable.List$;
import scala.collection.immutable.Seq;
import scala.collection.mutable.HashSet;

import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.trees.TreeNodeTag;

/**
 * The Datasets whose nodes vanish when Projects are merged, for {@code DetectAmbiguousSelfJoin}:
 * that check finds the node of the Dataset that a column reference {@code df("a")} was taken from,
 * and asks whether the analyzer has given the column a new expression id there.
 *
 * <p>What a vanished node had under a new id can only matter where it still comes out of the merged
 * Project. So the merged Project keeps, beside the ids of the Datasets, its project list as it was
 * before the analyzer renewed anything: an id found there at one place and another id at the same
 * place of the output now is a renewed column. One list cell for each vanished Dataset; nothing is
 * copied.
 */
public final class AbsorbedDatasets {

  /** The tag that {@code Dataset} puts on the plan of each Dataset. */
  private static final TreeNodeTag<HashSet<Object>> DATASET_ID_TAG =
      new TreeNodeTag<>("dataset_id");

  private static final TreeNodeTag<AbsorbedDatasets> ABSORBED_TAG =
      new TreeNodeTag<>("absorbed_datasets");

  private final List<HashSet<Object>> datasetIds;
  private final Seq<NamedExpression> originalList;

  private AbsorbedDatasets(List<HashSet<Object>> datasetIds, Seq<NamedExpression> originalList) {
    this.datasetIds = datasetIds;
    this.originalList = originalList;
  }

  static void record(AdjacentProjects projects, Project merged) {
    Option<AbsorbedDatasets> deeper = projects.lower().getTagValue(ABSORBED_TAG);
    List<HashSet<Object>> ids =
        deeper.isDefined() ? deeper.get().datasetIds : List$.MODULE$.empty();
    for (LogicalPlan node : projects.absorbed()) {
      Option<HashSet<Object>> own = node.getTagValue(DATASET_ID_TAG);
      if (own.isDefined()) {
        ids = ScalaBridge.prepend(own.get(), ids);
      }
    }
    if (!ids.isEmpty()) {
      merged.setTagValue(ABSORBED_TAG, new AbsorbedDatasets(ids, merged.projectList()));
    }
  }

  /**
   * Whether a reference to a column of a Dataset is ambiguous because {@code plan} has absorbed
   * that Dataset and puts the column out under a new expression id.
   *
   * @param plan a node anywhere in the plan of the query
   * @param datasetId the Dataset the reference was taken from
   * @param referenced the expression id it was taken with
   * @param input what the root of the query can see; a renewed column that is not in it does no harm
   */
  public static boolean isRenewed(
      LogicalPlan plan, long datasetId, ExprId referenced, AttributeSet input) {
    Option<AbsorbedDatasets> tag = plan.getTagValue(ABSORBED_TAG);
    if (tag.isEmpty() || !tag.get().datasetIds.exists(ids -> ids.contains(datasetId))) {
      return false;
    }
    Iterator<Attribute> output = plan.output().iterator();
    Iterator<NamedExpression> original = tag.get().originalList.iterator();
    while (original.hasNext() && output.hasNext()) {
      Attribute now = output.next();
      if (original.next().exprId().equals(referenced)
          && !now.exprId().equals(referenced)
          && input.contains(now)) {
        return true;
      }
    }
    return false;
  }
}
