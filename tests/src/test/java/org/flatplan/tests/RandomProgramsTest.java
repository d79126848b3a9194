// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.Program.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.analysis.UnmergedPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.cachematch.CacheKey;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import java.util.stream.IntStream;

/**
 * Programs of random adds, drops, renames, filters and old references, each from a fixed seed: they give what stock Spark
 * gives, and the merged plans stand for the stock plans.
 */
class RandomProgramsTest {
  private static final int PROGRAMS = Integer.getInteger("random.programs", 25);
  private static final int FIRST_SEED = Integer.getInteger("random.first", 1);
  private static final String[] NAMES = {"a", "b", "c", "d", "A", "k"};
  private static final String[] EXPRESSIONS = {"%s + 1", "%s", "%s * 2", "%s + %s", "if(%s > 12, %s, 0)", "coalesce(%s, 5)", "7", "abs(%s - 3)"};

  static IntStream seeds() {
    return IntStream.range(FIRST_SEED, FIRST_SEED + PROGRAMS);
  }

  private static String name(Random random) {
    return NAMES[random.nextInt(NAMES.length)];
  }

  private static String expression(Random random) {
    String text = EXPRESSIONS[random.nextInt(EXPRESSIONS.length)];
    while (text.contains("%s")) {
      text = text.replaceFirst("%s", name(random));
    }
    return text;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void sameAsStock(int seed) {
    List<LogicalPlan> stock = new ArrayList<>();
    List<LogicalPlan> merged = new ArrayList<>();
    Lockstep.run(p -> {
      List<LogicalPlan> plans = p.rule ? merged : stock;
      Random random = new Random(seed);
      Dataset<Row> d = p.table("k long, a long, b long", row(1L, 10L, 5L), row(2L, 20L, 6L), row(3L, null, 7L));
      p.spark.conf().set("spark.sql.caseSensitive", Boolean.toString(seed % 4 == 0));
      List<Dataset<Row>> built = new ArrayList<>(List.of(d));
      for (int step = 0; step < 14; step++) {
        Dataset<Row> now = d;
        String label = step + " ";
        java.util.concurrent.Callable<Dataset<Row>> call;
        String first = name(random);
        String second = name(random);
        String text = expression(random);
        Dataset<Row> old = built.get(random.nextInt(built.size()));
        switch (random.nextInt(10)) {
          case 0, 1, 2 -> {
            label += "withColumn(" + first + ", " + text + ")";
            call = () -> now.withColumn(first, expr(text));
          }
          case 3 -> {
            label += "drop(" + first + ")";
            call = () -> now.drop(first);
          }
          case 4 -> {
            label += "rename(" + first + ", " + second + ")";
            call = () -> now.withColumnRenamed(first, second);
          }
          case 5, 6 -> {
            label += "filter(" + text + " < 40)";
            call = () -> now.filter(text + " < 40");
          }
          case 7 -> {
            label += "select(" + first + ", " + text + " as " + second + ")";
            call = () -> now.selectExpr("*", text + " as x").select(col(first), col("x").as(second));
          }
          case 8 -> {
            label += "filter(old " + first + " > 0)";
            call = () -> now.filter(old.col(first).gt(0));
          }
          default -> {
            label += "withColumn(" + second + ", old " + first + ")";
            call = () -> now.withColumn(second, old.col(first).plus(1));
          }
        }
        Dataset<Row>[] result = newSlot();
        p.rows(label, () -> result[0] = call.call());
        if (result[0] != null) {
          d = result[0];
          built.add(d);
          plans.add(PlanShape.execution(d).analyzed());
        }
      }
      Dataset<Row> end = d;
      p.rows("sorted", () -> end.orderBy(col("a").desc(), col("b")));
    });
    assertThat(merged).hasSameSizeAs(stock);
    for (int i = 0; i < stock.size(); i++) {
      assertThat(CacheKey.of(merged.get(i)).sameResult(CacheKey.of(stock.get(i))))
          .as("what stands for step %d is the stock plan:%n%s%n%s", i, UnmergedPlan.expand(merged.get(i)), stock.get(i)).isTrue();
    }
  }

  @SuppressWarnings("unchecked")
  private static Dataset<Row>[] newSlot() {
    return (Dataset<Row>[]) new Dataset<?>[1];
  }
}
