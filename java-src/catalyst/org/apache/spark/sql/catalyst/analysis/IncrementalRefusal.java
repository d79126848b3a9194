// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

/** Why a whole plan was analyzed where it might have done to analyze its root alone. */
public enum IncrementalRefusal {
  /** The root is not one that adds, replaces, renames, drops, selects or filters. */
  OTHER_ROOT,
  /** What the root stands on was not analyzed before. */
  NOT_ANALYZED_BEFORE,
  /** The plan reads a stream. */
  STREAMING,
  /** The session has analyzer rules or checks that are not Spark's own and not said to be safe. */
  EXTENSION_RULES,
  /** Another resolver than the fixed-point analyzer is configured. */
  OTHER_RESOLVER,
  /** The root selects with a star or a pattern of names. */
  STAR,
  /** An expression holds a plan. */
  SUBQUERY,
  /** An expression is bound to a plan by a Spark Connect plan id. */
  PLAN_ID,
  /** An expression is of a kind that becomes other nodes, or may look at more than columns. */
  OTHER_EXPRESSION,
  /** A function is neither built in nor registered in the session: its catalog would be asked twice. */
  CATALOG_FUNCTION,
  /** A field that was taken from a Dataset is a column with a fixed id, which the plan may hold already. */
  FIELD_OF_DATASET,
  /** A filter stands right on an aggregate, whose expressions it is compared with. */
  FILTER_ON_AGGREGATE,
  /** The plan has common tables, which are checked anew with each plan they stand in. */
  COMMON_TABLES,
  /** A name or column is not one that the child puts out; it may be a hidden column or a variable. */
  NOT_IN_OUTPUT,
  /** A column of a Dataset is used above a join, where it may be ambiguous. */
  DATASET_COLUMN_ABOVE_JOIN,
  /** An expression asks for the file that is read, which is checked against all files. */
  INPUT_FILE,
  /** Analysis made other nodes of the root, as it does for aggregates, generators and windows. */
  OTHER_RESULT,
  /** Analysis failed; the whole plan is analyzed, so that the error is the usual one. */
  FAILED
}
