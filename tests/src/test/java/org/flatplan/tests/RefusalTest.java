// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.rand;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan$;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

/** Each reason for which the rule does not merge shows in the log, and the projects stay apart. */
class RefusalTest {

  private interface Build {
    Dataset<Row> apply(Dataset<Row> base);
  }

  private static SparkSession session() {
    return Sessions.open(true);
  }

  private static Dataset<Row> base() {
    return session().range(4).selectExpr("id", "cast(id as string) as s");
  }

  /** Builds the lower part, then the upper part with the log open. */
  private static void refuses(String reason, Dataset<Row> lower, Build upper) {
    int before = PlanShape.analyzed(lower).projects();
    try (RefusalLog log = RefusalLog.open()) {
      Dataset<Row> built = upper.apply(lower);
      assertThat(log.reasons()).as("reasons in %s", log.lines()).containsExactly(reason);
      assertThat(PlanShape.analyzed(built).projects()).isEqualTo(before + 1);
    }
  }

  @Test
  void mergingLogsNothing() {
    try (RefusalLog log = RefusalLog.open()) {
      Dataset<Row> merged = base().withColumn("a", col("id").plus(1)).withColumn("b", col("a").plus(1));
      assertThat(log.reasons()).as("reasons in %s", log.lines()).isEmpty();
      assertThat(PlanShape.analyzed(merged).projects()).isEqualTo(1);
    }
  }

  @Test
  void planIdOfTheLower() {
    Dataset<Row> lower = base().withColumn("a", lit(1));
    PlanShape.logicalPlan(lower).setTagValue(LogicalPlan$.MODULE$.PLAN_ID_TAG(), 7L);
    refuses("PLAN_ID", lower, d -> d.withColumn("b", lit(2)));
  }

  @Test
  void userDefinedExpression() {
    var f = udf((UDF1<Long, Long>) x -> x + 1, DataTypes.LongType);
    refuses("USER_DEFINED_EXPRESSION", base().select(col("id"), f.apply(col("id")).as("f")), d -> d.withColumn("b", col("f")));
  }

  @Test
  void userDefinedExpressionThatNobodyUses() {
    var f = udf((UDF1<Long, Long>) x -> x + 1, DataTypes.LongType);
    refuses("USER_DEFINED_EXPRESSION", base().select(col("id"), f.apply(col("id")).as("f")), d -> d.withColumn("b", lit(1)));
  }

  @Test
  void nonDeterministicColumn() {
    refuses("NON_DETERMINISTIC", base().withColumn("m", monotonically_increasing_id()), d -> d.withColumn("b", lit(1)));
    refuses("NON_DETERMINISTIC", base().withColumn("m", rand(1)), d -> d.withColumn("b", col("m")));
  }

  @Test
  void nonDeterministicFilterInBetween() {
    refuses("NON_DETERMINISTIC", base().filter(rand(1).gt(0.5)), d -> d.withColumn("b", lit(1)));
  }

  @Test
  void windowBelow() {
    // The analyzer puts one more Project above; the Dataset starts at the one that sits on the Window.
    Dataset<Row> numbered = base().withColumn("n", row_number().over(Window.orderBy("id")));
    LogicalPlan onWindow = PlanShape.logicalPlan(numbered);
    while (!(onWindow.children().head() instanceof org.apache.spark.sql.catalyst.plans.logical.Window)) {
      onWindow = onWindow.children().head();
    }
    Dataset<Row> lower = org.apache.spark.sql.classic.Dataset$.MODULE$.ofRows(
        (org.apache.spark.sql.classic.SparkSession) numbered.sparkSession(), onWindow);
    refuses("WINDOW", lower, d -> d.withColumn("b", lit(1)));
  }

  @Test
  void columnAboveUnion() {
    Dataset<Row> union = base().union(base());
    Dataset<Row> lower = union.withColumn("a", col("id").plus(1));
    refuses("ABOVE_UNION", lower, d -> d.withColumn("b", lit(1)));
    refuses("ABOVE_UNION", lower, d -> d.withColumn("a", col("a").plus(1)));
  }

  @Test
  void copyBesideWhatMayFail() {
    Dataset<Row> lower = base().select(col("id"), col("id").plus(1).as("n"), lit(6L).divide(col("id")).as("q"));
    refuses("MAY_FAIL_BESIDE_COPY", lower, d -> d.withColumn("m", col("n").plus(1)));
    assertThat(PlanShape.analyzed(lower.withColumn("m", col("id").plus(1))).projects()).isEqualTo(PlanShape.analyzed(lower).projects());
    // What once was there counts, too: it may stand in what came of it.
    refuses("MAY_FAIL_BESIDE_COPY", lower.withColumn("x", lit(1)).drop("q"), d -> d.withColumn("m", col("n").plus(1)));
  }

