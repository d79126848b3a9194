// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Casts and divisions that fail do so at the call, and on the rows, where they fail on stock Spark. */
class AnsiErrorsTest {

  private static Dataset<Row> kinds(Program p, boolean file) {
    Object[][] rows = {row("num", "1", 1), row("text", "x", 0), row("num", "3", 3)};
    return file ? p.file("kinds", "kind string, s string, d int", rows) : p.table("kind string, s string, d int", rows);
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void castsBehindAFilter(String ansi, boolean file) {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.ansi.enabled", ansi);
      Dataset<Row> d = kinds(p, file);
      Dataset<Row> numbers = d.filter("kind = 'num'").withColumn("n", col("s").cast("int"));
      p.rows("plain", () -> numbers);
      p.rows("more columns", () -> numbers.withColumn("x", col("n").plus(1)).withColumn("y", col("x").plus(1)).drop("s"));
      p.rows("filter above", () -> numbers.filter("n > 1").withColumn("x", col("n").plus(1)));
      p.rows("filters above", () -> numbers.withColumn("x", col("n").plus(1)).filter("x > 2").filter("n < 10").select("x"));
      p.rows("dropped", () -> numbers.withColumn("x", lit(1)).drop("n").filter("n > 1"));
      p.rows("column below", () -> d.withColumn("z", lit(1)).filter("kind = 'num'").withColumn("n", col("s").cast("int")).withColumn("m", col("n")));
      p.rows("flag below", () -> d.withColumn("ok", col("kind").equalTo("num")).filter("ok").withColumn("n", col("s").cast("int")).drop("ok"));
      p.rows("filter below and above", () -> d.filter("kind = 'num'").withColumn("n", col("s").cast("int")).filter("n = 3").withColumn("n", col("n").plus(1)).filter("n = 4"));
    }).gives("plain", row("num", "1", 1, 1), row("num", "3", 3, 3)).succeeds("filters above");
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void castsBelowAFilter(String ansi, boolean file) {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.ansi.enabled", ansi);
      Dataset<Row> cast = kinds(p, file).withColumn("n", col("s").cast("int"));
      p.rows("filter", () -> cast.filter("kind = 'num'"));
      p.rows("filter, more", () -> cast.withColumn("x", col("n").plus(1)).filter("kind = 'num'").withColumn("y", col("x").plus(1)));
      p.rows("filter, drop", () -> cast.withColumn("x", col("n").plus(1)).filter("kind = 'num'").drop("n"));
      p.rows("unused", () -> cast.withColumn("x", lit(1)).drop("n"));
      p.rows("unused filter", () -> cast.withColumn("x", lit(1)).filter("kind = 'num'").drop("n"));
      p.rows("filter on it", () -> cast.filter("n > 1").withColumn("x", col("n")));
      p.rows("filter on it, other order", () -> cast.filter("n > 1").filter("kind = 'num'").withColumn("x", col("n")));
      p.rows("guarded", () -> cast.filter("kind = 'num'").filter("n > 1").withColumn("x", col("n").plus(1)).filter("x > 1"));
      p.rows("filter on dropped", () -> cast.select("kind").filter("kind = 'num'").filter("n > 1"));
      p.value("count", () -> cast.withColumn("x", col("n").plus(1)).count());
      p.value("isEmpty", () -> cast.withColumn("x", col("n").plus(1)).filter("x > 100").isEmpty());
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void divisions(String ansi) {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.ansi.enabled", ansi);
      Dataset<Row> d = kinds(p, true);
      p.rows("guarded", () -> d.filter("d != 0").withColumn("q", lit(6).divide(col("d"))).withColumn("r", col("q").plus(1)));
      p.rows("guarded by dropped", () -> d.withColumn("nz", col("d").notEqual(0)).filter("nz").withColumn("q", lit(6).divide(col("d"))).drop("nz", "d"));
      p.rows("not guarded", () -> d.withColumn("q", lit(6).divide(col("d"))).withColumn("r", col("q").plus(1)));
      p.rows("guarded too late", () -> d.withColumn("q", lit(6).divide(col("d"))).withColumn("r", col("q").plus(1)).filter("d != 0"));
      p.rows("overflow", () -> d.withColumn("m", lit(Integer.MAX_VALUE)).withColumn("o", col("m").plus(col("d"))).withColumn("x", lit(1)));
      p.rows("overflow dropped", () -> d.withColumn("m", lit(Integer.MAX_VALUE)).withColumn("o", col("m").plus(col("d"))).drop("o").drop("m"));
      p.rows("element", () -> d.withColumn("a", org.apache.spark.sql.functions.array(col("d"))).withColumn("e", col("a").getItem(3)).drop("a"));
      p.rows("short circuit", () -> d.withColumn("q", org.apache.spark.sql.functions.when(col("d").notEqual(0), lit(6).divide(col("d"))).otherwise(0))
          .withColumn("w", col("q").plus(1)));
      p.rows("guard uses a column", () -> d.withColumn("q", lit(6).divide(col("d")))
          .withColumn("g", org.apache.spark.sql.functions.when(col("d").notEqual(0), col("q")).otherwise(-1)).drop("q"));
      p.rows("guard uses a dropped column twice", () -> d.withColumn("q", lit(6).divide(col("d"))).withColumn("h", col("d").notEqual(0))
          .withColumn("g", org.apache.spark.sql.functions.when(col("h"), col("q").plus(col("q"))).otherwise(-1)).drop("q").drop("h"));
      p.rows("assert", () -> d.withColumn("t", org.apache.spark.sql.functions.expr("assert_true(d > 0)")).withColumn("x", lit(1)).drop("t"));
      p.rows("raise", () -> d.withColumn("t", org.apache.spark.sql.functions.expr("if(d > 0, d, raise_error('no'))")).filter("d > 0").withColumn("u", col("t")));
    }).succeeds("guarded").succeeds("guarded by dropped").succeeds("short circuit");
  }

  /** The row that divides by zero comes before the one whose cast fails; stock computes the cast on all rows first. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whichOfTwoErrorsComesFirst(boolean file) {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.ansi.enabled", "true");
      Object[][] rows = {row("num", "1", 0), row("text", "x", 1)};
      Dataset<Row> d = file ? p.file("two-errors", "kind string, s string, d int", rows) : p.table("kind string, s string, d int", rows);
      Dataset<Row> cast = d.withColumn("n", col("s").cast("int"));
      p.rows("division after cast", () -> cast.select(lit(6).divide(col("d")).as("q"), col("n")));
      p.rows("column in front", () -> cast.withColumn("kind", lit(6).divide(col("d"))));
      p.rows("same kind of error", () -> cast.withColumn("m", col("kind").cast("int")));
    });
  }
}
