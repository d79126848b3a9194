// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.current_date;
import static org.apache.spark.sql.functions.current_user;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.now;
import static org.apache.spark.sql.functions.rand;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.CacheMatchCase.refuses;
import static org.flatplan.tests.CacheMatchCase.text;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.cachematch.WideMatch;
import org.apache.spark.sql.execution.cachematch.WideMismatch;
import org.junit.jupiter.api.Test;

/** What the wide cache policy never takes for the same, however alike it looks. */
class CacheMatchRefusalTest {

  private final CacheMatchCase c = new CacheMatchCase();

  @Test
  void otherShapes() {
    Dataset<Row> x = c.numbers();
    refuses(WideMismatch.SHAPE, x.filter("k > 1"), x.select("k"));
    refuses(WideMismatch.SHAPE, x.select("k").filter("k > 1"), x.select("k"));
    refuses(WideMismatch.SHAPE, x.select("k"), x);
    refuses(WideMismatch.SHAPE, x.select("k"), x.filter("k > 1"));
    refuses(WideMismatch.SHAPE, x.select("k"), x.groupBy("k").count());
  }

  @Test
  void otherBases() {
    Dataset<Row> x = c.numbers();
    refuses(WideMismatch.BASE, x.select("k"), x.select("k").repartition(1).select(col("k").as("z")));
    refuses(WideMismatch.BASE, x.select("k"), c.file("two", "k int, a int, b int, s string", new Object[] {1, 1, 1, "x"}).select("k"));
    refuses(WideMismatch.BASE, x.select("k"), c.file("types", "k long, a int, b int, s string", new Object[] {1L, 1, 1, "x"}).select("k"));
    refuses(WideMismatch.BASE, x.select("k"), x.limit(2).select("k"));
    refuses(WideMismatch.BASE, x.orderBy("k").select("k"), x.orderBy("a").select("k"));
  }

  @Test
  void hintsAndNamesOfTheBaseDoNotMatter() {
    c.matches(c.numbers().hint("broadcast").select("k"), c.numbers().select("k", "a"));
    c.matches(c.numbers().select("k"), c.numbers().hint("broadcast").select("k", "a"));
  }

  @Test
  void randomColumns() {
    Dataset<Row> x = c.numbers();
    Dataset<Row> cached = x.select(col("a"), rand(42).as("r"));
    refuses(WideMismatch.NON_DETERMINISTIC, x.filter("a > 5").select(col("a"), rand(42).as("r")), cached);
    refuses(WideMismatch.NON_DETERMINISTIC, x.filter("a > 5").select("a"), cached);
    refuses(WideMismatch.NON_DETERMINISTIC, x.select(col("a"), monotonically_increasing_id().as("i")), x.select("a", "k"));
  }

  @Test
  void randomFilters() {
    Dataset<Row> x = c.numbers();
    refuses(WideMismatch.NON_DETERMINISTIC, x.filter(rand(1).gt(0.5)).select("a"), x.filter(rand(1).gt(0.5)).select("a", "k"));
    refuses(WideMismatch.NON_DETERMINISTIC, x.filter(rand(1).gt(0.5)).select("a"), x.select("a", "k"));
    refuses(WideMismatch.NON_DETERMINISTIC, x.filter("k > 1").select("a"), x.filter(rand(1).gt(0.5)).select("a", "k"));
  }

  @Test
  void randomBase() {
    Dataset<Row> x = c.numbers().select(col("k"), rand(1).as("r")).repartition(1);
    refuses(WideMismatch.NON_DETERMINISTIC, x.select("k"), x.select("k", "r"));
  }

  @Test
  void momentInAColumnIsComputedAnew() {
    Dataset<Row> cached = c.numbers().select(col("k"), now().as("t"), expr("cast(now() as string) || s").as("u"));
    WideMatch match = c.matches(c.numbers().select(col("k"), expr("k > 0 and now() is not null").as("v")), cached);
    assertThat(text(match, cached)).contains("now()");
    Dataset<Row> again = c.numbers().select(col("k"), now().as("t"));
    WideMatch same = (WideMatch) CacheMatchCase.answer(again, cached, true);
    assertThat(text(same, cached)).contains("Project [k, now() AS t]");
    refuses(WideMismatch.COLUMN, c.numbers().select(expr("cast(now() as string) || s").as("u")), cached);
    refuses(WideMismatch.COLUMN, c.numbers().select(current_user().equalTo(col("s")).as("u")),
        c.numbers().select(current_user().equalTo(col("s")).as("u")));
  }

