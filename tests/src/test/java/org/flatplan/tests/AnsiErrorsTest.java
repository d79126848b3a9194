// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.flatplan.tests.Program.row;

import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
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
      p.rows("short circuit", () -> d.withColumn("q", when(col("d").notEqual(0), lit(6).divide(col("d"))).otherwise(0))
          .withColumn("w", col("q").plus(1)));
      p.rows("guard uses a column", () -> d.withColumn("q", lit(6).divide(col("d")))
          .withColumn("g", when(col("d").notEqual(0), col("q")).otherwise(-1)).drop("q"));
      p.rows("guard uses a dropped column twice", () -> d.withColumn("q", lit(6).divide(col("d"))).withColumn("h", col("d").notEqual(0))
          .withColumn("g", when(col("h"), col("q").plus(col("q"))).otherwise(-1)).drop("q").drop("h"));
      p.rows("assert", () -> d.withColumn("t", expr("assert_true(d > 0)")).withColumn("x", lit(1)).drop("t"));
      p.rows("raise", () -> d.withColumn("t", expr("if(d > 0, d, raise_error('no'))")).filter("d > 0").withColumn("u", col("t")));
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

  /** The optimizer counts the uses of a column that stands twice in a Project together, and leaves the Project below another then. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void besideAColumnThatStandsTwice(boolean codegen) {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.ansi.enabled", "true");
      p.spark.conf().set("spark.sql.codegen.wholeStage", codegen);
      p.spark.conf().set("spark.sql.codegen.factoryMode", codegen ? "FALLBACK" : "NO_CODEGEN");
      Dataset<Row> d = p.spark.range(2).select(col("id").multiply(2).as("x"), col("id").as("c1"), lit(2).as("c2"), lit(3).as("c3"), lit(4).as("c4"),
          lit(6).divide(col("id")).as("y"));
      Column guarded = when(col("c1").gt(5), col("y"));
      p.rows("near", () -> d.select("x", "y", "x", "c1").withColumn("y", guarded));
      p.rows("far", () -> d.select("x", "c1", "c2", "c3", "c4", "y", "x")
          .withColumns(Map.of("c2", lit(9), "c3", lit(9), "c4", lit(9), "y", guarded)));
      p.rows("far, kept", () -> d.select("x", "c1", "c2", "c3", "c4", "y", "x").withColumn("z", lit(0)).withColumn("y", guarded));
      p.rows("once", () -> d.withColumn("z", lit(0)).withColumn("y", guarded));
    });
  }

  /** A column that is used twice is computed by a Project of its own on stock Spark: what it fails with comes first, and comes as it is. */
  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void whatACopiedColumnFailsWith(boolean codegen, boolean file) {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.ansi.enabled", "true");
      p.spark.conf().set("spark.sql.codegen.wholeStage", codegen);
      p.spark.conf().set("spark.sql.codegen.factoryMode", codegen ? "FALLBACK" : "NO_CODEGEN");
      p.spark.udf().register("plus_one", (UDF1<Long, Long>) x -> x + 1, DataTypes.LongType);
      Object[][] rows = {row("num", "1", 1), row("text", "x", 0)};
      Dataset<Row> d = file ? p.file("copied", "kind string, s string, d int", rows) : p.table("kind string, s string, d int", rows);
      Dataset<Row> e = d.withColumn("e", expr("6 div d"));
      p.rows("argument", () -> e.select(expr("plus_one(e)"), col("e")));
      p.rows("argument only", () -> e.withColumn("f", expr("plus_one(e) + plus_one(e + 1)")).drop("e"));
      p.rows("argument and in a try", () -> e.select(expr("try_add(e, e)")));
      p.rows("in a try", () -> e.select(expr("try_add(make_interval(int(e)), make_interval(int(e)))")));
      p.rows("another error in front", () -> e.select(col("s").cast("int").as("i"), col("e"), col("e").plus(1).as("f")));
      p.rows("another error within", () -> e.select(col("s").cast("int").plus(col("e")).as("i"), col("e")));
      p.rows("another error below", () -> e.withColumn("i", col("s").cast("int")).select(col("i").plus(1), col("e").plus(1), col("i"), col("e")));
      p.rows("another error behind", () -> e.select(col("e"), col("e").plus(1).as("f"), col("s").cast("int").as("i")));
    });
  }

  /** What is computed by a Project of its own on stock Spark fails there, also if all that uses it stands where it may not be reached. */
  @ParameterizedTest
  @CsvSource({"true,100", "true,1", "false,100"})
  void copiesWhereTheyMayNotBeReached(boolean codegen, int maxFields) {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.ansi.enabled", "true");
      p.spark.conf().set("spark.sql.codegen.maxFields", maxFields);
      p.spark.conf().set("spark.sql.codegen.wholeStage", codegen);
      p.spark.conf().set("spark.sql.codegen.factoryMode", codegen ? "FALLBACK" : "NO_CODEGEN");
      Dataset<Row> d = p.file("not-reached", "d int, x int, m long", row(1, 5, 1L), row(0, null, Long.MAX_VALUE));
      Dataset<Row> e = d.withColumn("e", expr("6 div d"));
      Column c = col("d").notEqual(0);
      p.rows("branches, dropped", () -> e.withColumn("f", when(c, col("e").plus(1))).withColumn("g", when(c, col("e").plus(2))).drop("e"));
      p.rows("branches of one call, dropped", () -> e.select(col("e"), when(c, col("e").plus(1)), when(c, col("e").plus(2))).drop("e"));
      p.rows("one branch, dropped", () -> e.withColumn("f", when(c, col("e").plus(1))).drop("e"));
      p.rows("copies in branches", () -> e.select(col("d"), col("e").plus(1).as("f"), col("e").plus(2).as("g")).select(when(c, col("f")), when(c, col("g"))));
      p.rows("null before", () -> e.select(col("x").plus(col("e")), col("x").plus(col("e")).plus(1)));
      p.rows("null before, dropped", () -> e.withColumn("f", col("x").plus(col("e"))).withColumn("g", col("x").multiply(col("e"))).drop("e"));
      p.rows("null divisor", () -> e.select(col("e").divide(col("x")), col("e").mod(col("x"))));
      p.rows("other copy", () -> e.withColumn("h", col("d").plus(1)).select(col("x").plus(col("e")), col("h"), col("h").plus(1)));
      p.rows("other copy, later", () -> e.withColumn("h", col("d").plus(1)).withColumn("i", col("h").plus(1)).withColumn("e", when(c, col("e"))));
      p.rows("lambda", () -> e.withColumn("a", expr("filter(array(d), q -> q > 0)")).select(expr("transform(a, q -> q + e)"), expr("transform(a, q -> q - e)")));
      p.rows("try", () -> e.select(expr("try_add(make_interval(int(e)), make_interval(int(e)))")));
      Dataset<Row> o = d.withColumn("o", col("m").plus(1));
      p.rows("overflow, branches", () -> o.select(when(c, col("o")), when(c, col("o").plus(1))));
      p.rows("overflow, null before", () -> o.select(col("x").plus(col("o")), col("x").minus(col("o"))));
      p.rows("overflow, twice", () -> o.withColumn("q", col("o").plus(1)).drop("o"));
    }).gives("one branch, dropped", row(1, 5, 1L, 7L), row(0, null, Long.MAX_VALUE, null));
  }
}
