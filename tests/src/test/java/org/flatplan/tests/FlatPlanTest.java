// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loops of one call per column leave a plan whose depth does not grow with the number of calls. */
class FlatPlanTest {

  private static Stream<Column> list(int from, int to, String name, IntFunction<Column> column) {
    return IntStream.range(from, to).mapToObj(i -> column.apply(i).as(name + i));
  }

  private static Dataset<Row> select(Program p, Stream<Column> columns) {
    return p.spark.range(0, 2, 1, 1).select(columns.toArray(Column[]::new));
  }

  private static Dataset<Row> wide(Program p, int columns) {
    return select(p, list(0, columns, "C", i -> col("id").plus(i)));
  }

  private static Dataset<Row> withId(Program p, Stream<Column> columns) {
    return select(p, Stream.concat(Stream.of(col("id")), columns));
  }

  /** The loops people write, each with one call per column. */
  enum Loop {
    LITERALS {
      @Override
      Dataset<Row> run(Program p, int n) {
        Dataset<Row> d = p.spark.range(0, 2, 1, 1).toDF();
        for (int i = 0; i < n; i++) {
          d = d.withColumn("c" + i, lit(i));
        }
        return d;
      }

      @Override
      Dataset<Row> atOnce(Program p, int n) {
        return withId(p, list(0, n, "c", i -> lit(i)));
      }
    },
    ADDS {
      @Override
      Dataset<Row> run(Program p, int n) {
        Dataset<Row> d = p.spark.range(0, 2, 1, 1).toDF();
        for (int i = 0; i < n; i++) {
          d = d.withColumn("c" + i, col("id").plus(i));
        }
        return d;
      }

      @Override
      Dataset<Row> atOnce(Program p, int n) {
        return withId(p, list(0, n, "c", i -> col("id").plus(i)));
      }
    },
    CASTS {
      @Override
      Dataset<Row> run(Program p, int n) {
        Dataset<Row> d = wide(p, n);
        for (int i = 0; i < n; i++) {
          d = d.withColumn("C" + i, col("C" + i).cast("string"));
        }
        return d;
      }

      @Override
      Dataset<Row> atOnce(Program p, int n) {
        return select(p, list(0, n, "C", i -> col("id").plus(i).cast("string")));
      }
    },
    RENAMES {
      @Override
      Dataset<Row> run(Program p, int n) {
        Dataset<Row> d = wide(p, n);
        for (int i = 0; i < n; i++) {
          d = d.withColumnRenamed("C" + i, "renamed" + i);
        }
        return d;
      }

      @Override
      Dataset<Row> atOnce(Program p, int n) {
        return select(p, list(0, n, "renamed", i -> col("id").plus(i)));
      }
    },
    LOWER_NAMES {
      @Override
      Dataset<Row> run(Program p, int n) {
        Dataset<Row> d = wide(p, n);
        for (String name : d.columns()) {
          d = d.withColumnRenamed(name, name.toLowerCase(Locale.ROOT));
        }
        return d;
      }

      @Override
      Dataset<Row> atOnce(Program p, int n) {
        return select(p, list(0, n, "c", i -> col("id").plus(i)));
      }
    },
    DROPS {
      @Override
      Dataset<Row> run(Program p, int n) {
        Dataset<Row> d = wide(p, n + 1);
        for (int i = 0; i < n; i++) {
          d = d.drop("C" + i);
        }
        return d;
      }

      @Override
      Dataset<Row> atOnce(Program p, int n) {
        return select(p, list(n, n + 1, "C", i -> col("id").plus(i)));
      }
    },
    REPLACE_ONE {
      @Override
      Dataset<Row> run(Program p, int n) {
        Dataset<Row> d = p.spark.range(0, 2, 1, 1).withColumn("x", lit(-1));
        for (int i = 0; i < n; i++) {
          d = d.withColumn("x", lit(i));
        }
        return d;
      }

      @Override
      Dataset<Row> atOnce(Program p, int n) {
        return withId(p, Stream.of(lit(n - 1).as("x")));
      }
    },
    ADDS_AND_DROPS {
      @Override
      Dataset<Row> run(Program p, int n) {
        Dataset<Row> d = p.spark.range(0, 2, 1, 1).toDF();
        for (int i = 0; i < n; i++) {
          d = i % 2 == 0 ? d.withColumn("t", col("id").plus(i)) : d.drop("t");
        }
        return d;
      }

      @Override
      Dataset<Row> atOnce(Program p, int n) {
        return withId(p, Stream.empty());
      }
    };