  @Test
  void momentInAFilter() {
    Dataset<Row> cached = c.numbers().filter(current_date().gt(lit("2020-01-01"))).select("k");
    refuses(WideMismatch.MOMENT_OF_QUERY, c.numbers().filter(current_date().gt(lit("2020-01-01"))).select("k"), cached);
    c.matches(c.numbers().filter(current_date().gt(lit("2020-01-01"))).select("k"), c.numbers().select("k", "a"));
  }

  @Test
  void momentInTheBase() {
    Dataset<Row> x = c.numbers().select(col("k"), current_date().as("d")).repartition(1);
    refuses(WideMismatch.MOMENT_OF_QUERY, x.select("k"), x.select("k", "d"));
  }

  @Test
  void momentInSpecialDates() {
    for (String today : new String[] {"date(s) < cast('today' as date)", "date(s) < to_date('today')", "cast(s as timestamp) < cast(' Now' as timestamp)"}) {
      Dataset<Row> cached = c.numbers().filter("k < 0").filter(today).select("k");
      refuses(WideMismatch.MOMENT_OF_QUERY, c.numbers().filter("k < 0").filter(today).select("k"), cached);
    }
    String fixed = "date(s) < cast('2020-01-01' as date)";
    c.matches(c.numbers().filter("k < 0").filter(fixed).select("k"), c.numbers().filter("k < 0").filter(fixed).select("k"));
  }

  @Test
  void momentInASubquery() {
    c.numbers().createOrReplaceTempView("match_numbers");
    String late = "k > (select max(k) - 2 from match_numbers where now() > timestamp'2020-01-01')";
    refuses(WideMismatch.MOMENT_OF_QUERY, c.numbers().filter(late).select("k"), c.numbers().filter(late).select("k"));
  }

  @Test
  void subqueriesThatAreNotCorrelated() {
    c.numbers().createOrReplaceTempView("match_numbers");
    String max = "(select max(k) from match_numbers)";
    String in = "k in (select b + 3 from match_numbers)";
    Dataset<Row> cached = c.numbers().select(col("k"), expr(max).as("m"), expr(in).as("i"));
    WideMatch match = c.matches(c.numbers().select(expr(max).as("x"), expr("k + " + max).as("y"), expr(in).as("z")), cached);
    assertThat(match.saved()).isGreaterThanOrEqualTo(300);
    Dataset<Row> other = c.numbers().select(expr("k + (select min(k) from match_numbers)").as("y"));
    c.matches(other, cached);
    c.matches(c.numbers().filter(in).select("k"), c.numbers().filter(in).select("k", "a"));
    refuses(WideMismatch.FILTER, c.numbers().filter("k in (select b from match_numbers)").select("k"), c.numbers().filter(in).select("k", "a"));
  }

  @Test
  void correlatedSubqueries() {
    c.numbers().createOrReplaceTempView("match_numbers");
    Dataset<Row> x = c.spark.table("match_numbers").alias("x");
    String sum = "(select sum(b) from match_numbers t where t.k < x.k)";
    Dataset<Row> cached = x.select(expr("x.k"), expr(sum).as("m"));
    c.matches(x.select(expr(sum).as("n")), cached);
    refuses(WideMismatch.COLUMN, x.select(expr(sum + " + 1").as("n")), cached);
    refuses(WideMismatch.COLUMN, x.select(expr("(select sum(b) from match_numbers t where t.k < x.a)").as("n")), cached);
    refuses(WideMismatch.RESIDUAL_FILTER, x.filter("exists(select 1 from match_numbers t where t.b = x.k)").select("k"), cached);
  }

  @Test
  void correlatedSubqueriesOverOtherIds() {
    c.numbers().createOrReplaceTempView("match_numbers");
    String sum = "(select sum(b) from match_numbers t where t.k < x.k)";
    Dataset<Row> cached = c.numbers().alias("x").select(expr("x.k"), expr(sum).as("m"));
    c.matches(c.numbers().alias("x").select(expr(sum).as("n")), cached);
  }

  @Test
  void streams() {
    Dataset<Row> x = c.spark.readStream().format("rate").load();
    refuses(WideMismatch.STREAMING, x.select("value"), x.select("value", "timestamp"));
    refuses(WideMismatch.STREAMING, x.select("value"), c.numbers().select("k"));
  }
}
