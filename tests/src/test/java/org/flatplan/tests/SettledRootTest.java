// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.Analyzer;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The analyzer stops early only where more rounds of its rules would change nothing. Stock Spark goes on until a round
 * has changed nothing: so do the tests, with the plan that came out.
 */
class SettledRootTest {
  private static final String RULE_OF_EACH_ROUND = "org.apache.spark.sql.catalyst.analysis.Analyzer$ResolveReferences";
  private static final List<String> TYPES = List.of("tinyint", "smallint", "int", "bigint", "float", "double", "decimal(10,2)", "decimal(20,0)",
      "boolean", "date", "timestamp", "timestamp_ntz", "string", "string collate UTF8_LCASE", "binary", "interval day to second", "interval year to month", "void");
  private static final List<String> OF_ONE = List.of("not %1$s", "%1$s is null", "%1$s is not null", "-%1$s", "%1$s + 1", "%1$s = 1", "%1$s > 2.5",
      "1 - %1$s", "coalesce(%1$s, 0)", "case when %1$s is null then 1 else 2 end", "upper(%1$s)", "concat(%1$s, 'x')", "if(true, %1$s, 1)", "%1$s * 2L", "nvl(%1$s, %1$s)");
  private static final List<String> OF_TWO = List.of("%1$s + %2$s", "%1$s - %2$s", "%1$s * %2$s", "%1$s / %2$s", "%1$s %% %2$s", "%1$s = %2$s", "%1$s <=> %2$s",
      "%1$s < %2$s", "%1$s and %2$s", "coalesce(%1$s, %2$s)", "if(%1$s is null, %1$s, %2$s)", "case when %1$s = %2$s then %1$s when %1$s is null then %2$s end");

  private static String column(int type) {
    return "c" + type;
  }

  private static Dataset<Row> base(SparkSession spark) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < TYPES.size(); i++) {
      columns.add(i == TYPES.size() - 1 ? "null as " + column(i) : "cast(null as " + TYPES.get(i) + ") as " + column(i));
    }
    return spark.range(1).selectExpr(columns.toArray(String[]::new));
  }

  private static Stream<String> texts() {
    Stream.Builder<String> texts = Stream.builder();
    for (int i = 0; i < TYPES.size(); i++) {
      String one = column(i);
      OF_ONE.forEach(form -> texts.add(String.format(form, one)));
      TYPES.forEach(type -> texts.add("cast(" + one + " as " + type + ")"));
      for (int j = 0; j < TYPES.size(); j++) {
        String other = column(j);
        OF_TWO.forEach(form -> texts.add(String.format(form, one, other)));
      }
    }
    return texts.build();
  }

  private static long rounds(Dataset<Row> d) {
    return PlanShape.execution(d).tracker().rules().apply(RULE_OF_EACH_ROUND).numInvocations();
  }

  /** The same root; the rules pass over one that was analyzed. */
  private static LogicalPlan notAnalyzed(LogicalPlan plan) {
    return plan instanceof Filter filter ? new Filter(filter.condition(), filter.child()) : new Project(((Project) plan).projectList(), ((Project) plan).child());
  }

  /** How many texts needed one round only; fails if another round changes what came out. */
  private static long settled(SparkSession spark, Stream<String> texts, BiFunction<Dataset<Row>, String, Dataset<Row>> call) {
    Analyzer analyzer = ((org.apache.spark.sql.classic.SparkSession) spark).sessionState().analyzer();
    Dataset<Row> base = base(spark);
    return texts.filter(text -> {
      Dataset<Row> d;
      try {
        d = call.apply(base, text);
      } catch (Exception e) {
        return false; // Fails alike without an early stop: the whole plan is analyzed then.
      }
      if (rounds(d) > 1) {
        return false;
      }
      LogicalPlan plan = PlanShape.execution(d).analyzed();
      assertThat(analyzer.execute(notAnalyzed(plan))).as(text).isEqualTo(plan);
      return true;
    }).count();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsLeftForAnotherRound(boolean ansi) {
    SparkSession spark = Sessions.open(true);
    spark.conf().set("spark.sql.ansi.enabled", Boolean.toString(ansi));
    assertThat(settled(spark, texts(), (d, text) -> d.withColumn("n", expr(text)))).isGreaterThan(500);
    assertThat(settled(spark, texts().filter(text -> text.matches(".*( = | < |<=>| and | is |not ).*")), (d, text) -> d.filter(expr(text)))).isGreaterThan(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"c3 + 1", "c2 * 2", "1 - c5", "c5 / 2", "cast(c3 as string)", "cast('2020-01-01' as timestamp)", "cast(null as string)", "c9 = c10",
      "case when c3 = 7 then -1L else c3 end", "coalesce(c4, 1.5D)", "not (c3 > 1 and c8 or c2 is null)"})
  void commonColumnsNeedOneRound(String text) {
    assertThat(rounds(base(Sessions.open(true)).withColumn("n", expr(text)))).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"c12 = 'x'", "c6 + 1", "upper(c12)", "c9 + interval 1 day", "rand(3)", "array(c3)"})
  void othersGoOn(String text) {
    assertThat(rounds(base(Sessions.open(true)).withColumn("n", expr(text)))).isGreaterThan(1);
  }

  @Test
  void aPlanOfSeveralNodesIsNotCutShort() {
    Dataset<Row> base = base(Sessions.open(true));
    assertThat(rounds(base.groupBy(col("c3")).count())).isGreaterThan(1);
    assertThat(rounds(base.sort(col("c3").plus(1)))).isGreaterThan(1);
  }

  @Test
  void stockSparkGoesOnUntilARoundChangesNothing() {
    assertThat(rounds(base(Sessions.open(false)).withColumn("n", expr("c3 + 1")))).isGreaterThan(2);
  }
}
