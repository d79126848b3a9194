// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.call_udf;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;
import static org.flatplan.tests.Program.row;

import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A column made by a user's function is computed as often as on stock Spark, however often it is used. */
class UserDefinedFunctionTest {

  private static UserDefinedFunction counted(String name) {
    return udf((UDF1<Long, Long>) x -> {
      Calls.hit(name);
      return x + 1;
    }, DataTypes.LongType);
  }

  private static Dataset<Row> ids(Program p) {
    return p.spark.range(0, 10, 1, 1).toDF();
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void usedByTwoLaterColumns(String wholeStage) {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.codegen.wholeStage", wholeStage);
      Calls.take("two");
      Dataset<Row> d = ids(p).withColumn("f", counted("two").apply(col("id")));
      p.rows("two uses", () -> d.withColumn("x", col("f").plus(1)).withColumn("y", col("f").plus(2)));
      p.value("calls of two uses", () -> Calls.take("two"));
      p.rows("dropped after use", () -> d.withColumn("x", col("f").plus(1)).withColumn("y", col("f").plus(col("x"))).drop("f"));
      p.value("calls of dropped", () -> Calls.take("two"));
      p.rows("filter", () -> d.filter("f > 5").withColumn("x", col("f").multiply(2)));
      p.value("calls of filter", () -> Calls.take("two"));
      p.rows("loop", () -> {
        Dataset<Row> loop = d;
        for (int i = 0; i < 10; i++) {
          loop = loop.withColumn("c" + i, col("f").plus(i));
        }
        return loop.drop("f");
      });
      p.value("calls of loop", () -> Calls.take("two"));
      p.rows("unused", () -> d.withColumn("x", lit(1)).drop("f"));
      p.value("calls of unused", () -> Calls.take("two"));
    }).is("calls of two uses", 10L).is("calls of dropped", 10L).is("calls of loop", 10L).is("calls of unused", 0L);
  }

  @Test
  void functionOverAFunction() {
    Lockstep.run(p -> {
      UserDefinedFunction f = counted("inner");
      UserDefinedFunction g = counted("outer");
      Calls.take("inner");
      Calls.take("outer");
      p.rows("rows", () -> ids(p).withColumn("f", f.apply(col("id"))).withColumn("g", g.apply(col("f"))).withColumn("h", g.apply(col("g")))
          .withColumn("s", col("f").plus(col("g")).plus(col("h"))));
      p.value("inner", () -> Calls.take("inner"));
      p.value("outer", () -> Calls.take("outer"));
    }).is("inner", 10L).is("outer", 20L);
  }

  @Test
  void registeredFunctionByName() {
    Lockstep.run(p -> {
      p.spark.udf().register("counted_by_name", counted("named"));
      Calls.take("named");
      Dataset<Row> d = ids(p).withColumn("f", call_udf("counted_by_name", col("id")));
      p.rows("rows", () -> d.withColumn("x", col("f").plus(col("f"))).withColumn("y", col("f").plus(col("x"))));
      p.value("calls", () -> Calls.take("named"));
      p.rows("expression", () -> ids(p).selectExpr("counted_by_name(id) as f", "id").withColumn("x", col("f")).filter("x > f - 1"));
      p.value("calls of expression", () -> Calls.take("named"));
    }).is("calls", 10L);
  }

  @Test
  void typedMapsStayApart() {
    Lockstep.run(p -> {
      Calls.take("typed");
      MapFunction<Long, Long> plusOne = x -> {
        Calls.hit("typed");
        return x + 1;
      };
      Dataset<Row> mapped = p.spark.range(0, 10, 1, 1).map(plusOne, Encoders.LONG()).toDF();
      p.rows("map", () -> mapped.withColumn("x", col("value")).withColumn("y", col("value").plus(col("x"))).filter("y > 6"));
      p.value("calls", () -> Calls.take("typed"));
      p.rows("typed filter", () -> ids(p).withColumn("x", lit(1)).withColumn("y", col("id").plus(1))
          .filter((org.apache.spark.api.java.function.FilterFunction<Row>) r -> r.getLong(2) > 5).withColumn("z", lit(2)).drop("x"));
      p.rows("as", () -> ids(p).withColumn("x", lit(1)).withColumn("id", col("id").plus(1)).select("id").as(Encoders.LONG())
          .map(plusOne, Encoders.LONG()).toDF("v").withColumn("w", col("v")));
    }).is("calls", 10L);
  }

  @Test
  void cheapColumnsAroundAFunction() {
    Lockstep.run(p -> {
      Calls.take("around");
      Dataset<Row> d = ids(p).withColumn("a", col("id").plus(1)).withColumn("f", counted("around").apply(col("a"))).withColumn("b", col("a").plus(1))
          .withColumn("c", col("f").plus(col("b"))).withColumn("d", col("f").minus(col("c"))).drop("a").drop("f");
      p.rows("rows", () -> d);
      p.value("calls", () -> Calls.take("around"));
      p.rows("revived", () -> d.filter("f > 4"));
      p.value("calls of revived", () -> Calls.take("around"));
      p.rows("revived argument", () -> d.filter("a > 4"));
      p.value("calls of revived argument", () -> Calls.take("around"));
    }).is("calls", 10L).gives("revived argument", row(4L, 6L, 12L, -6L), row(5L, 7L, 14L, -7L), row(6L, 8L, 16L, -8L), row(7L, 9L, 18L, -9L),
        row(8L, 10L, 20L, -10L), row(9L, 11L, 22L, -11L));
  }
}