    abstract Dataset<Row> run(Program p, int n);

    /** The same by one call; {@code n} is even. */
    abstract Dataset<Row> atOnce(Program p, int n);
  }

  private static PlanShape shape(Loop loop, int n) {
    PlanShape[] shape = new PlanShape[1];
    Program.run(true, p -> shape[0] = PlanShape.analyzed(loop.run(p, n)));
    return shape[0];
  }

  @ParameterizedTest
  @EnumSource
  void depthDoesNotGrow(Loop loop) {
    PlanShape small = shape(loop, 40);
    PlanShape large = shape(loop, 160);
    assertThat(large.depth()).as("depth at 160 columns").isEqualTo(small.depth()).isLessThanOrEqualTo(3);
    assertThat(large.operators()).isEqualTo(small.operators());
    assertThat(large.expressions()).as("expressions at 160 columns").isLessThanOrEqualTo(4 * small.expressions() + 10);
  }

  @ParameterizedTest
  @EnumSource
  void sameRowsAsStock(Loop loop) {
    Lockstep.run(p -> p.rows("rows", () -> loop.run(p, 60))).succeeds("rows").merged("rows");
  }

  /** Stock Spark takes minutes for 2000 columns, so one call on stock Spark stands for it. */
  @ParameterizedTest
  @EnumSource
  void longLoopsGiveWhatOneCallGives(Loop loop) {
    for (int n : new int[] {100, 2000}) {
      Outcome.Step atOnce = Program.run(false, p -> p.rows("rows", () -> loop.atOnce(p, n))).step("rows");
      Outcome.Step oneByOne = Program.run(true, p -> p.rows("rows", () -> loop.run(p, n))).step("rows");
      assertThat(atOnce.error()).isNull();
      assertThat(oneByOne).as("%d columns", n).isEqualTo(atOnce);
    }
  }

  @Test
  void fiveHundredAddsAreAsFlatAsOneSelect() {
    PlanShape[] one = new PlanShape[1];
    Program.run(true, p -> one[0] = PlanShape.analyzed(Loop.ADDS.atOnce(p, 500)));
    assertThat(shape(Loop.ADDS, 500)).isEqualTo(one[0]);
  }

  @Test
  void replacingOneColumnManyTimesKeepsTheListShort() {
    PlanShape shape = shape(Loop.REPLACE_ONE, 600);
    assertThat(shape.depth()).isLessThanOrEqualTo(2);
    assertThat(shape.expressions()).isLessThan(10);
  }

  /** What is kept of the columns that were replaced must not be copied at each call. */
  @Test
  void replacingOneColumnAllocatesNoMoreForTheLastCallThanForTheFirst() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    shape(Loop.REPLACE_ONE, 200); // loads classes and fills caches
    long before = threads.getCurrentThreadAllocatedBytes();
    shape(Loop.REPLACE_ONE, 500);
    long after500 = threads.getCurrentThreadAllocatedBytes();
    shape(Loop.REPLACE_ONE, 2000);
    long after2000 = threads.getCurrentThreadAllocatedBytes();
    assertThat((double) (after2000 - after500) / (after500 - before)).as("bytes of 2000 calls against those of 500").isLessThan(4.8);
  }

  @Test
  void filtersInBetweenStayAndProjectsMerge() {
    Lockstep run = Lockstep.run(p -> {
      Dataset<Row> d = p.spark.range(0, 40, 1, 1).toDF();
      for (int i = 0; i < 20; i++) {
        d = d.withColumn("c" + i, col("id").plus(i)).filter(col("id").notEqual(i));
      }
      Dataset<Row> end = d.withColumn("z", lit(1));
      p.rows("rows", () -> end);
    });
    assertThat(run.on().shape("rows").projects()).isEqualTo(1);
    assertThat(run.off().shape("rows").projects()).isEqualTo(21);
    assertThat(run.on().shape("rows").operators()).isEqualTo(22);
  }
}
