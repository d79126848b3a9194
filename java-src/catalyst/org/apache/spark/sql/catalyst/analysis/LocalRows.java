// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import scala.Option;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** A plan that only has an output, to resolve or compare something over it. */
final class LocalRows {

  private LocalRows() {}

  static LogicalPlan of(Seq<Attribute> output) {
    return new LocalRelation(output, ScalaBridge.nil(), false, Option.empty());
  }
}
