// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

/** A function that must not see the rows a filter removes never sees them. */
class ThrowingFunctionBehindFilterTest {

  private static UserDefinedFunction strict() {
    return udf((UDF1<String, Integer>) text -> {
      Calls.hit("strict");
      return text.length();
    }, DataTypes.IntegerType);
  }

  private static Dataset<Row> texts(Program p) {
    return p.file("texts", "k int, t string", row(1, "a"), row(2, null), row(3, "ccc"));
  }

  @Test
  void directlyAboveTheFilter() {
    Lockstep.run(p -> {
      Calls.take("strict");
      p.rows("rows", () -> texts(p).filter(col("t").isNotNull()).withColumn("n", strict().apply(col("t"))));
      p.value("calls", () -> Calls.take("strict"));
    }).gives("rows", row(1, "a", 1), row(3, "ccc", 3)).is("calls", 2L);
  }

  @Test
  void throughMoreColumns() {
    Lockstep.run(p -> {
      Calls.take("strict");
      Dataset<Row> d = texts(p).withColumn("x", lit(1)).filter(col("t").isNotNull()).withColumn("n", strict().apply(col("t")));
      p.rows("three more", () -> d.withColumn("a", col("n").plus(1)).withColumn("b", col("n").plus(2)).withColumn("c", col("n").plus(3)));
      p.value("calls", () -> Calls.take("strict"));
      p.rows("filtered above", () -> d.withColumn("a", col("n").plus(1)).filter("a > 2").withColumn("b", col("n")));
      p.value("calls filtered above", () -> Calls.take("strict"));
      p.rows("column between", () -> texts(p).withColumn("u", col("t")).filter(col("u").isNotNull()).withColumn("v", col("u"))
          .withColumn("n", strict().apply(col("v"))).drop("u", "v"));
      p.value("calls column between", () -> Calls.take("strict"));
    }).gives("three more", row(1, "a", 1, 1, 2, 3, 4), row(3, "ccc", 1, 3, 4, 5, 6)).is("calls", 2L);
  }

  @Test
  void filterOnADroppedColumn() {
    Lockstep.run(p -> {
      p.rows("good", () -> texts(p).withColumn("good", col("t").isNotNull()).filter("good").withColumn("n", strict().apply(col("t"))).drop("good"));
      p.rows("revived below", () -> texts(p).withColumn("good", col("t").isNotNull()).drop("good").filter("good")
          .withColumn("n", strict().apply(col("t"))));
      p.rows("too late", () -> texts(p).withColumn("n", strict().apply(col("t"))).withColumn("x", lit(1)).filter("n > 1"));
    }).gives("good", row(1, "a", 1), row(3, "ccc", 3)).gives("revived below", row(1, "a", 1), row(3, "ccc", 3));
  }

  @Test
  void twoFiltersAndTwoFunctions() {
    Lockstep.run(p -> {
      UserDefinedFunction notOne = udf((UDF1<Integer, Integer>) n -> {
        if (n == 1) {
          throw new IllegalStateException("saw one");
        }
        return n * 2;
      }, DataTypes.IntegerType);
      p.rows("two", () -> texts(p).filter("t is not null").withColumn("n", strict().apply(col("t"))).filter("n > 1")
          .withColumn("m", notOne.apply(col("n"))).withColumn("z", col("m").plus(col("n"))));
      p.rows("sees it", () -> texts(p).filter("t is not null").withColumn("n", strict().apply(col("t")))
          .withColumn("m", notOne.apply(col("n"))).withColumn("z", col("m").plus(col("n"))));
    }).gives("two", row(3, "ccc", 3, 6, 9)).failsToRun("sees it", "FAILED_EXECUTE_UDF");
  }
}
