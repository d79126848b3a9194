// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.CacheMatchCase.refuses;
import static org.flatplan.tests.CacheMatchCase.text;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.cachematch.WideMatch;
import org.apache.spark.sql.execution.cachematch.WideMismatch;
import org.junit.jupiter.api.Test;

/** How the wide cache policy compares the filters of a query and of a cached plan, case 2 of SPARK-47609. */
class CacheMatchFiltersTest {

  private final CacheMatchCase c = new CacheMatchCase();

  @Test
  void theSameFilterBelow() {
    Dataset<Row> cached = c.numbers().filter("k > 2").select(col("k"), col("a"));
    WideMatch match = c.matches(c.numbers().filter("k > 2").select("a"), cached);
    assertThat(text(match, cached).split("Filter", -1)).as("the filter of the cached plan only").hasSize(2);
    assertThat(match.saved()).isEqualTo(3);
  }

  @Test
  void residualFilterOnAPassedOnColumn() {
    Dataset<Row> cached = c.numbers().select("k", "a");
    assertThat(text(c.matches(c.numbers().filter("k > 2").select("a"), cached), cached)).contains("Filter (k > 2)");
  }

  @Test
  void residualFilterOnAComputedColumn() {
    Dataset<Row> cached = c.numbers().filter("k > 2").withColumn("u", col("k").multiply(10));
    Dataset<Row> query = c.numbers().filter("k > 2").filter(col("k").multiply(10).lt(80)).select(col("k").multiply(10).as("u"));
    assertThat(text(c.matches(query, cached), cached)).contains("Filter (u < 80)");
  }

  @Test
  void derivedFromTheCachedDataset() {
    Dataset<Row> cached = c.numbers().filter("k > 2").withColumn("u", col("k").multiply(10));
    Dataset<Row> query = cached.filter("u < 80").select("u");
    assertThat(PlanShape.analyzed(query).projects()).isEqualTo(1);
    c.matches(query, cached);
  }

  @Test
  void cachedFilterIsMissing() {
    Dataset<Row> cached = c.numbers().filter("k > 2").withColumn("u", col("k").multiply(10));
    refuses(WideMismatch.FILTER, c.numbers().filter("k < 8").select(col("k").multiply(10).as("u")), cached);
    refuses(WideMismatch.FILTER, c.numbers().select(col("k").multiply(10).as("u")), cached);
    refuses(WideMismatch.FILTER, c.numbers().filter("k > 3").select(col("k").multiply(10).as("u")), cached);
  }

  @Test
  void cachedFilterAboveItsProject() {
    Dataset<Row> cached = c.numbers().select(col("k"), col("a").plus(col("b")).as("u")).filter("u > 20");
    WideMatch match = c.matches(c.numbers().filter(col("a").plus(col("b")).gt(20)).select("k"), cached);
    assertThat(match.saved()).isEqualTo(5 * 1);
    refuses(WideMismatch.FILTER, c.numbers().filter(col("a").plus(col("k")).gt(20)).select("k"), cached);
  }

  @Test
  void cachedFiltersAboveAndBelow() {
    Dataset<Row> cached = c.numbers().filter("k > 1").select(col("k"), col("a").plus(col("b")).as("u")).filter("u > 20").filter("k < 9");
    c.matches(c.numbers().filter("k > 1").filter(col("a").plus(col("b")).gt(20)).filter("k < 9").filter("k != 5").select("k"), cached);
    refuses(WideMismatch.FILTER, c.numbers().filter("k > 1").filter("k < 9").filter("k != 5").select("k"), cached);
  }

  @Test
  void conjunctsCountOneByOne() {
    Dataset<Row> cached = c.numbers().filter("k > 1 and k < 9").select("k", "a");
    Dataset<Row> query = c.numbers().filter("k < 9 and a > 10").filter("a < 80 and k > 1").select("a");
    String text = text(c.matches(query, cached), cached);
    assertThat(text).contains("Filter (a < 80)").contains("Filter (a > 10)");
    assertThat(text.indexOf("a < 80")).as("order of the query").isLessThan(text.indexOf("a > 10"));
  }

  @Test
  void moreThanOneConjunctOfAFilterIsLeft() {
    Dataset<Row> cached = c.numbers().filter("k < 9").select("k", "a");
    Dataset<Row> query = c.numbers().filter("a > 10 and k < 9 and k > 1").select("a");
    assertThat(text(c.matches(query, cached), cached)).contains("Filter ((a > 10) AND (k > 1))");
  }

  @Test
  void aFilterThatIsThereTwice() {
    Dataset<Row> cached = c.numbers().filter("k > 1").select("k", "a");
    c.matches(c.numbers().filter("k > 1").filter("a > 10").filter("k > 1").select("a"), cached);
    c.matches(c.numbers().filter("k > 1").filter("k > 1").select("a"), c.numbers().filter("k > 1").filter("k > 1").select("a"));
  }

  @Test
  void residualNeedsAColumnThatIsNotCached() {
    refuses(WideMismatch.RESIDUAL_FILTER, c.numbers().filter("b > 0").select("k"), c.numbers().select("k", "a"));
  }

  @Test
  void constantFilter() {
    c.matches(c.numbers().filter(lit(true)).select("k"), c.numbers().select("k", "a"));
    c.matches(c.numbers().filter(lit(false)).select("k"), c.numbers().select("k", "a"));
  }

  @Test
  void nullsAreFilteredAlike() {
    Dataset<Row> cached = c.numbers().filter("s = 'x' or k > 5").select("s", "k");
    c.matches(c.numbers().filter("s = 'x' or k > 5").filter("s is null").select("s"), cached);
  }
}
