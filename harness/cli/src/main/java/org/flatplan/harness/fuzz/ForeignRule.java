/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import scala.Function1;
import scala.runtime.BoxedUnit;

/** An analyzer rule as an extension may bring one. It leaves all plans as they are. */
final class ForeignRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan;
  }

  static Function1<SparkSessionExtensions, BoxedUnit> extension() {
    return extensions -> {
      extensions.injectResolutionRule(session -> new ForeignRule());
      return BoxedUnit.UNIT;
    };
  }
}
