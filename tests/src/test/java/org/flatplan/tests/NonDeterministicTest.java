// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.rand;
import static org.apache.spark.sql.functions.udf;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

/** Non-deterministic columns keep their values: none is copied, moved or computed over other rows. */
class NonDeterministicTest {

  private static Dataset<Row> ids(Program p) {
    return p.spark.range(0, 8, 1, 2).toDF();
  }

  @Test
  void increasingIds() {
    Lockstep.run(p -> {
      Dataset<Row> d = ids(p).withColumn("m", monotonically_increasing_id());
      p.rows("filter then twice", () -> d.filter("id > 1").withColumn("x", col("m")).withColumn("y", col("m").plus(col("x"))));
      p.rows("filter on it", () -> d.filter("m > 2").withColumn("x", col("m").plus(1)).drop("m"));
      p.rows("dropped", () -> d.withColumn("x", lit(1)).drop("m").filter("m > 2"));
      p.rows("above a filter", () -> ids(p).filter("id % 2 = 0").withColumn("m", monotonically_increasing_id()).withColumn("z", lit(1)).filter("m >= 1"));
      p.rows("two of them", () -> d.withColumn("n", monotonically_increasing_id()).withColumn("same", col("m").equalTo(col("n"))));
      p.rows("replaced", () -> d.withColumn("m", lit(1)).withColumn("m", monotonically_increasing_id()));
    }).gives("filter on it", row(3L, 4L), row(4L, 8589934593L), row(5L, 8589934594L), row(6L, 8589934595L), row(7L, 8589934596L));
  }

  @Test
  void seededRandom() {
    Lockstep.run(p -> {
      Dataset<Row> d = ids(p).withColumn("r", rand(42));
      p.rows("twice", () -> d.withColumn("x", col("r")).withColumn("y", col("r").minus(col("x"))));
      p.rows("filter then twice", () -> d.filter("r > 0.3").withColumn("x", col("r").multiply(2)).withColumn("y", col("r").plus(col("x"))));
      p.rows("filter below", () -> ids(p).filter("id > 2").withColumn("r", rand(42)).withColumn("z", lit(1)));
      p.rows("filter above another column", () -> d.withColumn("k", col("id").plus(1)).filter("k > 3").withColumn("q", col("r")).drop("k"));
      p.rows("two seeds", () -> d.withColumn("s", rand(7)).withColumn("t", col("r").plus(col("s"))).filter("t > 0.8").drop("r").drop("s"));
      p.rows("above pure columns", () -> ids(p).withColumn("a", col("id").plus(1)).withColumn("b", col("a").plus(rand(3))).withColumn("c", col("b")));
      p.rows("random filter", () -> ids(p).withColumn("a", col("id").plus(1)).filter(rand(5).gt(0.4)).withColumn("b", col("a").plus(1)));
      p.rows("random filter on dropped", () -> ids(p).withColumn("a", col("id").plus(1)).select("id").filter(rand(5).gt(0.4)).filter("a > 2"));
      p.rows("sample", () -> ids(p).withColumn("a", lit(1)).sample(false, 0.5, 11).withColumn("b", lit(2)).drop("a"));
      p.rows("shuffle", () -> ids(p).withColumn("s", expr("shuffle(array(1,2,3,4), 9)")).withColumn("t", col("s").getItem(0)).withColumn("u", col("s").getItem(0)));
    });
  }

  @Test
  void uuidIsTheSameInBothUses() {
    Lockstep.run(p -> {
      Dataset<Row> d = ids(p).withColumn("u", expr("uuid()"));
      p.rows("same", () -> d.withColumn("v", col("u")).withColumn("same", col("u").equalTo(col("v"))).drop("u", "v"));
      p.rows("after a filter", () -> d.filter("u is not null").withColumn("v", col("u")).filter("u = v").withColumn("w", col("v")).filter("w = u").drop("u", "v", "w"));
      p.value("distinct", () -> d.withColumn("v", col("u")).select("v").distinct().count());
    }).is("distinct", 8L);
  }

  @Test
  void nonDeterministicFunctionIsCalledOnceARow() {
    Lockstep.run(p -> {
      UserDefinedFunction f = udf((UDF1<Long, Long>) x -> {
        Calls.hit("nondeterministic");
        return x + 1;
      }, DataTypes.LongType).asNondeterministic();
      Calls.take("nondeterministic");
      Dataset<Row> d = ids(p).withColumn("f", f.apply(col("id")));
      p.rows("rows", () -> d.withColumn("x", col("f")).withColumn("y", col("f").plus(col("x"))).filter("y > 4"));
      p.value("calls", () -> Calls.take("nondeterministic"));
    }).is("calls", 8L);
  }

  @Test
  void currentTimeIsOneValue() {
    Lockstep.run(p -> p.rows("same", () -> ids(p).withColumn("n", expr("current_timestamp()")).withColumn("m", expr("now()"))
        .withColumn("same", col("n").equalTo(col("m"))).drop("n", "m").filter("same"))).succeeds("same");
  }
}
