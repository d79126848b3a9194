// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.sqrt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.CacheMatchCase.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.cachematch.WideCandidate;
import org.apache.spark.sql.execution.cachematch.WideMatch;
import org.apache.spark.sql.execution.cachematch.WideMatcher;
import org.junit.jupiter.api.Test;

/** Of several cached plans the wide cache policy takes the one that saves most work, at a bounded cost. */
class CacheMatchChoiceTest {

  private final CacheMatchCase c = new CacheMatchCase();

  @SafeVarargs
  private static Optional<Integer> choice(Dataset<Row> query, Dataset<Row>... cached) {
    List<WideCandidate> candidates = new ArrayList<>();
    for (Dataset<Row> dataset : cached) {
      candidates.add(new WideCandidate(plan(dataset), true));
    }
    return CacheMatchCase.matcher(query).best(candidates).map(WideMatch::index);
  }

  @Test
  void theEntryThatHasTheColumn() {
    Dataset<Row> x = c.numbers();
    Dataset<Row> narrow = x.select(col("a"));
    Dataset<Row> wide = x.select(col("a"), sqrt(col("a")).as("e"));
    Dataset<Row> query = x.select(col("a"), sqrt(col("a")).as("e"), sqrt(col("a")).plus(1).as("z"));
    assertThat(choice(query, narrow, wide)).contains(1);
    assertThat(choice(query, wide, narrow)).contains(0);
  }

  @Test
  void oneExpensiveColumnIsWorthMoreThanManyCheapOnes() {
    Dataset<Row> x = c.numbers();
    Dataset<Row> cheap = x.select(col("a"), col("a").plus(1).as("u"), col("a").plus(2).as("v"), col("a").plus(3).as("w"));
    Dataset<Row> expensive = x.select(col("a"), sqrt(col("a")).as("e"));
    Dataset<Row> query = x.select(col("a").plus(1).as("u"), col("a").plus(2).as("v"), col("a").plus(3).as("w"), sqrt(col("a")).as("e"));
    assertThat(choice(query, cheap, expensive)).contains(1);
  }

  @Test
  void filteredRowsAreNearer() {
    Dataset<Row> x = c.numbers();
    Dataset<Row> query = x.filter("k > 1").filter("k < 9").select("k");
    assertThat(choice(query, x.select("k", "a"), x.filter("k > 1").filter("k < 9").select("k"), x.filter("k > 1").select("k"))).contains(1);
  }

  @Test
  void theFirstOfEquals() {
    Dataset<Row> x = c.numbers();
    assertThat(choice(x.select("k"), x.select("a"), x.select("k", "a"), x.select("k", "b"))).contains(1);
  }

  @Test
  void none() {
    Dataset<Row> x = c.numbers();
    assertThat(choice(x.select("k"))).isEmpty();
    assertThat(choice(x.select("k"), x.select("a"), x.select("b"))).isEmpty();
  }

  @Test
  void theNextBestIfTheBestHasAnotherBase() {
    Dataset<Row> x = c.numbers();
    Dataset<Row> query = x.select(col("k").plus(1).as("u"));
    Dataset<Row> alike = c.file("alike", "k int, a int, b int, s string", new Object[] {7, 7, 7, "x"});
    assertThat(choice(query, x.select("k"), alike.select(col("k").plus(1).as("u")))).contains(0);
  }

  @Test
  void basesAreComparedLast() {
    Dataset<Row> x = c.numbers();
    List<WideCandidate> candidates = new ArrayList<>();
    for (int i = 0; i < 17; i++) {
      candidates.add(new WideCandidate(plan(c.spark.range(10).select(col("id"), col("id").plus(i).as("u"))), true));
      candidates.add(new WideCandidate(plan(x.filter("k > " + (100 + i)).select("k")), true));
      candidates.add(new WideCandidate(plan(x.select(col("a").plus(i).as("u"))), true));
    }
    AtomicInteger calls = new AtomicInteger();
    assertThat(matcher(x.filter("k > 1").select("k"), calls).best(candidates)).isEmpty();
    assertThat(calls).hasValue(0);
    candidates.add(new WideCandidate(plan(c.numbers().select("k")), true));
    candidates.add(new WideCandidate(plan(c.numbers().filter("k > 1").select("k")), true));
    assertThat(matcher(x.filter("k > 1").select("k"), calls).best(candidates).map(WideMatch::index)).contains(52);
    assertThat(calls).as("one comparison is enough").hasValue(1);
  }

  private static WideMatcher matcher(Dataset<Row> query, AtomicInteger calls) {
    return new WideMatcher(plan(query), (x, y) -> {
      calls.incrementAndGet();
      return x.sameResult(y);
    });
  }

  @Test
  void wideListsTakeLinearTime() {
    long[] nanos = {Long.MAX_VALUE / 16, Long.MAX_VALUE / 16};
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 2; i++) {
        int width = 250 << i * 2;
        LogicalPlan query = plan(wide(width, 1));
        List<WideCandidate> candidates = List.of(new WideCandidate(plan(wide(width, 0)), true));
        long start = System.nanoTime();
        assertThat(new WideMatcher(query, LogicalPlan::sameResult).best(candidates)).isPresent();
        nanos[i] = Math.min(nanos[i], System.nanoTime() - start);
      }
    }
    assertThat(nanos[1]).as("four times the columns; 250 took %d ns", nanos[0]).isLessThan(10 * nanos[0] + 100_000_000L);
  }

  // Each column of the query is a function of one of the cached columns.
  private Dataset<Row> wide(int width, int more) {
    return c.numbers().select(IntStream.range(0, width)
        .mapToObj(i -> more == 0 ? sqrt(col("a").plus(i)).as("c" + i) : sqrt(col("a").plus(i)).multiply(more).as("d" + i))
        .toArray(Column[]::new));
  }
}
