// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

/** How a column of a query relates to the columns of a cached plan. */
public enum ColumnKind {
  /** It is a cached column. */
  EQUAL,
  /** It can be computed from cached columns. */
  FUNCTION,
  /** It needs no column at all. */
  CONSTANT,
  /** It needs something that is not cached. */
  OTHER
}
