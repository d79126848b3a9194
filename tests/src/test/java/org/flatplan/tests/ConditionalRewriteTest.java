// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.regexp_replace;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.Program.row;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One column rewritten conditionally many times never makes an exponential tree. */
class ConditionalRewriteTest {

  private static Dataset<Row> rewrite(Dataset<Row> d, int steps) {
    for (int i = 0; i < steps; i++) {
      d = d.withColumn("t", when(col("t").contains("x" + i + "y"), regexp_replace(col("t"), "x" + i + "y", "z" + i)).otherwise(col("t")));
    }
    return d;
  }

  private static Dataset<Row> texts(Program p) {
    return p.file("rewrites", "k int, t string", row(1, "x0y"), row(2, "-x7y-x29y"), row(3, "none"));
  }

  @Test
  void thirtySteps() {
    assertTimeoutPreemptively(Duration.ofSeconds(120), () -> Lockstep.run(p -> p.rows("rows", () -> rewrite(texts(p), 30))))
        .gives("rows", row(1, "z0"), row(2, "-z7-z29"), row(3, "none"));
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 30, 200})
  void nodesAreLinear(int steps) {
    PlanShape shape = assertTimeoutPreemptively(Duration.ofSeconds(120), () -> {
      PlanShape[] shapes = new PlanShape[1];
      Program.run(true, p -> shapes[0] = PlanShape.analyzed(rewrite(texts(p), steps)));
      return shapes[0];
    });
    assertThat(shape.expressions()).isBetween((long) steps, 40L * steps + 100);
    assertThat(shape.depth()).isLessThanOrEqualTo(steps + 5);
  }

  @Test
  void twoHundredStepsGiveEveryRow() {
    Outcome on = assertTimeoutPreemptively(Duration.ofSeconds(150), () -> Program.run(true, p -> p.rows("rows", () -> rewrite(texts(p), 200))));
    assertThat(on.step("rows").rows()).isEqualTo(java.util.List.of(java.util.List.of(1, "z0"), java.util.List.of(2, "-z7-z29"), java.util.List.of(3, "none")));
  }

  @Test
  void filterOnTheResultOfAFewSteps() {
    Lockstep.run(p -> p.rows("rows", () -> rewrite(texts(p), 5).filter("t like '%z%'").withColumn("u", col("t")))).gives("rows", row(1, "z0", "z0"));
  }

  @Test
  void cheapConditionsToo() {
    PlanShape shape = assertTimeoutPreemptively(Duration.ofSeconds(120), () -> {
      PlanShape[] shapes = new PlanShape[1];
      Outcome on = Program.run(true, p -> {
        Dataset<Row> d = p.spark.range(3).toDF("n");
        for (int i = 0; i < 40; i++) {
          d = d.withColumn("n", when(col("n").gt(i), col("n").minus(1)).otherwise(col("n").plus(1)));
        }
        shapes[0] = PlanShape.analyzed(d);
        Dataset<Row> end = d;
        p.rows("rows", () -> end);
      });
      assertThat(on.step("rows").error()).isNull();
      return shapes[0];
    });
    assertThat(shape.expressions()).isLessThan(40L * 250);
  }
}
