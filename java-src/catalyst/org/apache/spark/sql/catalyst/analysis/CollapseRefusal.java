// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

/** Why {@link EarlyCollapseProject} left two Projects apart. The name shows in the debug log. */
public enum CollapseRefusal {
  /** A node carries a Spark Connect plan id, by which columns are resolved. */
  PLAN_ID,
  /** The lower Project was not part of a Dataset before: both come from one text or one call. */
  NOT_ANALYZED_BEFORE,
  /** The lower Project sits on a Window, whose columns it only passes on. */
  WINDOW,
  /**
   * The upper Project computes something, and the lower one sits on a union. The optimizer first
   * pushes the Project that is next to a union into it, and only then looks at constants, subqueries
   * and conditions: inside, it finds no constant, and makes a join of a subquery for each side.
   */
  ABOVE_UNION,
  /** The lower Project calls user-defined code, which must run once a row, where it stands. */
  USER_DEFINED_EXPRESSION,
  /** The lower Project or a filter between is not deterministic. */
  NON_DETERMINISTIC,
  /** One of the Projects or a filter between holds a correlated subquery, which becomes a join where it stands. */
  CORRELATED_SUBQUERY,
  /** A filter between uses a column that is not cheap to compute twice. */
  FILTER_USES_EXPENSIVE,
  /** A column that is not cheap to compute is used more than once, or inside a lambda function. */
  EXPENSIVE_COPY,
  /**
   * Something is copied, and a column that may fail is used only where it may not be reached, as in
   * branches of conditions or behind what may be null, or in several such places, or as an argument of
   * user-defined code: computed in the lower Project, it fails on each bad row, and with its own error.
   */
  MAY_FAIL_IN_BRANCH,
  /**
   * Something is copied, and a column of the lower Project or of one below may fail otherwise than by an
   * overflow. The optimizer would leave the lower Project, and what fails on each bad row with it; later
   * calls may put it into branches, where without the copies it may never be reached.
   */
  MAY_FAIL_BESIDE_COPY,
  /**
   * A column over local data may fail, and a merge might not compute it on each row, or another error
   * might come first. The optimizer computes local data Project by Project before anything else.
   */
  LOCAL_DATA,
  /** The copies would add more nodes than the configured bound. */
  GROWTH,
  /** A merged expression would be nested too deeply for the recursions of the optimizer. */
  NESTING,
  /** The merged columns would not have the type, nullability or metadata of the upper Project's. */
  OUTPUT_CHANGES
}
