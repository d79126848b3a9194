// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.regexp_replace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** An expensive expression occurs no more often in the optimized plan than on stock Spark. */
class ExpensiveOnceTest {

  private static Dataset<Row> texts(Program p) {
    return p.file("expensive", "s string, k int", row("abc", 1), row("xyz", 2), row("abd", 3));
  }

  /** Occurrences of a function in the text of the optimized plan. */
  private static int occurrences(Dataset<Row> dataset, String function) {
    return PlanShape.execution(dataset).optimizedPlan().toString().split(function, -1).length - 1;
  }

  @Test
  void matchIsNotEvaluatedTwice() {
    compare(d -> d.withColumn("m", col("s").rlike("^a.*c$")).filter("m").select("m", "s"), "RLIKE");
  }

  @Test
  void replacedTextIsNotCopied() {
    compare(d -> d.withColumn("r", regexp_replace(col("s"), "b", "B")).withColumn("x", col("r")).withColumn("y", col("r")), "regexp_replace");
    compare(d -> d.withColumn("s", regexp_replace(col("s"), "b", "B")).withColumn("x", col("s")).filter("x != 'q'").drop("s"), "regexp_replace");
    compare(d -> d.withColumn("r", regexp_replace(col("s"), "b", "B")).filter("k > 1").withColumn("x", col("r")).filter("x like 'a%'").withColumn("y", col("r")),
        "regexp_replace");
    compare(d -> d.withColumn("r", regexp_replace(col("s"), "b", "B")).withColumn("z", lit(1)).drop("r").filter("r like 'a%'"), "regexp_replace");
  }

  @Test
  void usedOnceIsMergedFreely() {
    compare(d -> d.withColumn("r", regexp_replace(col("s"), "b", "B")).withColumn("q", org.apache.spark.sql.functions.length(col("r"))).drop("r"), "regexp_replace");
  }

  private static void compare(java.util.function.UnaryOperator<Dataset<Row>> program, String function) {
    int[] counts = new int[2];
    Lockstep.run(p -> {
      Dataset<Row> dataset = program.apply(texts(p));
      counts[p.rule ? 1 : 0] = occurrences(dataset, function);
      p.rows("rows", () -> dataset);
    }).succeeds("rows");
    assertThat(counts[0]).as("%s on stock Spark", function).isPositive();
    assertThat(counts[1]).as("%s with the rule on", function).isLessThanOrEqualTo(counts[0]);
  }
}
