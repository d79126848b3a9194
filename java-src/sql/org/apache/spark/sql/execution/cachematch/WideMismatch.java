// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.execution.cachematch;

/** Why a query cannot be answered from a cached plan. The name is meant for the debug log. */
public enum WideMismatch implements WideAnswer {
  /** The query or the cached plan is no Project with Filters. */
  SHAPE,
  /** The query or the cached plan reads a stream. */
  STREAMING,
  /** Something in the query, or in the cached plan, gives other values each time it is computed. */
  NON_DETERMINISTIC,
  /** The rows depend on the moment of the query: {@code now()}, {@code current_user()}. */
  MOMENT_OF_QUERY,
  /** The two plans do not select from the same rows. */
  BASE,
  /** The cached plan has a filter that the query does not have. */
  FILTER,
  /** A filter of the query needs a column that is not cached. */
  RESIDUAL_FILTER,
  /** A column of the query is no function of the cached columns. */
  COLUMN,
  /** The cached plan has yet to be computed, and that may fail where the query would not. */
  NOT_LOADED,
  /** A filter of the query may fail on rows that the cached plan does not hold. */
  ERROR_VANISHES,
  /** The rewritten columns would not have the type, nullability or metadata of the query's. */
  OUTPUT_CHANGES
}
