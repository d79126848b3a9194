// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * A cached plan that {@link WideMatcher} may choose.
 *
 * @param plan the analyzed plan that was cached
 * @param loaded whether all of its rows have been computed, without an error
 */
public record WideCandidate(LogicalPlan plan, boolean loaded) {}
