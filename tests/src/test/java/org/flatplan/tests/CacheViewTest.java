// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

/** Views of merged Datasets, cached by name or by what is built on them. */
class CacheViewTest {

  @AfterEach
  void dropViews() {
    Sessions.open(false).sql("drop view if exists cached_persisted");
    Sessions.open(false).sql("drop table if exists cached_view_source");
  }

  private static Dataset<Row> add(Dataset<Row> x) {
    return x.withColumn("c", col("a").plus(1)).withColumn("e", col("c").plus(1)).drop("b");
  }

  private static Dataset<Row> more(Dataset<Row> x) {
    return x.withColumn("f", col("e").plus(1)).filter("f > 0").drop("c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cache table v", "cache lazy table v"})
  void aTemporaryViewByName(String command) {
    CacheSteps.run(c -> {
      add(c.base()).createOrReplaceTempView("v");
      c.query("uncached", () -> more(c.spark().table("v")));
      c.sql(command);
      c.p().value("isCached", () -> c.spark().catalog().isCached("v"));
      c.query("on the view", () -> more(c.spark().table("v")));
      c.query("on the Dataset", () -> more(add(c.base())));
      c.query("by SQL", () -> c.spark().sql("select e + 1 as f from v where c > 31"));
      c.query("by SQL and more", () -> c.spark().sql("select e, c from v where c > 31").withColumn("f", col("e").plus(1)).drop("c"));
      c.entries("entries");
      c.sql("uncache table v");
      c.entries("uncached entries");
      c.query("uncached again", () -> more(c.spark().table("v")));
      c.p().value("uncache again", () -> c.spark().sql("uncache table v").count());
    }).is("uncached reads", List.of()).is("isCached", true).is("on the view reads", List.of(0)).is("on the Dataset reads", List.of(0))
        .is("by SQL reads", List.of(0)).is("by SQL and more reads", List.of(0)).is("entries", List.of("loaded"))
        .is("uncached entries", List.of()).is("uncached again reads", List.of()).merged("on the Dataset").merged("on the view");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "lazy"})
  void aSelectByName(String lazy) {
    CacheSteps.run(c -> {
      add(c.base()).createOrReplaceTempView("v");
      c.sql("cache " + lazy + " table s as select k, e from v where c > 11");
      c.entries("entries");
      c.query("by name", () -> c.spark().table("s").withColumn("x", col("e").plus(1)).drop("e"));
      c.query("same text", () -> c.spark().sql("select k, e from v where c > 11").withColumn("x", col("e").plus(1)).drop("e"));
      c.query("same calls", () -> c.spark().table("v").filter("c > 11").select("k", "e").withColumn("x", col("e").plus(1)).drop("e"));
      c.query("same calls without the view", () -> add(c.base()).filter("c > 11").select("k", "e").withColumn("x", col("e").plus(1)).drop("e"));
      c.query("fewer rows", () -> add(c.base()).filter("c > 31").select("k", "e").withColumn("x", col("e").plus(1)).drop("e"));
      c.sql("uncache table s");
      c.entries("uncached");
      c.query("after", () -> c.spark().table("s").withColumn("x", col("e").plus(1)).drop("e"));
    }).is("entries", List.of(lazy.isEmpty() ? "loaded" : "waiting")).is("by name reads", List.of(0)).is("same text reads", List.of(0))
        .is("same calls reads", List.of(0)).is("same calls without the view reads", List.of(0)).is("fewer rows reads", List.of())
        .is("uncached", List.of()).merged("same calls without the view").merged("same calls");
  }

  @Test
  void theSameShapeAsSqlText() {
    Lockstep run = CacheSteps.run(c -> {
      c.base().createOrReplaceTempView("x");
      Dataset<Row> nested = c.spark().sql("select k, c + 1 as e from (select *, a + 1 as c from x) where c > 11");
      Dataset<Row> calls = c.base().withColumn("c", col("a").plus(1)).filter("c > 11").select(col("k"), col("c").plus(1).as("e"));
      Dataset<Row> star = c.base().selectExpr("*", "a + 1 as c").filter("c > 11").selectExpr("k", "c + 1 as e");
      c.p().value("star shape", () -> PlanShape.analyzed(star).projects() == PlanShape.analyzed(calls).projects());
      calls.cache();
      c.query("text", () -> nested.withColumn("f", col("e")).withColumn("g", col("f")));
      c.query("star", () -> star.withColumn("f", col("e")).withColumn("g", col("f")));
      c.query("text once merged", () -> c.spark().sql("select k, a + 1 + 1 as e from x where a + 1 > 11").withColumn("f", col("e")));
      calls.unpersist(true);
      nested.cache();
      c.query("calls", () -> calls.withColumn("f", col("e")).withColumn("g", col("f")));
      c.query("star of text", () -> star.withColumn("f", col("e")).withColumn("g", col("f")));
      c.p().value("level of calls", () -> calls.storageLevel().useMemory());
      calls.unpersist(true);
      c.entries("end");
    });
    run.is("text reads", List.of(0)).is("star reads", List.of(0)).is("text once merged reads", List.of()).is("calls reads", List.of(0));
    run.is("star of text reads", List.of(0)).is("level of calls", true).is("end", List.of()).merged("star").merged("calls");
  }

  @ParameterizedTest
  @ValueSource(strings = {
      "create or replace temporary view v as select k, a, 7 as c, 8 as e from range_view",
      "alter view v as select k, a, 7 as c, 8 as e from range_view",
      "drop view v",
      "refresh table v",
      "uncache table v"})
  void aTemporaryViewThatChanges(String command) {
    Lockstep run = CacheSteps.run(c -> {
      c.base().createOrReplaceTempView("range_view");
      add(c.base()).createOrReplaceTempView("v");
      c.sql("cache table v");
      more(c.spark().table("v")).cache();
      more(add(c.base())).withColumn("z", lit(1)).cache();
      c.base().withColumn("unrelated", lit(1)).cache();
      c.entries("before");
      c.p().value("command", () -> c.spark().sql(command).count());
      c.entries("after");
      c.query("on the view", () -> more(c.spark().table("v")));
      c.query("on the Dataset", () -> more(add(c.base())).withColumn("y", lit(1)));
      c.p().value("isCached", () -> c.spark().catalog().isCached("v"));
    });
    run.is("before", List.of("loaded", "waiting over [0]", "waiting over [1]", "waiting")).merged("on the Dataset");
  }

  @Test
  void aTemporaryViewReplacedByTheApi() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = add(c.base());
      d.createOrReplaceTempView("v");
      c.spark().catalog().cacheTable("v");
      more(d).cache();
      c.entries("before");
      add(c.base()).createOrReplaceTempView("v");
      c.entries("same plan");
      d.select("*").createOrReplaceTempView("v");
      c.entries("selected");
      d.withColumn("e", col("e").plus(1)).createOrReplaceTempView("v");
      c.entries("replaced");
      c.query("on the view", () -> more(c.spark().table("v")));
      c.query("on d", () -> more(d).withColumn("z", lit(1)));
      d.cache();
      c.p().value("drop", () -> c.spark().catalog().dropTempView("v"));
      c.entries("dropped");
      c.query("on d at last", () -> d.withColumn("y", lit(1)).withColumn("z", lit(1)));
    });
    run.is("before", List.of("waiting", "waiting over [0]")).is("same plan", List.of("waiting", "waiting over [0]"))
        .is("selected", List.of("waiting", "waiting over [0]")).merged("on the view").merged("on d");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPersistedView(boolean storesPlan) {
    Lockstep run = CacheSteps.run(c -> {
      c.spark().conf().set("spark.sql.legacy.storeAnalyzedPlanForView", Boolean.toString(storesPlan));
      c.spark().sql("drop view if exists cached_persisted");
      c.spark().sql("drop table if exists cached_view_source");
      c.spark().sql("create table cached_view_source (k int, a int, b int) using parquet");
      c.spark().sql("insert into cached_view_source values (1, 2, 3)");
      c.spark().sql("create view cached_persisted as select k, a, c, c + 1 as e from (select *, a + 1 as c from cached_view_source)");
      Dataset<Row> d = more(c.spark().table("cached_persisted"));
      Dataset<Row> e = add(c.spark().table("cached_view_source"));
      d.cache();
      e.cache();
      c.sql("cache table cached_persisted");
      c.entries("before");
      c.query("on the view", () -> more(c.spark().table("cached_persisted")).withColumn("z", lit(1)));
      c.query("other on the view", () -> c.spark().table("cached_persisted").withColumn("z", lit(1)).withColumn("y", lit(1)));
      c.query("on the table", () -> more(add(c.spark().table("cached_view_source"))));
      c.sql("insert into cached_view_source values (4, 5, 6)");
      c.entries("inserted");
      c.query("on the view, inserted", () -> more(c.spark().table("cached_persisted")).withColumn("z", lit(1)));
      c.sql("alter view cached_persisted as select k, a, 1 as c, 2 as e from cached_view_source");
      c.entries("altered");
      c.query("on the view, altered", () -> more(c.spark().table("cached_persisted")).withColumn("z", lit(1)));
      more(c.spark().table("cached_persisted")).cache();
      c.sql("drop view cached_persisted");
      c.entries("dropped");
      c.query("on the table at last", () -> more(add(c.spark().table("cached_view_source"))));
    });
    run.is("before", List.of("waiting", "waiting", "loaded")).is("on the view reads", List.of(0)).is("other on the view reads", List.of(2));
    run.is("on the table reads", List.of(1)).merged("on the view").merged("other on the view").merged("on the table");
  }

  @ParameterizedTest
  @ValueSource(strings = {"analyze table v compute statistics for columns k, e", "analyze table v compute statistics for all columns", "analyze table v compute statistics for columns b"})
  void statisticsOfACachedView(String command) {
    boolean fails = command.endsWith(" b");
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = add(c.base());
      d.createOrReplaceTempView("v");
      c.p().value("not cached", () -> c.spark().sql(command).count());
      d.cache();
      c.p().value("analyze", () -> c.spark().sql(command).count());
      c.p().value("of the view", () -> statistics(c.spark().table("v")));
      c.p().value("of d", () -> statistics(d.filter("true")));
      c.p().value("of a derived one", () -> statistics(more(d).withColumn("z", lit(1))));
      c.p().value("of the same calls", () -> statistics(more(add(c.base()))));
      more(d).createOrReplaceTempView("w");
      c.p().value("derived view", () -> c.spark().sql("analyze table w compute statistics for columns k").count());
      c.p().step("derived", () -> more(d).withColumn("z", lit(1)));
    });
    run.merged("derived");
    if (!fails) {
      run.is("of a derived one", command.contains("all")
          ? List.of("rows 4", "a 4 10..90", "c 4 11..91", "e 4 12..92", "k 4 1..9") : List.of("rows 4", "e 4 12..92", "k 4 1..9"));
    }
  }

  /** The statistics that the query has of the entry that it reads. */
  private static List<String> statistics(Dataset<Row> dataset) {
    LogicalPlan plan = PlanShape.execution(dataset).withCachedData();
    while (!(plan instanceof InMemoryRelation)) {
      plan = plan.children().head();
    }
    Statistics statistics = plan.stats();
    List<String> columns = CollectionConverters.asJava(statistics.attributeStats()).entrySet().stream()
        .map(column -> column.getKey().name() + " " + column.getValue().distinctCount().get() + " " + column.getValue().min().get() + ".." + column.getValue().max().get())
        .sorted().toList();
    String rows = "rows " + (statistics.rowCount().isDefined() ? statistics.rowCount().get() : "unknown");
    return java.util.stream.Stream.concat(java.util.stream.Stream.of(rows), columns.stream()).toList();
  }
}
