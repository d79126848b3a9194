// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.CacheMatchCase.answer;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.cachematch.WideMismatch;
import org.junit.jupiter.api.Test;

/** The wide cache policy makes no query fail that did not, and none succeed that failed. */
class CacheMatchErrorsTest {

  private final CacheMatchCase c = new CacheMatchCase();

  @Test
  void cachedColumnFailsOnRowsThatTheQueryFiltersOut() {
    Dataset<Row> cached = c.numbers().select(col("b"), col("a").divide(col("b")).as("r"));
    Dataset<Row> query = c.numbers().filter("b != 0").select(col("b"), col("a").divide(col("b")).as("r"));
    assertThat(answer(query, cached, false)).isEqualTo(WideMismatch.NOT_LOADED);
  }

  @Test
  void cachedColumnThatMightFailHasBeenComputed() {
    Dataset<Row> cached = c.numbers().select(col("k"), col("a").divide(col("k")).as("r"));
    Dataset<Row> query = c.numbers().filter("k > 1").select(col("a").divide(col("k")).as("r"));
    assertThat(answer(query, cached, false)).isEqualTo(WideMismatch.NOT_LOADED);
    c.matches(query, cached, true);
  }

  @Test
  void cachedColumnThatTheQueryDoesNotEvenUse() {
    Dataset<Row> cached = c.numbers().select(col("k"), col("a").divide(col("b")).as("r"));
    assertThat(answer(c.numbers().select("k"), cached, false)).isEqualTo(WideMismatch.NOT_LOADED);
  }

  @Test
  void cachedFilterMayFail() {
    Dataset<Row> cached = c.numbers().filter("a / k > 1").select("k");
    Dataset<Row> query = c.numbers().filter("k != 0").filter("a / k > 1").select("k");
    assertThat(answer(query, cached, false)).isEqualTo(WideMismatch.NOT_LOADED);
    c.matches(query, cached, true);
  }

  @Test
  void cachedFilterAboveTheProjectMayFailThroughAColumn() {
    Dataset<Row> cached = c.numbers().select(col("k"), col("a").divide(col("k")).as("r")).filter("r > 1");
    Dataset<Row> query = c.numbers().filter("k != 0").filter(col("a").divide(col("k")).gt(1)).select("k");
    assertThat(answer(query, cached, false)).isEqualTo(WideMismatch.NOT_LOADED);
  }

  @Test
  void whatCannotFailNeedNotBeComputed() {
    Dataset<Row> base = c.spark.range(6).toDF("k");
    c.matches(base.filter("k > 1L").select(col("k").as("y")), base.filter("k > 1L").select(col("k").as("z")), false);
    // A file may have gone or be damaged where the query does not read it.
    assertThat(answer(c.numbers().select("a"), c.numbers().select("k", "a"), false)).isEqualTo(WideMismatch.NOT_LOADED);
  }

  @Test
  void baseMayFailBeforeAFilterIsPushedBelowIt() {
    Dataset<Row> base = c.numbers().select(col("k"), col("s").cast("int").as("n")).repartition(1);
    Dataset<Row> cached = base.select(col("n").as("m"), col("k"));
    assertThat(answer(base.filter("k < 0").select("k"), cached, false)).isEqualTo(WideMismatch.NOT_LOADED);
  }

  @Test
  void operatorsOfTheBaseAreKnownNotToFail() {
    Dataset<Row> numbers = c.spark.range(6).toDF("k");
    Dataset<Row> safe = numbers.join(numbers.select(col("k").as("l")), col("k").equalTo(col("l"))).union(numbers.select("k", "k")).orderBy("k");
    c.matches(safe.filter("k > 1L").select(col("l").as("m")), safe.select("k", "l"), false);
    Dataset<Row> grouped = c.numbers().groupBy("k").sum("a");
    assertThat(answer(grouped.select("k"), grouped.select(col("k").as("z")), false)).isEqualTo(WideMismatch.NOT_LOADED);
    c.matches(grouped.select("k"), grouped.select(col("k").as("z")), true);
  }

