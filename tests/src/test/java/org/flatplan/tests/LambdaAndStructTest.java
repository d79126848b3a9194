// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.transform;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Lambda functions, nested field updates, maps and arrays over merged columns. */
class LambdaAndStructTest {

  private static Dataset<Row> base(Program p) {
    return p.spark.range(0, 3, 1, 1).selectExpr("id", "array(id, id + 1) as xs", "named_struct('a', id, 'b', 'b') as s", "map('k', id) as m");
  }

  private static scala.collection.immutable.Seq<String> names(String... names) {
    return scala.jdk.javaapi.CollectionConverters.asScala(java.util.List.of(names)).toSeq();
  }

  @Test
  void lambdas() {
    Lockstep.run(p -> {
      p.rows("transform", () -> base(p).withColumn("o", col("id").plus(10)).withColumn("ys", transform(col("xs"), x -> x.plus(col("o"))))
          .withColumn("zs", transform(col("ys"), x -> x.multiply(2))).select("zs"));
      p.rows("names", () -> base(p).withColumn("x", col("id").plus(100)).withColumn("ys", expr("transform(xs, x -> x + 1)")).withColumn("zs", expr("transform(ys, y -> y + x)")).select("ys", "zs"));
      p.rows("nested", () -> base(p).withColumn("n", expr("transform(xs, x -> transform(xs, y -> x + y))")).withColumn("q", expr("transform(n, r -> aggregate(r, 0L, (acc, v) -> acc + v))")).select("q"));
      p.rows("same column in two lambdas", () -> base(p).withColumn("c", expr("transform(xs, x -> x + 1)")).withColumn("a", expr("filter(c, x -> x > 1)")).withColumn("b", expr("exists(c, x -> x > 2)")).drop("c"));
      p.rows("filter", () -> base(p).withColumn("ys", expr("filter(xs, x -> x > 1)")).filter("size(ys) > 0").withColumn("f", col("ys").getItem(0)));
      p.rows("map functions", () -> base(p).withColumn("m2", expr("transform_values(m, (k, v) -> v + id)")).withColumn("v", col("m2").getItem("k")).drop("m"));
      p.rows("zip", () -> base(p).withColumn("ys", expr("reverse(xs)")).withColumn("z", expr("zip_with(xs, ys, (x, y) -> x * y)")).select("z").filter("size(xs) = 2"));
    }).gives("names", row(java.util.List.of(1L, 2L), java.util.List.of(101L, 102L)), row(java.util.List.of(2L, 3L), java.util.List.of(103L, 104L)),
        row(java.util.List.of(3L, 4L), java.util.List.of(105L, 106L)));
  }

  @Test
  void structs() {
    Lockstep.run(p -> {
      p.rows("withField", () -> base(p).withColumn("s", col("s").withField("c", col("id").plus(1))).withColumn("s", col("s").withField("a", lit(7L)))
          .withColumn("s", col("s").dropFields(names("b"))).select("s"));
      p.rows("withField loop", () -> {
        Dataset<Row> d = base(p);
        for (int i = 0; i < 8; i++) {
          d = d.withColumn("s", col("s").withField("f" + i, col("s.a").plus(i)));
        }
        return d.select("s.f7", "s.a");
      });
      p.rows("star", () -> base(p).withColumn("t", struct(col("id"), col("s.a").as("q"))).withColumn("x", lit(1)).select("t.*", "x"));
      p.rows("extract", () -> base(p).withColumn("t", struct(col("id").plus(1).as("u"))).withColumn("v", col("t.u")).withColumn("w", col("t").getField("u").plus(col("v"))).drop("t"));
      p.rows("no such field", () -> base(p).withColumn("t", struct(col("id").as("u"))).withColumn("v", col("t.nope")));
      p.rows("filter on nested dropped", () -> base(p).withColumn("t", struct(col("id").plus(1).as("u"))).drop("t").filter("t.u > 2").select("id"));
      p.rows("nested withField", () -> base(p).withColumn("o", struct(col("s").as("i"))).withColumn("o", col("o").withField("i.z", col("id"))).withColumn("y", col("o.i.z")).select("y"));
      p.rows("nullability", () -> base(p).withColumn("t", expr("if(id = 1, null, s)")).withColumn("t", col("t").withField("n", lit(1))).withColumn("n", col("t.n")).select("n"));
      p.rows("drop every field", () -> base(p).withColumn("s", col("s").dropFields(names("a", "b"))));
    }).gives("withField", row(java.util.List.of(7L, 1L)), row(java.util.List.of(7L, 2L)), row(java.util.List.of(7L, 3L))).gives("withField loop", row(7L, 0L), row(8L, 1L), row(9L, 2L));
  }

  @Test
  void naAndStatFunctions() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.table("k int, a double, s string", row(1, 1.5, "x"), row(2, null, null), row(3, Double.NaN, "z")).withColumn("b", col("a").plus(1));
      p.rows("fill", () -> d.na().fill(0.0).na().fill("none").withColumn("c", col("a").plus(col("b"))));
      p.rows("drop", () -> d.na().drop().withColumn("c", lit(1)).drop("b"));
      p.rows("replace", () -> d.na().replace("s", java.util.Map.of("x", "y")).withColumn("t", col("s")));
      p.unordered("crosstab", () -> d.withColumn("z", lit("q")).stat().crosstab("k", "z").withColumn("w", lit(1)));
      p.rows("describe", () -> d.withColumn("c", col("k").plus(1)).drop("a").describe("k", "c").withColumn("x", lit(1)));
      p.rows("quantile", () -> d.withColumn("c", col("k").plus(1)).drop("k").summary("count", "max"));
      p.rows("transpose", () -> d.select("k", "b").withColumn("c", lit(1.0)).drop("b").transpose());
      p.unordered("pivot", () -> d.withColumn("z", lit("q")).withColumn("y", col("k").plus(1)).groupBy("k").pivot("z").sum("y").withColumn("w", col("q")));
      p.unordered("unpivot", () -> d.withColumn("y", col("k").plus(1)).select("k", "y").unpivot(new org.apache.spark.sql.Column[] {col("k")}, "n", "v").withColumn("w", col("v")));
    });
  }
}
