// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.Program.row;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.VariantVal;
import org.junit.jupiter.api.Test;
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
      ansi(p, codegen, 100);
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
      ansi(p, codegen, 100);
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
      ansi(p, codegen, maxFields);
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

  /** {@code nullif} and {@code between} name their operand once and use it twice; inside branches each use computes it. */
  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void operandsThatAreNamedOnce(boolean codegen, boolean file) {
    Lockstep.run(p -> {
      ansi(p, codegen, 100);
      Dataset<Row> d = kinds(p, file);
      Dataset<Row> e = d.withColumn("e", expr("6 div d"));
      Column c = col("d").notEqual(0);
      p.rows("nullif", () -> e.withColumn("e", expr("nullif(e, 5)")));
      p.rows("nullif in a branch", () -> e.withColumn("e", when(c, expr("nullif(e, 5)"))));
      p.rows("between in a branch", () -> e.select(when(c, col("e").between(2, 7))));
      p.rows("nullif in nullif", () -> e.select(expr("if(d != 0, nullif(nullif(e, 5), 6), 0)")));
      p.rows("between in coalesce", () -> e.select(expr("coalesce(nullif(d, d), e between 2 and 7)").as("b")));
      p.rows("used once within", () -> e.select(expr("if(d != 0, nullif(5, e), 0L)")));
      p.rows("text", () -> d.withColumn("t", expr("regexp_replace(s, '1', '7')")).withColumn("t", when(c, expr("nullif(t, '7')"))));
    }).failsToRun("nullif in a branch", "DIVIDE_BY_ZERO").failsToRun("between in a branch", "DIVIDE_BY_ZERO");
  }

  @Test
  void whatIsExpensiveIsComputedOnceAlsoForAnOperandThatIsNamedOnce() {
    Lockstep.run(p -> {
      Dataset<Row> t = kinds(p, true).withColumn("t", expr("regexp_replace(s, '1', '7')"));
      p.rows("branch", () -> t.withColumn("t", when(col("d").notEqual(0), expr("nullif(t, '7')"))));
      p.rows("filter", () -> t.filter(expr("t between '1' and '8'")).withColumn("u", lit(1)));
    }).notMerged("branch").notMerged("filter");
  }

  /** A column further down is passed on by Projects that stay, beside what is copied above it, and used in a branch at last. */
  @ParameterizedTest
  @CsvSource({"true,100", "true,1", "false,100"})
  void failingColumnFurtherDown(boolean codegen, int maxFields) {
    Lockstep.run(p -> {
      ansi(p, codegen, maxFields);
      Dataset<Row> d = p.file("further", "d int, k int", row(1, 1), row(0, 2));
      Dataset<Row> e = d.withColumn("e", expr("6 div d")).withColumn("n", col("d").plus(1));
      UnaryOperator<Dataset<Row>> above = x -> x.select(col("d"), col("e"), col("n").plus(1), col("n").plus(2), col("d").plus(3).as("r"))
          .select(col("d"), col("e"), col("r").plus(1).as("x"), col("r").plus(2).as("y"))
          .select(col("x"), col("y"), when(col("d").notEqual(0), col("e")));
      p.rows("project", () -> above.apply(e));
      p.rows("alias", () -> above.apply(e.alias("q").select("q.*")));
      p.rows("limit", () -> above.apply(e.limit(2)));
      p.rows("sort", () -> above.apply(e.sort("k")));
      p.rows("union", () -> above.apply(e.union(e)));
      p.rows("aggregate", () -> above.apply(d.groupBy("d").agg(expr("6 div sum(d)").as("e"), expr("max(k)").as("n"))));
      p.rows("distinct", () -> above.apply(e.distinct()));
      e.createOrReplaceTempView("further_down");
      p.rows("view", () -> above.apply(p.spark.table("further_down")));
      p.rows("text", () -> above.apply(p.spark.sql("select d, 6 div d as e, d + 1 as n from further_down")));
      p.rows("inner join", () -> above.apply(e.join(p.spark.range(3).select(col("id").cast("int").as("k")), "k")));
      p.rows("join with nothing", () -> above.apply(e.join(p.spark.range(0).select(col("id").as("k"), col("id").as("z")), "k", "left")));
    }).failsToRun("sort", "DIVIDE_BY_ZERO");
  }

  /** The optimizer's first act is to compute local data, also where it is only about to become a LocalRelation. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void localDataOfOtherForms(boolean codegen) {
    Lockstep.run(p -> {
      ansi(p, codegen, 100);
      Dataset<Row> local = p.table("d int", row(1), row(0));
      Dataset<Row> none = p.table("d int");
      UnaryOperator<Dataset<Row>> above = x -> x.select("d").withColumn("e", expr("6 div d")).select(col("d"), when(col("d").notEqual(0), col("e")));
      p.rows("local", () -> above.apply(local));
      p.rows("moment", () -> above.apply(p.spark.sql("select d from values (1, now()), (0, now()) as t(d, t)")));
      p.rows("common table", () -> above.apply(p.spark.sql("with c as (select d from values (1), (0) as t(d)) select d from c")));
      p.rows("common table twice", () -> above.apply(p.spark.sql("with c as (select d from values (1), (0) as t(d)) select d from c union all select d from c")));
      p.rows("transposed", () -> above.apply(local.withColumn("k", lit("a")).limit(1).unionAll(p.table("d int, k string", row(0, "b"))).select("k", "d")
          .transpose().select(col("a").minus(1).as("d"))));
      p.rows("union with nothing", () -> above.apply(local.union(none)));
      p.rows("join with nothing", () -> above.apply(local.join(none.withColumn("z", lit(1)), local.col("d").equalTo(none.col("d")), "left").select(local.col("d"))));
      p.rows("file", () -> above.apply(p.file("other-forms", "d int", row(1), row(0))));
    }).failsToRun("local", "DIVIDE_BY_ZERO").failsToRun("moment", "DIVIDE_BY_ZERO").failsToRun("common table", "DIVIDE_BY_ZERO")
        .failsToRun("union with nothing", "DIVIDE_BY_ZERO").failsToRun("join with nothing", "DIVIDE_BY_ZERO").succeeds("file").merged("file");
  }

  /** Not all functions evaluate their first argument on each row. */
  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void functionsThatMaySkipTheirFirstArgument(boolean codegen, boolean file) {
    Lockstep.run(p -> {
      ansi(p, codegen, 100);
      String ddl = "d int, n int, s string";
      Object[][] rows = {row(1, 1, "a"), row(0, null, null)};
      Dataset<Row> d = file ? p.file("skip", ddl, rows) : p.table(ddl, rows);
      Dataset<Row> e = d.withColumn("e", expr("int(6 div d)"));
      p.rows("isin", () -> e.select(col("e").isin()));
      p.rows("isin twice", () -> e.select(col("e").isin(), col("e").isin().and(col("d").gt(0))));
      for (String function : List.of("locate(string(e), s, n)", "trunc(date_from_unix_date(e), s)", "array_join(array(string(e)), s)", "array_repeat(e, n)",
          "substring(string(e), n)", "instr(string(e), s)", "repeat(string(e), n)", "round(e, 0)", "string(e) like s", "concat(string(e), s)", "e = n", "e in (n)",
          "date_add(date_from_unix_date(e), n)", "nullif(e, n)", "typeof(e)")) {
        p.rows(function, () -> e.select(expr(function)));
        p.rows(function + " twice", () -> e.select(expr(function), expr(function).isNull(), col("n")));
        p.rows(function + ", dropped", () -> e.withColumn("f", expr(function)).drop("e"));
      }
    }).failsToRun("round(e, 0) twice", "DIVIDE_BY_ZERO");
  }

  /** With ANSI off, too, something fails: a variant that is damaged. The largest decimals do not. */
  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void failuresWithoutAnsi(boolean codegen, boolean local) {
    Lockstep both = Lockstep.run(p -> {
      ansi(p, codegen, 100);
      p.spark.conf().set("spark.sql.ansi.enabled", "false");
      String ddl = "d int, x decimal(38,0), y decimal(38,38), v variant";
      VariantVal sound = new VariantVal(new byte[] {12, 1}, new byte[] {1, 0, 0});
      VariantVal damaged = new VariantVal(new byte[] {127}, new byte[] {1, 0, 0});
      Object[][] rows = {row(1, new BigDecimal("1"), new BigDecimal("0.1"), sound),
          row(0, new BigDecimal("9".repeat(38)), new BigDecimal("1e-38"), damaged)};
      Dataset<Row> d = local ? p.table(ddl, rows) : p.table(ddl, rows).repartition(1);
      Column c = col("d").notEqual(0);
      for (String value : List.of("x % y", "x div y", "pmod(x, y)", "x / y", "x * y", "string(v)")) {
        Dataset<Row> e = d.withColumn("e", expr(value)).drop("x", "y", "v");
        p.rows(value, () -> e.select("d", "e"));
        p.rows(value + " in a branch", () -> e.withColumn("e", when(c, col("e"))));
        p.rows(value + " in branches", () -> e.withColumn("f", when(c, col("e"))).withColumn("g", when(c, col("e"))).drop("e"));
        p.rows(value + ", dropped", () -> e.drop("e"));
      }
    });
    both.succeeds("x % y").succeeds("x div y").succeeds("pmod(x, y)").failsToRun("string(v)", "MALFORMED_VARIANT");
  }

  /**
   * The differences that README tells of: a sum that was copied overflows where its copies stand. On stock Spark it overflows in a
   * Project of its own, before branches, joins and user-defined functions.
   */
  @Test
  void aCopiedSumOverflowsWhereItsCopiesStand() {
    Program.Text text = p -> {
      ansi(p, true, 100);
      p.spark.udf().register("plus_one", (UDF1<Long, Long>) x -> x + 1, DataTypes.LongType);
      Dataset<Row> d = p.file("overflow-of-a-copy", "d int, m long", row(1, 1L), row(0, Long.MAX_VALUE));
      Dataset<Row> copied = d.withColumn("o", col("m").plus(1)).withColumn("f", col("o").plus(1));
      Column c = col("d").notEqual(0);
      p.rows("itself", () -> copied);
      p.rows("in branches", () -> copied.select(when(c, col("o")), when(c, col("f"))));
      p.rows("joined", () -> copied.join(p.spark.range(1, 2).select(col("id").cast("int").as("d")), "d"));
      ansi(p, false, 100);
      p.rows("argument, interpreted", () -> copied.select(expr("plus_one(o)"), col("f")));
    };
    Outcome stock = Program.run(false, text);
    assertThat(stock.steps().values()).allSatisfy(step -> assertThat(step.error()).startsWith("run <- SparkArithmeticException[ARITHMETIC_OVERFLOW"));
    Outcome ours = Program.run(true, text);
    assertThat(ours.step("itself")).isEqualTo(stock.step("itself"));
    assertThat(ours.step("in branches").rows()).containsExactly(List.of(2L, 3L), Arrays.asList(null, null));
    assertThat(ours.step("joined").rows()).containsExactly(List.of(1, 1L, 2L, 3L));
    assertThat(ours.step("argument, interpreted").error()).contains("FAILED_EXECUTE_UDF", "ARITHMETIC_OVERFLOW");
  }

  private static void ansi(Program p, boolean codegen, int maxFields) {
    p.spark.conf().set("spark.sql.ansi.enabled", "true");
    p.spark.conf().set("spark.sql.codegen.maxFields", maxFields);
    p.spark.conf().set("spark.sql.codegen.wholeStage", codegen);
    p.spark.conf().set("spark.sql.codegen.factoryMode", codegen ? "FALLBACK" : "NO_CODEGEN");
  }
}
