// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lag;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.rand;
import static org.apache.spark.sql.functions.udf;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ResolvedHint;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import scala.jdk.javaapi.CollectionConverters;

/** Cached Datasets with columns that a merge stops at, with hints, and with hidden columns. */
class CacheBarrierTest {

  private static final UserDefinedFunction PLUS_ONE = udf((UDF1<Integer, Integer>) x -> x + 1, DataTypes.IntegerType);

  enum Barrier {
    RAND(rand(42)),
    ID(monotonically_increasing_id()),
    FUNCTION(PLUS_ONE.apply(col("a"))),
    WINDOW(lag("a", 1).over(Window.orderBy("k")));

    final Column column;

    Barrier(Column column) {
      this.column = column;
    }

    Dataset<Row> on(Dataset<Row> x) {
      return x.withColumn("c", col("a").plus(1)).drop("b").withColumn("r", column);
    }
  }

  @ParameterizedTest
  @EnumSource
  void columnsThatStopAMerge(Barrier barrier) {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> below = c.base().withColumn("c", col("a").plus(1)).drop("b");
      Dataset<Row> d = barrier.on(c.base());
      Dataset<Row> end = d.withColumn("s", col("c").plus(1)).withColumn("t", col("s")).filter("t > 12");
      below.cache();
      c.query("over below", () -> end.drop("s"));
      c.query("filtered below", () -> below.filter("c > 11").withColumn("r", barrier.column).withColumn("t", lit(1)));
      d.cache();
      c.query("derived", () -> d.withColumn("s", col("r")).filter("s > 0.1").withColumn("t", col("r")).drop("s"));
      c.query("built before", () -> end.withColumn("u", lit(1)));
      c.query("dropped", () -> d.drop("r").withColumn("t", lit(1)).withColumn("u", lit(1)));
      c.query("same calls", () -> barrier.on(c.base()).withColumn("t", lit(1)).withColumn("u", lit(1)));
      c.query("same list", () -> c.base().withColumn("r", barrier.column).withColumn("t", lit(1)).withColumn("u", lit(1)));
      c.entries("before");
      below.unpersist(true);
      c.entries("after");
      c.uncache(c.base().withColumn("c", col("a").plus(1)), true);
      c.entries("cascade from the first call");
    });
    run.is("over below reads", List.of(0)).is("filtered below reads", List.of(0));
    run.is("before", List.of("loaded", "loaded over [0]")).is("after", List.of("loaded over [-1]")).is("cascade from the first call", List.of());
    run.is("derived reads", List.of(1)).is("built before reads", List.of(1)).is("same list reads", List.of()).is("dropped reads", List.of(1)).is("same calls reads", List.of(1));
    run.merged("dropped").merged("built before").merged("over below");
  }

  @Test
  void randomColumnsOfAnotherList() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> x = c.base();
      x.select(col("a"), rand(42).as("r")).cache();
      x.withColumn("c", lit(1)).withColumn("r", rand(42)).cache();
      c.query("filtered", () -> x.filter("a > 20").select(col("a"), rand(42).as("r")));
      c.query("filtered, merged", () -> x.filter("a > 20").withColumn("c", lit(1)).drop("b").withColumn("r", rand(42)));
      c.query("other seed", () -> x.select(col("a"), rand(43).as("r")));
      c.query("same", () -> x.select(col("a"), rand(42).as("r")).withColumn("y", lit(1)));
      c.query("same, merged", () -> x.withColumn("c", lit(1)).withColumn("r", rand(42)).withColumn("y", lit(1)).drop("a"));
      c.query("only once merged", () -> x.withColumns(Map.of("c", lit(1))).withColumn("q", lit(1)).drop("q").withColumn("r", rand(42)));
    });
    run.is("filtered reads", List.of()).is("filtered, merged reads", List.of()).is("other seed reads", List.of()).is("same reads", List.of(0));
    run.is("same, merged reads", List.of(1)).is("only once merged reads", List.of()).merged("filtered, merged").merged("only once merged");
  }

  @Test
  void hints() {
    UnaryOperator<Dataset<Row>> add = x -> x.withColumn("c", col("a").plus(1)).withColumn("e", col("c")).drop("b");
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = add.apply(c.base()).cache();
      Dataset<Row> other = add.apply(c.base()).withColumn("z", lit(1));
      hint(c, "on d", () -> broadcast(d));
      hint(c, "on a derived one", () -> broadcast(d.withColumn("x", lit(1)).drop("a")));
      hint(c, "below", () -> broadcast(d).withColumn("x", lit(1)).withColumn("y", lit(1)).drop("a"));
      hint(c, "below the source", () -> add.apply(broadcast(c.base())).withColumn("y", lit(1)).drop("a"));
      hint(c, "between", () -> broadcast(c.base().withColumn("c", col("a").plus(1))).withColumn("e", col("c")).drop("b").withColumn("y", lit(1)).drop("a"));
      hint(c, "two", () -> broadcast(d).hint("shuffle_hash").withColumn("x", lit(1)).drop("a"));
      hint(c, "on the right", () -> other.join(broadcast(d.withColumn("x", lit(1)).drop("a")), "k"));
      hint(c, "below on the right", () -> other.join(broadcast(d).withColumn("x", lit(1)).drop("a"), "k"));
      d.unpersist(true);
      Dataset<Row> hinted = broadcast(c.base()).withColumn("c", col("a").plus(1)).withColumn("e", col("c")).drop("b");
      hinted.cache();
      hint(c, "hint in the entry", () -> add.apply(c.base()).withColumn("y", lit(1)).drop("a"));
      hint(c, "hint in both", () -> hinted.withColumn("y", lit(1)).drop("a"));
      hint(c, "hint in the entry, on the right", () -> c.base().join(hinted.withColumn("y", lit(1)).drop("a"), "k"));
      hint(c, "hint on top of the entry", () -> broadcast(hinted).withColumn("y", lit(1)).drop("a"));
      c.p().value("level", () -> add.apply(c.base()).storageLevel().useMemory());
      c.entries("end");
    });
    for (String name : new String[] {"on d", "on a derived one", "below", "two", "hint in the entry", "hint in both"}) {
      run.is(name + " reads", List.of(0));
    }
    run.merged("on a derived one").merged("below the source").merged("hint in both").is("level", true);
  }

  /** Like {@link CacheSteps#query}; also records the hints that are left over the entries, and the kind of join. */
  private static void hint(CacheSteps c, String name, Callable<Dataset<Row>> build) {
    c.plan(name, build);
    c.p().value(name + " hints", () -> {
      Dataset<Row> dataset = build.call();
      StringBuilder text = new StringBuilder();
      hints(PlanShape.execution(dataset).withCachedData(), text);
      return text.append(PlanShape.execution(dataset).sparkPlan().toString().contains("BroadcastHashJoin") ? "broadcast" : "").toString();
    });
  }

  private static void hints(LogicalPlan plan, StringBuilder text) {
    if (plan instanceof ResolvedHint hint) {
      text.append(hint.hints()).append(' ');
    }
    CollectionConverters.asJava(plan.children()).forEach(child -> hints(child, text));
  }

  @Test
  void fileMetadata() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> x = c.base();
      Dataset<Row> d = x.withColumn("c", col("a").plus(1)).withColumn("e", col("c").plus(1)).drop("b");
      Dataset<Row> length = d.select(col("k"), col("e"), col("_metadata.file_size").gt(0).as("m"));
      Dataset<Row> kept = x.withColumn("m", col("_metadata.file_size").gt(0)).withColumn("c", lit(1)).drop("b");
      c.query("before", () -> length.withColumn("y", lit(1)));
      d.cache();
      c.query("above the entry", () -> d.select(col("k"), col("_metadata.file_size").gt(0).as("m")).withColumn("y", lit(1)));
      c.query("built before", () -> length.withColumn("z", lit(1)));
      c.query("not selected", () -> d.withColumn("y", lit(1)).withColumn("z", lit(1)));
      kept.cache();
      c.query("in the entry", () -> kept.withColumn("y", col("m")).drop("c"));
      c.query("in the entry and above", () -> kept.withColumn("y", col("_metadata.file_size").gt(0)).withColumn("z", col("m")));
      c.query("filter", () -> d.filter("_metadata.file_size > 0").withColumn("y", lit(1)).withColumn("z", lit(1)));
    });
    run.is("not selected reads", List.of(0)).is("in the entry reads", List.of(1)).merged("not selected").merged("in the entry");
  }

  @Test
  void columnsWithMetadata() {
    CacheSteps.run(c -> {
      Dataset<Row> x = c.base().withMetadata("a", org.apache.spark.sql.types.Metadata.fromJson("{\"comment\": \"the a\"}"));
      Dataset<Row> d = x.withColumnRenamed("a", "c").withColumn("e", lit(1)).cache();
      c.query("renamed", () -> d.withColumnRenamed("c", "f").withColumn("y", lit(1)).drop("e"));
      c.query("on the source", () -> c.base().withColumn("y", lit(1)).withColumn("z", col("a")));
      c.query("other comment", () -> c.base().withMetadata("a", org.apache.spark.sql.types.Metadata.fromJson("{\"comment\": \"b\"}")).withColumnRenamed("a", "c").withColumn("e", lit(1)).withColumn("y", lit(1)));
      c.p().value("columns", () -> new TreeMap<>(Map.of("d", d.schema().json())).toString());
      c.entries("entries");
    }).is("renamed reads", List.of(0)).is("on the source reads", List.of()).is("entries", List.of("loaded")).merged("on the source");
  }
}