  @Test
  void copyAboveWhatMayFail() {
    Dataset<Row> mayFail = base().withColumn("q", lit(6L).divide(col("id")));
    Dataset<Row> keys = session().range(4).toDF("id");
    for (Dataset<Row> below : List.of(mayFail.alias("t"), mayFail.limit(3), mayFail.sort("s"), mayFail.join(keys, mayFail.col("id").equalTo(keys.col("id")), "left").drop(keys.col("id")),
        base().groupBy("id").agg(expr("6 div count(s)").as("s")))) {
      refuses("MAY_FAIL_BESIDE_COPY", below.select(col("id"), col("s"), col("id").plus(1).as("n")), d -> d.withColumn("m", col("n").plus(1)));
    }
    // There it is computed for all rows, whatever comes above.
    for (Dataset<Row> below : List.of(mayFail.join(keys, "id"), mayFail.groupBy("id", "s").agg(expr("sum(q)").as("q")))) {
      try (RefusalLog log = RefusalLog.open()) {
        assertThat(below.select(col("id"), col("q"), col("id").plus(1).as("n")).withColumn("m", col("n").plus(1)).columns()).hasSize(4);
        assertThat(log.reasons()).as("reasons in %s", log.lines()).isEmpty();
      }
    }
  }

  @Test
  void notAnalyzedBefore() {
    SparkSession spark = session();
    try (RefusalLog log = RefusalLog.open()) {
      Dataset<Row> text = spark.sql("select id + 1 as x, x + 1 as y from range(3)");
      assertThat(log.reasons()).as("reasons in %s", log.lines()).containsExactly("NOT_ANALYZED_BEFORE");
      assertThat(PlanShape.analyzed(text).projects()).isEqualTo(2);
    }
  }

  @Test
  void copyOfAnExpensiveExpression() {
    refuses("EXPENSIVE_COPY", base().withColumn("m", col("s").rlike("a+")), d -> d.withColumn("x", col("m")));
  }

  @Test
  void growthPastTheBound() {
    Dataset<Row> lower = base().withColumn("a", col("id").plus(1).multiply(col("id").plus(2)).plus(col("id").plus(3)).plus(col("id").plus(4)));
    refuses("GROWTH", lower, d -> {
      var sum = col("a");
      for (int i = 0; i < 30; i++) {
        sum = sum.plus(col("a"));
      }
      return d.withColumn("b", sum);
    });
  }

  @Test
  void filterThatUsesAnExpensiveColumn() {
    refuses("FILTER_USES_EXPENSIVE", base().withColumn("m", col("s").rlike("a+")).filter("m"), d -> d.select("id"));
  }

  @Test
  void correlatedSubqueryInAFilter() {
    Dataset<Row> lower = base().withColumn("c", col("id").plus(1)).where("exists(select 1 from range(3) t where t.id = c)");
    refuses("CORRELATED_SUBQUERY", lower, d -> d.select("id"));
  }

  @Test
  void correlatedSubqueryInAColumn() {
    Dataset<Row> lower = base().withColumn("c", col("id").plus(1));
    refuses("CORRELATED_SUBQUERY", lower, d -> d.withColumn("m", expr("(select max(t.id) from range(3) t where t.id = c)")));
  }

  @Test
  void correlatedSubqueryNextToOtherColumns() {
    Dataset<Row> lower = base().withColumn("c", col("id").plus(1));
    refuses("CORRELATED_SUBQUERY", lower, d -> d.withColumn("m", expr("(select max(t.id) from range(3) t where t.id = s)")));
    Dataset<Row> joined = base().withColumn("m", expr("(select max(t.id) from range(3) t where t.id = s)"));
    refuses("CORRELATED_SUBQUERY", joined, d -> d.withColumnRenamed("m", "n"));
  }

  @Test
  void columnThatMayFailInABranch() {
    Dataset<Row> lower = base().withColumn("n", lit(1).divide(col("id")));
    refuses("MAY_FAIL_IN_BRANCH", lower, d -> d.select(when(col("id").gt(0), col("n").plus(col("n"))).otherwise(0).as("g")));
  }

  @Test
  void expressionsNestedTooDeeply() {
    Dataset<Row> d = base();
    try (RefusalLog log = RefusalLog.open()) {
      for (int i = 0; i < 300; i++) {
        d = d.withColumn("id", col("id").plus(1));
      }
      assertThat(log.reasons()).as("reasons").containsExactly("NESTING");
      assertThat(PlanShape.analyzed(d).projects()).isBetween(2, 4);
    }
  }

  @Test
  void streamingPlansMergeToo() {
    Dataset<Row> stream = session().readStream().format("rate").load().withColumn("a", lit(1)).withColumn("b", col("a").plus(1));
    assertThat(stream.isStreaming()).isTrue();
    assertThat(PlanShape.analyzed(stream).projects()).isEqualTo(1);
  }
}
