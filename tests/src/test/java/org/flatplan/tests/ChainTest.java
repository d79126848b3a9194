// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.Program.row;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Columns that each refer to the one before work at lengths where stock Spark overflows the stack. */
class ChainTest {

  private static Dataset<Row> chain(Dataset<Row> d, int steps) {
    for (int i = 1; i <= steps; i++) {
      d = d.withColumn("c" + i, col("c" + (i - 1)).plus(1));
    }
    return d;
  }

  @Test
  void shortChain() {
    Lockstep.run(p -> {
      Dataset<Row> d = chain(p.spark.range(0, 2, 1, 1).select(col("id").as("c0")), 60);
      p.rows("ends", () -> d.select("c0", "c60"));
      p.rows("filter", () -> d.filter("c60 > 60").select("c1"));
      p.rows("dropped", () -> d.select("c60").filter("c30 > 30"));
    }).gives("ends", row(0L, 60L), row(1L, 61L)).gives("filter", row(2L)).gives("dropped", row(61L));
  }

  @Test
  void thousandColumns() {
    Outcome on = Program.run(true, p -> {
      p.spark.conf().set("spark.sql.codegen.wholeStage", "false");
      Dataset<Row> d = chain(p.spark.range(0, 2, 1, 1).select(col("id").as("c0")), 1000);
      p.value("columns", () -> d.columns().length);
      p.rows("last", () -> d.select("c1000"));
    });
    assertThat(on.step("columns").value()).isEqualTo(1001);
    assertThat(on.step("last").error()).isNull();
    assertThat(on.step("last").rows()).isEqualTo(List.of(List.of(1000L), List.of(1001L)));
  }

  @Test
  void replacingOneColumnManyTimes() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.spark.range(0, 2, 1, 1).withColumn("n", lit(0));
      for (int i = 0; i < 80; i++) {
        d = d.withColumn("n", col("n").plus(1));
      }
      Dataset<Row> end = d;
      p.rows("replaced", () -> end.withColumn("m", col("n").multiply(2)).filter("m = 160"));
    }).gives("replaced", row(0L, 80, 160), row(1L, 80, 160));
  }
}
