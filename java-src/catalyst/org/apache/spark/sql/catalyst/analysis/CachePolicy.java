// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import org.apache.spark.sql.internal.SQLConf;

/**
 * Which cached plans a query reads where Projects were merged early: the values of {@code
 * spark.sql.analyzer.earlyCollapseProject.cachePolicy}.
 */
public enum CachePolicy {
  /** What stock Spark reads: the plans of the Datasets on the way to the query, and no others. */
  EXACT,
  /**
   * Also any cached selection and projection of the same rows that all columns of a merged Project
   * can be computed from.
   */
  WIDE,
  /** Only plans that are still whole subtrees of the query; the merged Projects are not looked into. */
  OFF;

  /** The policy of a session: that of stock Spark where the rule is off. */
  public static CachePolicy of(SQLConf conf) {
    return (boolean) conf.getConf(SQLConf.EARLY_COLLAPSE_PROJECT_ENABLED())
        ? conf.getConf(SQLConf.EARLY_COLLAPSE_PROJECT_CACHE_POLICY())
        : EXACT;
  }
}
