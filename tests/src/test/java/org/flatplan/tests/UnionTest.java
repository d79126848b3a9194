// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Columns added above a union. Stock Spark pushes the lowest Project into the union first and then looks for constants and subqueries in those above it;
 * once inside, constants stay there, two sides of a join differ that need not, and a correlated subquery becomes a join on each side of the union.
 */
class UnionTest {

  private static Dataset<Row> union(Program p) {
    Dataset<Row> file = p.file("union", "k long, a long", row(1L, 10L), row(2L, 20L), row(3L, null));
    return file.union(file);
  }

  private static Object[] plan(Dataset<Row> d) {
    var execution = PlanShape.execution(d);
    String optimized = execution.optimizedPlan().toString();
    return new Object[] {PlanShape.of(execution.optimizedPlan()), optimized.split("\\b7 AS").length, execution.executedPlan().toString().contains("ReusedExchange")};
  }

  @ParameterizedTest
  @ValueSource(strings = {"after a column", "before a column", "two", "renamed", "filtered", "only", "subquery", "becomes a constant"})
  void sidesOfAJoinStayTheSame(String where) {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
      p.spark.conf().set("spark.sql.adaptive.enabled", "false");
      Dataset<Row> union = union(p);
      Dataset<Row> plain = union.withColumn("c", col("k").mod(2));
      Dataset<Row> marked = switch (where) {
        case "after a column" -> plain.withColumn("e", lit(7));
        case "before a column" -> union.withColumn("e", lit(7)).withColumn("c", col("k").mod(2));
        case "two" -> plain.withColumn("e", lit(7)).withColumn("f", lit(7)).withColumn("g", col("a").plus(1));
        case "renamed" -> plain.withColumnRenamed("a", "b").withColumn("e", lit(7)).withColumnRenamed("e", "f");
        case "filtered" -> plain.filter("c = 1").withColumn("e", lit(7));
        case "subquery" -> plain.withColumn("e", expr("(select max(t.id) from range(9) t where t.id = a)"));
        case "becomes a constant" -> union.withColumn("e", lit(7)).withColumn("f", expr("case when true then e when true then 7 else e end"));
        default -> union.withColumn("e", lit(7)).withColumn("f", lit(7));
      };
      Dataset<Row> joined = plain.join(marked, "k");
      p.value("plan", () -> java.util.Arrays.toString(plan(joined)));
      p.unordered("rows", () -> joined);
    });
  }

  @Test
  void staysFlat() {
    Dataset<Row> d = Sessions.open(true).range(3).toDF();
    d = d.union(d);
    for (int i = 0; i < 50; i++) {
      d = d.withColumn("c" + i, i % 2 == 0 ? lit(i) : col("id").plus(i));
    }
    assertThat(PlanShape.analyzed(d).projects()).isEqualTo(2);
  }
}
