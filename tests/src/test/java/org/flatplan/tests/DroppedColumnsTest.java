// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.rand;
import static org.flatplan.tests.Program.row;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A column that is gone is found again where stock Spark finds it (filter, sort), and nowhere else. */
class DroppedColumnsTest {

  private static Dataset<Row> base(Program p) {
    return p.table("k int, a int", row(1, 10), row(2, 20), row(3, 30));
  }

  @Test
  void filterAndSortSeeTheReplacedColumn() {
    Lockstep.run(p -> {
      Dataset<Row> v = base(p).withColumn("a", col("a").multiply(-1)).select("k");
      p.rows("filter", () -> v.filter("a < -15"));
      p.rows("orderBy", () -> v.orderBy("a"));
      p.rows("both", () -> v.filter("a < -15").orderBy("a"));
      p.rows("file", () -> p.file("replaced", "k int, a int", row(1, 10), row(2, 20)).withColumn("a", col("a").multiply(-1)).select("k").orderBy("a"));
      p.rows("sortWithinPartitions", () -> v.coalesce(1).sortWithinPartitions("a"));
    }).gives("filter", row(2), row(3)).gives("orderBy", row(3), row(2), row(1)).gives("both", row(3), row(2)).merged("file");
  }

  @Test
  void droppedTemporaryColumn() {
    Lockstep.run(p -> {
      Dataset<Row> dropped = base(p).withColumn("t", col("a").plus(1)).drop("t");
      p.rows("filter", () -> dropped.filter("t > 20"));
      p.rows("orderBy", () -> dropped.orderBy(col("t").desc()));
      p.rows("filter then add", () -> dropped.filter("t > 20").withColumn("u", lit(1)));
      p.rows("filter twice", () -> dropped.filter("t > 20").filter("t < 30"));
      p.rows("filter after add", () -> dropped.withColumn("u", lit(1)).filter("t > 20").filter("u = 1"));
    }).gives("filter", row(2, 20), row(3, 30)).hasColumns("filter", "k", "a").gives("orderBy", row(3, 30), row(2, 20), row(1, 10))
        .gives("filter twice", row(2, 20));
  }

  @Test
  void columnsDroppedAtSeveralLevels() {
    Lockstep.run(p -> {
      Dataset<Row> d = base(p).withColumn("x", col("a").plus(1)).withColumn("y", col("x").plus(1)).drop("x")
          .withColumn("z", col("y").plus(1)).drop("y").withColumn("x", col("z").multiply(10)).drop("x");
      p.rows("x", () -> d.filter("x > 200"));
      p.rows("y", () -> d.filter("y > 20"));
      p.rows("x and y", () -> d.filter("x > 200 and y < 30"));
      p.rows("sort", () -> d.orderBy(col("y").desc(), col("x")));
    }).gives("x", row(2, 20, 23), row(3, 30, 33)).gives("y", row(2, 20, 23), row(3, 30, 33)).gives("x and y", row(2, 20, 23));
  }

  @Test
  void renamedColumnKeepsItsOldName() {
    Lockstep.run(p -> {
      Dataset<Row> renamed = base(p).withColumnRenamed("a", "b");
      p.rows("old name", () -> renamed.filter("a > 15"));
      p.rows("old name after more", () -> renamed.withColumn("c", col("b").plus(1)).filter("a > 15"));
      p.rows("old name after a second rename", () -> renamed.withColumnRenamed("b", "c").filter("a > 15 and b > 25"));
      p.rows("sort by old name", () -> renamed.withColumnRenamed("b", "c").orderBy(col("a").desc()));
      p.rows("swapped", () -> base(p).withColumnsRenamed(Map.of("a", "k", "k", "a")).filter("a > 1"));
    }).gives("old name", row(2, 20), row(3, 30)).gives("old name after a second rename", row(3, 30));
  }

  @Test
  void missingAttributeByReference() {
    Lockstep.run(p -> {
      Dataset<Row> base = base(p);
      Dataset<Row> added = base.withColumn("t", col("a").plus(1));
      p.rows("filter", () -> added.drop("t").filter(added.col("t").gt(20)));
      p.rows("filter base", () -> base.withColumn("a", lit(0)).filter(base.col("a").gt(15)));
      p.rows("sort", () -> added.select("k").orderBy(added.col("t").desc()));
      p.rows("select", () -> added.drop("t").select(added.col("t")));
    }).gives("filter", row(2, 20), row(3, 30));
  }

