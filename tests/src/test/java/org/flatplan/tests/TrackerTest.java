// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** The time of the rule shows among the rules of the tracker. */
class TrackerTest {

  private static Map<String, QueryPlanningTracker.RuleSummary> rules(boolean rule) {
    Dataset<Row> d = Sessions.open(rule).range(2).withColumn("a", lit(1)).withColumn("b", col("a"));
    return CollectionConverters.asJava(PlanShape.execution(d).tracker().rules());
  }

  @Test
  void ruleIsTimedWhenItIsOn() {
    QueryPlanningTracker.RuleSummary summary = rules(true).get(RefusalLog.LOGGER);
    assertThat(summary).as("rule %s in the tracker", RefusalLog.LOGGER).isNotNull();
    assertThat(summary.numInvocations()).isEqualTo(1);
    assertThat(summary.numEffectiveInvocations()).isEqualTo(1);
  }

  @Test
  void trackerIsThatOfStockWhenTheRuleIsOff() {
    assertThat(rules(false)).isNotEmpty().doesNotContainKey(RefusalLog.LOGGER);
  }

  @Test
  void analysisPhaseIsStillTimed() {
    Dataset<Row> d = Sessions.open(true).range(2).withColumn("a", lit(1));
    assertThat(CollectionConverters.asJava(PlanShape.execution(d).tracker().phases())).containsKey("analysis");
  }
}
