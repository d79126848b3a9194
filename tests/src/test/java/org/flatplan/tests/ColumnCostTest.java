// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What one more call costs where there are many columns already, counted, not timed. On stock Spark
 * it grows with the calls before it; here with the width of the plan at most, and hardly at all where
 * the columns can be shared with the plan before.
 */
class ColumnCostTest {

  private static final int NARROW = 200;
  private static final int WIDE = 400;

  /** Each of Spark's rules once, with a few to spare; stock Spark needs three rounds of most of them. */
  private static final long RULES = 125;

  /** With twice the columns a call allocates so much more where it shares columns, and where it goes through all of them. */
  private static final double SHARING = 1.2;
  private static final double LINEAR = 2.3;

  /**
   * A call, how much more it may allocate with twice the columns, and how many kilobytes at {@link #WIDE} columns: half as much
   * again as it did when this was written.
   */
  private record Call(double growth, int kilobytes, BiFunction<Dataset<Row>, Integer, Dataset<Row>> function) {}

  private static final Map<String, Call> CALLS = Map.of(
      "add", new Call(SHARING, 235, (d, i) -> d.withColumn("n" + i, col("c7").plus(i))),
      "literal", new Call(SHARING, 175, (d, i) -> d.withColumn("n" + i, lit(null).cast("string"))),
      "replace", new Call(SHARING, 230, (d, i) -> d.withColumn("c" + i, col("c" + i).cast("string"))),
      "conditional", new Call(SHARING, 380, (d, i) -> d.withColumn("c7", when(col("c7").equalTo(i), lit(-1)).otherwise(col("c7")))),
      "rename", new Call(SHARING, 180, (d, i) -> d.withColumnRenamed("c" + i, "r" + i)),
      // Dataset.drop makes a Column of each that stays; the stack trace is taken once, else it would be 5,600 KB.
      "drop", new Call(LINEAR, 885, (d, i) -> d.drop("c" + i)),
      "filter", new Call(LINEAR, 530, (d, i) -> d.filter(col("c" + i).gt(-1))));

  /** The least of several calls in a row: what they have in common. */
  private record Cost(long bytes, long rules, long projects) {}

  private static Dataset<Row> columns(SparkSession spark, int width) {
    String[] all = new String[width];
    for (int i = 0; i < width; i++) {
      all[i] = "id + " + i + " as c" + i;
    }
    return spark.range(1).selectExpr(all);
  }

  private static Cost cost(int width, BiFunction<Dataset<Row>, Integer, Dataset<Row>> call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Dataset<Row> d = columns(Sessions.open(true), width);
    long least = Long.MAX_VALUE;
    for (int i = 10; i < 40; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      d = call.apply(d, i);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    long rules = 0;
    for (QueryPlanningTracker.RuleSummary summary : CollectionConverters.asJava(PlanShape.execution(d).tracker().rules()).values()) {
      rules += summary.numInvocations();
    }
    return new Cost(least, rules, PlanShape.analyzed(d).projects());
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "literal", "replace", "conditional", "rename", "drop", "filter"})
  void growsNoFasterThanTheWidth(String name) {
    cost(NARROW, CALLS.get(name).function()); // loads classes and fills caches
    Cost narrow = cost(NARROW, CALLS.get(name).function());
    Cost wide = cost(WIDE, CALLS.get(name).function());
    assertThat(wide.rules()).as("invocations of analyzer rules in a call").isEqualTo(narrow.rules()).isLessThanOrEqualTo(RULES);
    assertThat(wide.projects()).as("Projects").isEqualTo(narrow.projects()).isLessThanOrEqualTo(10);
    assertThat((double) wide.bytes() / narrow.bytes()).as("growth of the bytes that a call allocates").isLessThan(CALLS.get(name).growth());
    assertThat(wide.bytes()).as("bytes that a call allocates").isLessThan(CALLS.get(name).kilobytes() * 1000L);
  }
}