  @Test
  void ambiguityAtOneLevelStays() {
    Lockstep.run(p -> {
      Dataset<Row> twice = base(p).select(col("k"), col("a").as("t"), col("a").plus(1).as("t"));
      p.rows("filter", () -> twice.select("k").filter("t > 15"));
      p.rows("sort", () -> twice.select("k").orderBy("t"));
      p.rows("after more", () -> twice.select("k").withColumn("z", lit(1)).filter("t > 15"));
    }).failsToBuild("filter", "UNRESOLVED_COLUMN").failsToBuild("sort", "UNRESOLVED_COLUMN")
        .failsToBuild("after more", "UNRESOLVED_COLUMN");
  }

  @Test
  void otherLookupsDoNotSeeDroppedColumns() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.spark.range(3).select(col("id"), lit(1).as("c")).drop("c");
      p.value("apply", () -> d.apply("c").toString());
      p.rows("select", () -> d.select("c"));
      p.rows("select expression", () -> d.selectExpr("c + 1"));
      p.rows("withColumn", () -> d.withColumn("e", col("c")));
      p.rows("drop", () -> d.drop("c"));
      p.rows("na.fill", () -> d.na().fill(1L, new String[] {"c"}));
      p.rows("na.drop", () -> d.na().drop(new String[] {"c"}));
      p.rows("groupBy", () -> d.groupBy("c").count());
      p.rows("agg", () -> d.agg(org.apache.spark.sql.functions.sum("c")));
      p.rows("dropDuplicates", () -> d.dropDuplicates("c"));
      p.rows("rename", () -> d.withColumnRenamed("c", "e"));
      p.rows("describe", () -> d.describe("c"));
      p.rows("join using", () -> d.join(d.toDF(), "c"));
      p.rows("repartition", () -> d.repartition(1, col("c")));
      p.rows("star", () -> d.select("*"));
    }).failsToBuild("select", "UNRESOLVED_COLUMN").failsToBuild("withColumn", "UNRESOLVED_COLUMN").failsToBuild("na.fill", "UNRESOLVED_COLUMN")
        .failsToBuild("groupBy", "UNRESOLVED_COLUMN").gives("drop", row(0L), row(1L), row(2L)).hasColumns("star", "id");
  }

  @Test
  void subqueriesAndJoinsOverDroppedColumns() {
    Lockstep.run(p -> {
      base(p).withColumn("t", col("a").plus(1)).drop("t").createOrReplaceTempView("dropped");
      p.rows("where in SQL", () -> p.spark.sql("select k from dropped where t > 20"));
      p.rows("order by in SQL", () -> p.spark.sql("select k from dropped order by a desc"));
      p.rows("view column", () -> p.spark.table("dropped").filter("t > 20"));
      p.rows("view then add", () -> p.spark.table("dropped").withColumn("z", lit(1)).select("k").filter("a > 10"));
      p.rows("aliased", () -> base(p).select("k", "a").as("v").select("k").filter("v.a > 15"));
      p.rows("aliased drop", () -> base(p).as("v").withColumn("t", col("a")).drop("a").filter("v.a > 15"));
    });
  }

  @Test
  void filterStopsAtBarriers() {
    Lockstep.run(p -> {
      Dataset<Row> d = base(p).withColumn("t", col("a").plus(1));
      p.rows("limit", () -> d.drop("t").limit(2).filter("t > 11"));
      p.rows("distinct", () -> d.drop("t").distinct().filter("t > 11"));
      p.rows("alias", () -> d.drop("t").as("x").filter("t > 11"));
      p.rows("union", () -> d.drop("t").union(d.drop("t")).filter("t > 11"));
      p.rows("aggregate", () -> d.drop("t").groupBy("k").count().filter("t > 11"));
      p.rows("sorted", () -> d.orderBy("t").drop("t").filter("t > 11"));
      p.rows("coalesced", () -> d.drop("t").coalesce(1).filter("t > 11"));
    });
  }

  /** The Project under a filter that made columns come back, as the plan of a Dataset of its own: not all came from the same Project. */
  @ParameterizedTest
  @ValueSource(strings = {"b > 0 and d > 0", "d > 0 and b > 0"})
  void moreCallsOnColumnsThatCameBack(String condition) {
    Lockstep.run(p -> {
      Dataset<Row> d = p.spark.range(1, 4).select(col("id").as("b"), rand(1).as("r")).select(col("r"), lit(7).plus(col("r")).as("d")).select("r");
      Dataset<Row> back = org.apache.spark.sql.classic.Dataset.ofRows((org.apache.spark.sql.classic.SparkSession) p.spark,
          PlanShape.execution(d.filter(condition)).analyzed().children().head());
      p.rows("back", () -> back);
      p.rows("add", () -> back.withColumn("z", lit(1)));
      p.rows("drop", () -> back.withColumn("z", lit(1)).drop("d"));
      p.rows("replace", () -> back.withColumn("b", col("b").plus(1)).withColumn("z", col("b")).drop("r"));
    });
  }
}
