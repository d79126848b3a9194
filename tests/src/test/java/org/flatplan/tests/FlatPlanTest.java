// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Loops of one call per column leave a plan whose depth does not grow with the number of calls. */
class FlatPlanTest {

  private static Dataset<Row> wide(Program p, int columns) {
    Column[] list = IntStream.range(0, columns).mapToObj(i -> col("id").plus(i).as("C" + i)).toArray(Column[]::new);
    return p.spark.range(0, 2, 1, 1).select(list);
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
    };

    abstract Dataset<Row> run(Program p, int n);
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

  @Test
  void fiveHundredAddsAreAsFlatAsOneSelect() {
    PlanShape one = Program.run(true, p -> p.step("select", () -> {
      Column[] list = IntStream.range(-1, 500).mapToObj(i -> i < 0 ? col("id") : col("id").plus(i).as("c" + i)).toArray(Column[]::new);
      return p.spark.range(2).select(list);
    })).shape("select");
    assertThat(shape(Loop.ADDS, 500)).isEqualTo(one);
  }

  @Test
  void replacingOneColumnManyTimesKeepsTheListShort() {
    PlanShape shape = shape(Loop.REPLACE_ONE, 600);
    assertThat(shape.depth()).isLessThanOrEqualTo(2);
    assertThat(shape.expressions()).isLessThan(10);
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
