// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import scala.Option;
import scala.collection.immutable.Seq;

import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.CachedData;

/**
 * What {@link CachedFragments} needs of {@code CacheManager}, for one query. Functions, since an
 * inner class of that class would change the names of its private members.
 *
 * @param find the entry that stock Spark would take for a plan, which the query may use
 * @param entries all entries, those first that are found first
 * @param mayUse whether the query may use an entry; asked only of one that it is about to use
 * @param reader makes the plan that reads an entry
 */
public record CachedPlans(
    Function<CacheKey, Option<CachedData>> find,
    Supplier<Seq<CachedData>> entries,
    Predicate<CachedData> mayUse,
    Reader reader) {

  /** Makes the plan that reads an entry. */
  @FunctionalInterface
  public interface Reader {

    /**
     * The plan that reads an entry.
     *
     * @param output the columns of the entry, as the query knows them
     * @param fragment the part of the query that is replaced, whose hints are kept
     */
    LogicalPlan read(CachedData entry, Seq<Attribute> output, LogicalPlan fragment);
  }
}
