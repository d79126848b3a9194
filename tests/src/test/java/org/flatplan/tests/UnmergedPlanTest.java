// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.UnmergedPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.cachematch.CacheKey;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a merged plan stands for is the plan that stock Spark has, node by node. */
class UnmergedPlanTest {

  private static Stream<Arguments> programs() {
    Map<String, UnaryOperator<Dataset<Row>>> programs = new LinkedHashMap<>();
    UnaryOperator<Dataset<Row>> add = x -> x.withColumn("c", col("a").plus(1)).withColumn("d", col("c").plus(1));
    programs.put("adds", add);
    programs.put("drops and renames", x -> add.apply(x).drop("c").withColumnRenamed("d", "e").withColumn("f", col("e")));
    programs.put("filters between", x -> add.apply(x).filter("d > 3").withColumn("e", lit(1)).filter("e = 1").filter("c > 2").drop("a"));
    programs.put("filter on top", x -> add.apply(x).drop("a").filter("d > 3"));
    programs.put("dropped column in a filter", x -> add.apply(x).drop("c").withColumn("e", lit(1)).filter("c > 3").withColumn("f", lit(2)));
    programs.put("dropped column of the source in a filter", x -> x.select("a").withColumn("c", lit(1)).withColumn("d", lit(2)).filter("b > 3"));
    programs.put("two dropped columns in a sort", x -> add.apply(x).select("a", "d").withColumn("e", lit(1)).drop("a").orderBy("c", "a").withColumn("f", lit(1)));
    programs.put("dropped twice over", x -> add.apply(x).drop("c").filter("c > 3").withColumn("e", lit(1)).drop("d").filter("d > 4"));
    programs.put("aggregate between", x -> add.apply(x).groupBy("c").sum("d").withColumn("e", lit(1)).withColumn("f", lit(2)));
    programs.put("self-join", x -> add.apply(x).join(add.apply(x).drop("a").withColumn("g", lit(1)), "c"));
    programs.put("self-join of one Dataset", x -> {
      Dataset<Row> d = add.apply(x);
      return d.join(d.withColumn("c", col("c").plus(1)).withColumn("c", col("c").plus(1)), "a").withColumn("z", lit(1)).drop("d");
    });
    programs.put("union", x -> add.apply(x).union(add.apply(x).withColumn("c", lit(1L))).withColumn("e", lit(1)));
    programs.put("subqueries", x -> {
      add.apply(x).createOrReplaceTempView("unmerged_view");
      return x.filter("a < (select max(d) from unmerged_view)").withColumn("e", lit(1)).withColumn("f", lit(2))
          .filter("exists (select 1 from unmerged_view v where v.a = b)").drop("e");
    });
    return programs.entrySet().stream().map(program -> Arguments.of(program.getKey(), program.getValue()));
  }

  private static LogicalPlan analyzed(boolean rule, UnaryOperator<Dataset<Row>> program) {
    SparkSession spark = Sessions.open(rule);
    // The session of a plan is no part of it, and a range is the same in each.
    Dataset<Row> x = spark.range(10).selectExpr("id as a", "id % 3 as b");
    return PlanShape.execution(program.apply(x)).analyzed();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void isTheStockPlan(String name, UnaryOperator<Dataset<Row>> program) {
    LogicalPlan stock = analyzed(false, program);
    LogicalPlan merged = analyzed(true, program);
    LogicalPlan unmerged = UnmergedPlan.expand(merged);
    assertThat(PlanShape.of(merged).projects()).as("projects of the merged plan").isLessThan(PlanShape.of(stock).projects());
    assertThat(PlanShape.of(unmerged)).isEqualTo(PlanShape.of(stock));
    assertThat(unmerged.sameResult(stock)).as("%s%nis the same as%n%s", unmerged, stock).isTrue();
    assertThat(CacheKey.of(merged).sameResult(CacheKey.of(stock))).isTrue();
    // Between its phases a query is cloned.
    assertThat(UnmergedPlan.expand(merged.clone()).sameResult(stock)).isTrue();
  }

  @Test
  void nothingIsMadeOfAPlanWithoutMerges() {
    LogicalPlan stock = analyzed(false, x -> x.withColumn("c", lit(1)).filter("c = 1"));
    assertThat(UnmergedPlan.expand(stock)).isSameAs(stock);
  }

  @Test
  void aPlanIsNotTakenForItsNarrowedOrFilteredSelf() {
    CacheKey key = CacheKey.of(analyzed(true, x -> x.withColumn("c", col("a").plus(1)).withColumn("d", lit(1))));
    assertThat(key.sameResult(CacheKey.of(analyzed(true, x -> x.withColumn("c", col("a").plus(2)).withColumn("d", lit(1)))))).isFalse();
    assertThat(key.sameResult(CacheKey.of(analyzed(true, x -> x.withColumn("c", col("a").plus(1)))))).isFalse();
    assertThat(key.contains(CacheKey.of(analyzed(true, x -> x.withColumn("c", col("a").plus(1)))))).isTrue();
    assertThat(key.contains(CacheKey.of(analyzed(true, x -> x.withColumn("c", col("a").plus(1)).filter("c > 1"))))).isFalse();
  }

  @Test
  void aQueryIsPlannedFromTheMergedPlan() {
    SparkSession spark = Sessions.open(true);
    Dataset<Row> d = spark.range(10).selectExpr("id as a", "id % 3 as b");
    for (int i = 0; i < 20; i++) {
      d = d.withColumn("c" + i, col("a").plus(i));
    }
    PlanShape analyzed = PlanShape.analyzed(d);
    assertThat(analyzed.projects()).isEqualTo(1);
    assertThat(PlanShape.of(PlanShape.execution(d).normalized())).isEqualTo(analyzed);
    assertThat(PlanShape.withCachedData(d)).isEqualTo(analyzed);
  }

  @Test
  void typesThatAreEqualButOfDifferentClasses() {
    LogicalPlan plain = analyzed(true, x -> x.select(col("a").cast(DataTypes.StringType).as("s")));
    LogicalPlan spelledOut = analyzed(true, x -> x.selectExpr("cast(a as string collate UTF8_BINARY) as s"));
    assertThat(plain.sameResult(spelledOut)).isTrue();
    assertThat(CacheKey.of(plain).sameResult(CacheKey.of(spelledOut))).isTrue();
  }

  @Test
  void aLongChainIsComparedAndSearchedWithoutRecursion() throws Exception {
    // Two thousand links on a stack that a recursion of as many calls would not fit in.
    LogicalPlan[] plans = {chain(), chain()};
    Throwable[] thrown = new Throwable[1];
    Thread thread = new Thread(null, () -> {
      CacheKey key = CacheKey.of(plans[0]);
      assertThat(key.sameResult(CacheKey.of(plans[1]))).isTrue();
      assertThat(key.contains(CacheKey.of(analyzed(false, x -> x)))).isTrue();
    }, "small stack", 256 * 1024);
    thread.setUncaughtExceptionHandler((t, e) -> thrown[0] = e);
    thread.start();
    thread.join();
    assertThat(thrown[0]).isNull();
  }

  private static LogicalPlan chain() {
    return analyzed(true, x -> {
      Dataset<Row> d = x;
      for (int i = 0; i < 2000; i++) {
        d = d.withColumn("c", col("a").plus(i));
      }
      return d;
    });
  }
}
