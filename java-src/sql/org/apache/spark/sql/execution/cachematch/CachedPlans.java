// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import scala.Option;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.CachedData;

/** What {@link CachedFragments} needs of {@code CacheManager}, for one query. */
public interface CachedPlans {

  /** The entry that stock Spark would take for a plan, which the query may use. */
  Option<CachedData> find(CacheKey key);

  /** All entries, those first that are found first. */
  Seq<CachedData> entries();

  /** Whether the query may use an entry. Asked only of one that it is about to use. */
  boolean mayUse(CachedData entry);

  /**
   * The plan that reads an entry.
   *
   * @param output the columns of the entry, as the query knows them
   * @param fragment the part of the query that is replaced, whose hints are kept
   */
  LogicalPlan read(CachedData entry, Seq<Attribute> output, LogicalPlan fragment);
}