  @Test
  void residualThatFailsBeforeTheCachedFilter() {
    Dataset<Row> cached = c.numbers().filter("b != 0").select("a", "b");
    assertThat(answer(c.numbers().filter("a / b > 1").filter("b != 0").select("a"), cached, true)).isEqualTo(WideMismatch.ERROR_VANISHES);
    assertThat(answer(c.numbers().filter("a / b > 1 and b != 0").select("a"), cached, true)).isEqualTo(WideMismatch.ERROR_VANISHES);
  }

  @Test
  void residualThatCouldBePushedIntoTheBase() {
    Dataset<Row> joined = c.numbers().join(c.numbers().select(col("k").as("l")), col("k").equalTo(col("l")));
    Dataset<Row> cached = joined.select("k", "a", "b");
    assertThat(answer(joined.filter("100 div a > 1").select("b"), cached, true)).isEqualTo(WideMismatch.ERROR_VANISHES);
    c.matches(joined.filter("a > 1").select("b"), cached);
  }

  @Test
  void malformedRecordsThatOnlyShowInTheColumnsRead() throws Exception {
    Path folder = Files.createDirectories(Sessions.scratch("malformed"));
    Files.writeString(folder.resolve("rows.csv"), "1,1\n2,x\n");
    Dataset<Row> base = c.spark.read().schema("a int, b int").option("mode", "DROPMALFORMED").csv(folder.toString());
    assertThat(answer(base.select("a"), base.select("b", "a"), true)).isEqualTo(WideMismatch.BASE);
  }

  @Test
  void residualThatIsGuardedByTheCachedFilter() {
    Dataset<Row> cached = c.numbers().filter("b != 0").select("a", "b");
    c.matches(c.numbers().filter("b != 0").filter("a / b > 1").select("a"), cached);
    c.matches(c.numbers().filter("b != 0 and a / b > 1").select("a"), cached);
    c.matches(c.numbers().filter("b != 0").filter("a / b > 1").filter("b != 0").select("a"), cached);
  }

  @Test
  void residualBetweenCachedFilters() {
    Dataset<Row> cached = c.numbers().filter("b != 0").filter("k > 1").select("a", "b");
    assertThat(answer(c.numbers().filter("b != 0").filter("a / b > 1").filter("k > 1").select("a"), cached, true))
        .isEqualTo(WideMismatch.ERROR_VANISHES);
  }

  @Test
  void residualThatCannotFailMayComeFirst() {
    c.matches(c.numbers().filter("a > 10").filter("b != 0").select("a"), c.numbers().filter("b != 0").select("a", "b"));
  }

  @Test
  void residualThatFailsThroughACachedColumn() {
    Dataset<Row> cached = c.numbers().filter("b != 0").select(col("b"), col("a").divide(col("b")).as("r"));
    assertThat(answer(c.numbers().filter(col("a").divide(col("b")).gt(6)).filter("b != 0").select("b"), cached, true))
        .isEqualTo(WideMismatch.ERROR_VANISHES);
  }

  @Test
  void cachedFilterWasGuardedByAnotherThatComesLaterInTheQuery() {
    Dataset<Row> cached = c.numbers().filter("b != 0").filter("a / b > 1").select("a", "b");
    assertThat(answer(c.numbers().filter("a / b > 1").filter("b != 0").select("a"), cached, true)).isEqualTo(WideMismatch.ERROR_VANISHES);
    c.matches(c.numbers().filter("b != 0").filter("a / b > 1").select("a"), cached);
  }

  @Test
  void cachedFilterAboveWasGuardedByOneBelow() {
    Dataset<Row> cached = c.numbers().filter("b != 0").select(col("a"), col("a").divide(col("b")).as("r")).filter("r > 1");
    assertThat(answer(c.numbers().filter(col("a").divide(col("b")).gt(1)).filter("b != 0").select("a"), cached, true))
        .isEqualTo(WideMismatch.ERROR_VANISHES);
  }

  @Test
  void guardsInOtherOrderThatCannotFail() {
    c.matches(c.numbers().filter("k > 1").filter("b != 0").select("a"), c.numbers().filter("b != 0").filter("k > 1").select("a"));
  }
}
