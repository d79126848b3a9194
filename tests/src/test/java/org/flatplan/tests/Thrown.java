// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import org.apache.spark.SparkThrowable;

/** What a query throws, without what depends on when its stages end. */
final class Thrown {
  private Thrown() {}

  /** Adaptive execution wraps the failure of a stage if another stage has failed by the time it looks. */
  static Throwable withoutOtherStages(Throwable thrown) {
    return thrown instanceof SparkThrowable error
            && "STAGE_MATERIALIZATION_MULTIPLE_FAILURES".equals(error.getCondition())
            && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }
}
