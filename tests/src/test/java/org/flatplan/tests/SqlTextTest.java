// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.jupiter.api.Test;

/** A plan that comes from one SQL text stays as the analyzer made it. */
class SqlTextTest {

  private static String plan(boolean rule, String text) {
    String[] plan = new String[1];
    Program.run(rule, p -> {
      p.table("k int, a int", row(1, 10), row(2, 20)).createOrReplaceTempView("src");
      plan[0] = Program.neutral(PlanShape.execution(p.spark.sql(text)).analyzed().toString());
    });
    return plan[0];
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "select x + 1 as y from (select a + 1 as x from src)",
      "select y from (select x + 1 as y from (select a + 1 as x from src) where x > 1) where y > 2",
      "select a + 1 as b, b + 1 as c from src",
      "with t as (select a as x from src) select x as y from t",
      "select k from (select k, a from src) order by a",
      "select x from (select 1 as x)",
      "from src |> select a + 1 as x |> extend x + 1 as y |> drop x |> where y > 0",
      "select * except (k) from (select *, a as z from src)",
      "values (1, 2)"
  })
  void analyzedPlanIsUnchanged(String text) {
    assertThat(plan(true, text)).isEqualTo(plan(false, text));
  }

  @Test
  void columnsAddedToATextMerge() {
    Lockstep.run(p -> {
      p.table("k int, a int", row(1, 10), row(2, 20)).createOrReplaceTempView("src");
      Dataset<Row> text = p.spark.sql("select y from (select x + 1 as y, x from (select a + 1 as x from src))");
      p.rows("text", () -> text);
      p.rows("more", () -> text.withColumn("z", lit(1)).withColumn("w", lit(2)));
      p.rows("filter on a column of the text", () -> text.withColumn("z", lit(1)).filter("x > 11"));
      p.rows("filter on a column further down", () -> text.withColumn("z", lit(1)).filter("a > 10"));
    }).notMerged("text").merged("more").gives("text", row(12), row(22)).gives("filter on a column of the text", row(22, 1));
  }
}
