// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.flatplan.tests.Program.row;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** Correlated and scalar subqueries keep their references and are not run more often. */
class SubqueryTest {

  private static Dataset<Row> ids(Program p) {
    p.table("x int, y int", row(1, 10), row(3, 30)).createOrReplaceTempView("t");
    return p.spark.range(5).select(col("id").cast("int").as("id"));
  }

  /** Subquery expressions in the whole plan. */
  static long subqueries(LogicalPlan plan) {
    long count = 0;
    for (LogicalPlan child : CollectionConverters.asJava(plan.children())) {
      count += subqueries(child);
    }
    for (var expression : CollectionConverters.asJava(plan.expressions())) {
      count += CollectionConverters.asJava(expression.collect(new scala.runtime.AbstractPartialFunction<>() {
        @Override
        public boolean isDefinedAt(org.apache.spark.sql.catalyst.expressions.Expression e) {
          return e instanceof PlanExpression;
        }

        @Override
        public <A extends org.apache.spark.sql.catalyst.expressions.Expression, B> B applyOrElse(A e, scala.Function1<A, B> otherwise) {
          @SuppressWarnings("unchecked")
          B found = e instanceof PlanExpression ? (B) e : otherwise.apply(e);
          return found;
        }
      })).size();
    }
    return count;
  }

  @Test
  void correlatedExists() {
    Lockstep.run(p -> {
      Dataset<Row> c = ids(p).select(col("id").plus(1).as("c"));
      p.rows("exists", () -> c.where("exists(select 1 from t where t.x = c)").select("c"));
      p.rows("exists after more", () -> c.withColumn("d", col("c").plus(1)).where("exists(select 1 from t where t.x = d)").withColumn("e", lit(1)).select("c"));
      p.rows("not exists", () -> c.withColumn("z", lit(1)).where("not exists(select 1 from t where t.x = c)").drop("z"));
      p.rows("in", () -> c.where("c in (select x from t)").withColumn("e", col("c").plus(1)).select("e"));
      p.rows("not in", () -> c.withColumn("z", lit(1)).where("c not in (select x from t)").select("c"));
      p.rows("dropped outer column", () -> c.withColumn("d", col("c").plus(1)).drop("d").where("exists(select 1 from t where t.x = d)"));
      p.rows("outer name is replaced", () -> c.withColumn("c", col("c").plus(1)).where("exists(select 1 from t where t.x = c)").withColumn("c", lit(0)));
    }).gives("exists", row(1), row(3));
  }

  @Test
  void scalarSubqueryColumn() {
    Lockstep.run(p -> {
      Dataset<Row> d = ids(p).withColumn("m", expr("(select max(y) from t)"));
      p.rows("twice", () -> d.withColumn("a", col("m").plus(1)).withColumn("b", col("m").plus(col("a"))));
      p.value("subqueries", () -> subqueries(PlanShape.execution(
          d.withColumn("a", col("m").plus(1)).withColumn("b", col("m").plus(col("a")))).optimizedPlan()));
      p.rows("filter", () -> d.filter("id * 10 < m").withColumn("z", col("m")).drop("m"));
      p.rows("correlated", () -> ids(p).withColumn("s", expr("(select max(y) from t where t.x = id)")).withColumn("a", col("s")).withColumn("b", col("s").plus(1)).filter("b > 1"));
      p.value("correlated subqueries", () -> PlanShape.optimized(ids(p).withColumn("s", expr("(select max(y) from t where t.x = id)"))
          .withColumn("a", col("s")).withColumn("b", col("s").plus(1))).operators());
      p.rows("over a computed column", () -> ids(p).withColumn("c", col("id").plus(1)).withColumn("s", expr("(select max(y) from t where t.x = c)")).drop("c"));
      p.rows("over a replaced column", () -> ids(p).withColumn("id", col("id").plus(1)).withColumn("s", expr("(select max(y) from t where t.x = id)"))
          .withColumn("id", lit(0)));
    }).succeeds("twice").gives("over a computed column", row(0, 10), row(1, null), row(2, 30), row(3, null), row(4, null));
  }

  /** The optimizer makes a join of it where it stands: below a limit it would join all rows, and choose among others. */
  @Test
  void correlatedSubqueryStaysWhereItIs() {
    Lockstep.run(p -> {
      String subquery = "(select max(y) from t where t.x = id)";
      Dataset<Row> limited = ids(p).offset(1).limit(3).withColumn("b", lit(1)).withColumn("s", expr(subquery));
      p.unordered("limited", () -> limited);
      p.value("limited, plan", () -> PlanShape.optimized(limited));
      Dataset<Row> renamed = ids(p).withColumn("s", expr(subquery)).filter("id < 4").withColumnRenamed("s", "r");
      p.unordered("renamed", () -> renamed);
      p.value("renamed, plan", () -> PlanShape.optimized(renamed));
      p.value("renamed, schema to write", () -> PlanShape.execution(renamed).optimizedPlan().schema().json());
    });
  }

  @Test
  void subqueryOverDerivedViews() {
    Lockstep.run(p -> {
      ids(p).withColumn("a", col("id").plus(1)).withColumn("b", col("a").plus(1)).drop("a").createOrReplaceTempView("v");
      p.rows("in", () -> p.spark.sql("select x from t where x in (select b from v)"));
      p.rows("correlated", () -> p.spark.sql("select x, (select max(b) from v where v.id = t.x) m from t").withColumn("z", lit(1)).drop("x"));
      p.rows("lateral", () -> p.spark.sql("select x, z from t, lateral (select b + 1 as z from v where v.id = t.x)").withColumn("q", col("z")));
    }).gives("in", row(3));
  }

  @Test
  void outerReferencesOfTheDataFrameApi() {
    Lockstep.run(p -> {
      Dataset<Row> c = ids(p).withColumn("c", col("id").plus(1)).withColumn("z", lit(1));
      Dataset<Row> t = p.spark.table("t").withColumn("w", col("x").plus(0)).withColumn("v", lit(2));
      p.rows("exists", () -> c.where(t.where(col("w").equalTo(col("c").outer())).exists()).select("c"));
      p.rows("scalar", () -> c.withColumn("s", t.where(col("w").equalTo(col("c").outer())).select(org.apache.spark.sql.functions.max("y")).scalar()).drop("z"));
    });
  }
}
