/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.flatplan.harness.fuzz.Rule.Rows.FILTERED;
import static org.flatplan.harness.fuzz.Rule.Rows.KEPT;
import static org.flatplan.harness.fuzz.Rule.Rows.MIXED;
import static org.flatplan.harness.fuzz.Rule.Rows.NO_ROWS;
import static org.flatplan.harness.fuzz.Rule.Rows.PICKED;
import static org.flatplan.harness.fuzz.Rule.Rows.RANDOM;
import static org.flatplan.harness.fuzz.Rule.Rows.SORTED;

/**
 * The grammar: a constant for each production. A {@link StepFamily} chooses the texts, {@link StepCalls} makes the call, and the text here is the call as
 * Java: {@code $0} is an input, {@code %0} a text in quotes, {@code %2+} all from that one on, {@code #0} a text as it stands.
 */
enum Rule {
  // Sources.
  LOCAL(KEPT, "p.spark.createDataFrame(#0, #0Type)"),
  RDD(KEPT, "p.spark.createDataFrame(new org.apache.spark.api.java.JavaSparkContext(p.spark.sparkContext()).parallelize(#0, 1), #0Type)"),
  FILE(KEPT, "p.spark.read().schema(#0Type).parquet(#0File)"),
  TABLE(KEPT, "p.spark.table(%0)"),
  RANGE(KEPT, "p.spark.range(0, #0, 1, 1).toDF(\"k\")"),
  SQL_TEXT(KEPT, "p.spark.sql(%0)"),
  STREAM(KEPT, "{ var memory = org.apache.spark.sql.execution.streaming.runtime.MemoryStream$.MODULE$.apply("
      + "p.spark, org.apache.spark.sql.Encoders.row(#0Type)); "
      + "memory.addData(scala.jdk.javaapi.CollectionConverters.asScala(#0).toSeq()); return memory.toDF(); }"),

  // Columns, one call at a time.
  WITH_COLUMN(KEPT, "$0.withColumn(%0, expr(%1))"),
  REPLACE_COLUMN(KEPT, "$0.withColumn(%0, expr(%1))"),
  WITH_COLUMN_OF_OLD(KEPT, "$0.withColumn(%0, $1.col(%1))"),
  WITH_COLUMNS(KEPT, "$0.withColumns(new java.util.TreeMap<>(java.util.Map.of(%0, expr(%1), %2, expr(%3))))"),
  WITH_METADATA(KEPT, "$0.withMetadata(%0, org.apache.spark.sql.types.Metadata.fromJson(%1))"),
  CAST(KEPT, "$0.withColumn(%0, col(%1).cast(%2))"),
  CONDITIONAL(KEPT, "$0.withColumn(%0, expr(%1))"),
  EXPENSIVE(KEPT, "$0.withColumn(%0, expr(%1))"),
  USE_TWICE(KEPT, "$0.withColumn(%0, expr(%1))"),
  CALL_UDF(KEPT, "$0.withColumn(%0, expr(%1))"),
  MAY_FAIL(KEPT, "$0.withColumn(%0, expr(%1))"),
  IN_BRANCHES(KEPT, "$0.withColumn(%0, expr(%1))"),
  GROW(KEPT, "$0.withColumn(%0, expr(%1))"),
  NEST(KEPT, "$0.withColumn(%0, expr(%1))"),
  DECIMALS(KEPT, "$0.withColumn(%0, expr(%1))"),
  NULLS(KEPT, "$0.withColumn(%0, expr(%1))"),
  LAMBDA(KEPT, "$0.withColumn(%0, expr(%1))"),
  MAKE_NESTED(KEPT, "$0.withColumn(%0, expr(%1))"),
  INPUT_FILE(KEPT, "$0.withColumn(%0, expr(%1))"),
  GET_ITEM(KEPT, "$0.withColumn(%0, expr(%1))"),
  WITH_FIELD(KEPT, "$0.withColumn(%0, col(%1).withField(%2, expr(%3)))"),
  DROP_FIELDS(KEPT, "$0.withColumn(%0, col(%1).dropFields(scala.jdk.javaapi.CollectionConverters.asScala(java.util.List.of(%2)).toSeq()))"),
  RAND(PICKED, "$0.withColumn(%0, expr(%1))"),
  MONOTONIC_ID(PICKED, "$0.withColumn(%0, expr(%1))"),
  UUID(RANDOM, "$0.withColumn(%0, expr(%1))"),
  UUID_LENGTH(KEPT, "$0.withColumn(%0, expr(%1))"),
  WINDOW(MIXED, "$0.withColumn(%0, expr(%1))"),
  SUBQUERY_COLUMN(KEPT, "$0.withColumn(%0, expr(%1))"),
  CORRELATED_COLUMN(KEPT, "$0.withColumn(%0, expr(%1))"),

  // Lists of columns.
  SELECT(KEPT, "$0.selectExpr(%0+)"),
  SELECT_NAMES(KEPT, "$0.select(%0, new String[] {%1+})"),
  SELECT_STAR(KEPT, "$0.selectExpr(\"*\", %0)"),
  SELECT_LATERAL(KEPT, "$0.selectExpr(%0+)"),
  SELECT_METADATA(KEPT, "$0.select(col(\"*\"), expr(%0).as(%1, org.apache.spark.sql.types.Metadata.fromJson(%2)))"),
  SELECT_OF_OLD(KEPT, "$0.select($1.col(%0), $1.col(%1).as(%2))"),
  SELECT_FILE_METADATA(KEPT, "$0.selectExpr(\"*\", %0)"),
  EXPLODE(KEPT, "$0.selectExpr(%0+)"),
  DROP(KEPT, "$0.drop(new String[] {%0+})"),
  DROP_COLUMN(KEPT, "$0.drop($1.col(%0))"),
  DROP_BY_COL(KEPT, "$0.drop(col(%0))"),
  RENAME(KEPT, "$0.withColumnRenamed(%0, %1)"),
  RENAMES(KEPT, "$0.withColumnsRenamed(new java.util.TreeMap<>(java.util.Map.of(%0, %1, %2, %3)))"),
  TO_DF(KEPT, "$0.toDF(%0+)"),
  ALIAS(KEPT, "$0.alias(%0)"),
  UNPIVOT(MIXED, "$0.unpivot(new org.apache.spark.sql.Column[] {col(%0)}, new org.apache.spark.sql.Column[] {col(%1), col(%2)}, \"name\", \"value\")"),

  // Rows.
  FILTER(FILTERED, "$0.filter(%0)"),
  FILTER_DROPPED(FILTERED, "$0.filter(%0)"),
  FILTER_OLD(FILTERED, "$0.filter($1.col(%0).#1(expr(%2)))"),
  FILTER_UDF(FILTERED, "$0.filter(%0)"),
  FILTER_EXISTS(FILTERED, "$0.filter(%0)"),
  FILTER_IN(FILTERED, "$0.filter(%0)"),
  FILTER_SCALAR(FILTERED, "$0.filter(%0)"),
  FILTER_TYPED(FILTERED, "$0.filter((org.apache.spark.api.java.function.FilterFunction<Row>) row -> !row.isNullAt(0))"),
  SORT(MIXED, "$0.orderBy(expr(%0))"),
  SORT_DROPPED(MIXED, "$0.orderBy(expr(%0))"),
  SORT_OLD(MIXED, "$0.orderBy($1.col(%0).desc())"),
  SORT_ALL(SORTED, "$0.orderBy(%0, new String[] {%1+})"),
  LIMIT(PICKED, "$0.limit(#0)"),
  OFFSET(PICKED, "$0.offset(#0)"),
  SAMPLE(PICKED, "$0.sample(#0, #1L)"),
  DISTINCT(MIXED, "$0.distinct()"),
  DROP_DUPLICATES(PICKED, "$0.dropDuplicates(new String[] {%0+})"),
  NA_FILL(KEPT, "$0.na().fill(#0L, new String[] {%1+})"),
  NA_FILL_ALL(KEPT, "$0.na().fill(%0)"),
  NA_DROP(FILTERED, "$0.na().drop(new String[] {%0+})"),
  NA_REPLACE(KEPT, "$0.na().replace(%0, java.util.Map.of(%1, %2))"),

  // Groups.
  AGGREGATE(MIXED, "$0.groupBy(expr(%0)).agg(expr(%1), expr(%2))"),
  AGGREGATE_ALL(MIXED, "$0.agg(expr(%0), expr(%1))"),
  ROLLUP(MIXED, "$0.rollup(col(%0), col(%1)).agg(expr(%2))"),
  PIVOT(MIXED, "$0.groupBy(%0).pivot(%1).agg(expr(%2))"),
  DESCRIBE(MIXED, "$0.describe(%0)"),
  SUMMARY(MIXED, "$0.select(%0).summary(\"count\", \"min\", \"max\")"),

  // Two Datasets.
  JOIN_EXPR(MIXED, "$0.join($1, expr(%0), %1)"),
  JOIN_OLD(MIXED, "$0.join($1, $0.col(%0).equalTo($1.col(%1)), %2)"),
  JOIN_ALIAS(MIXED, "$0.alias(\"l\").join($1.alias(\"r\"), expr(%0), %1)"),
  JOIN_USING(MIXED, "$0.join($1, new String[] {%1+}, %0)"),
  JOIN_CROSS(MIXED, "$0.crossJoin($1)"),
  SELF_JOIN(MIXED, "$0.join($1, $0.col(%0).equalTo($1.col(%1)))"),
  UNION(MIXED, "$0.union($1)"),
  UNION_BY_NAME(MIXED, "$0.unionByName($1, true)"),
  UNION_SAME(MIXED, "$0.select(%0).union($1.select(%1))"),
  INTERSECT(MIXED, "$0.select(%0).intersect($1.select(%1))"),
  EXCEPT(MIXED, "$0.select(%0).except($1.select(%1))"),

  // Views, tables and SQL over them.
  CREATE_VIEW(NO_ROWS, "$0.createOrReplaceTempView(%0)"),
  READ_VIEW(KEPT, "p.spark.table(%0)"),
  SQL_VIEW(MIXED, "p.spark.sql(%0)"),
  SQL_SUBQUERY(MIXED, "p.spark.sql(%0)"),
  SAVE_TABLE(NO_ROWS, "$0.write().mode(\"overwrite\").format(\"parquet\").saveAsTable(%0)"),
  READ_TABLE(MIXED, "p.spark.table(%0)"),
  WRITE_PARQUET(MIXED, "{ String file = Sessions.scratch(%0 + p.rule).toString(); $0.write().mode(\"overwrite\").parquet(file); "
      + "return p.spark.read().parquet(file); }"),

  // All else that one does with a Dataset.
  HINT(KEPT, "$0.hint(%0)"),
  OBSERVE(KEPT, "$0.observe(%0, expr(%1), expr(%2))"),
  REPARTITION(MIXED, "$0.repartition(#0)"),
  COALESCE(KEPT, "$0.coalesce(1)"),
  LOCAL_CHECKPOINT(KEPT, "$0.localCheckpoint(#0)"),
  MAP_TYPED(KEPT, "$0.select(col(%0).cast(\"string\")).as(org.apache.spark.sql.Encoders.STRING()).map("
      + "(org.apache.spark.api.java.function.MapFunction<String, String>) s -> s + \"!\", org.apache.spark.sql.Encoders.STRING()).toDF(%1)"),
  CACHE(NO_ROWS, "$0.cache()"),
  UNPERSIST(NO_ROWS, "$0.unpersist(true)"),
  PLAN_ID(NO_ROWS, "PlanShape.logicalPlan($0).setTagValue("
      + "org.apache.spark.sql.catalyst.plans.logical.LogicalPlan$.MODULE$.PLAN_ID_TAG(), 7L)"),
  PLAN_ID_COLUMN(KEPT, "{ var tagged = org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute$.MODULE$.quotedString(%1); tagged.setTagValue("
      + "org.apache.spark.sql.catalyst.plans.logical.LogicalPlan$.MODULE$.PLAN_ID_TAG(), 7L); "
      + "return $0.withColumn(%0, org.apache.spark.sql.classic.ExpressionUtils$.MODULE$.column(tagged)); }"),
  PLAN_ON_WINDOW(KEPT, "{ var node = PlanShape.logicalPlan($0); while (!(node.children().head() instanceof org.apache.spark.sql.catalyst.plans.logical.Window)) { "
      + "node = node.children().head(); } return org.apache.spark.sql.classic.Dataset$.MODULE$.ofRows("
      + "(org.apache.spark.sql.classic.SparkSession) p.spark, node); }"),

  // What a dropped or unknown column must still fail with.
  ASK_DROPPED_SELECT(KEPT, "$0.select(%0)"),
  ASK_DROPPED_COLUMN(KEPT, "$0.withColumn(%0, expr(%1))"),
  ASK_DROPPED_APPLY(KEPT, "$0.select($0.col(%0))"),
  ASK_DROPPED_FILL(KEPT, "$0.na().fill(0L, new String[] {%0})"),
  ASK_DROPPED_GROUP(MIXED, "$0.groupBy(%0).count()"),
  MISMATCH(KEPT, "$0.withColumn(%0, expr(%1))");

  /** What a call makes of what is known of the rows of its inputs. */
  enum Rows {
    /** As many, in the same order. */
    KEPT,
    /** Some of them, in the same order. */
    FILTERED,
    /** In no order that the program defines. */
    MIXED,
    /** Which ones, or their new values, depends on their order. */
    PICKED,
    /** In the order of all their columns. */
    SORTED,
    /** With values that differ from run to run. */
    RANDOM,
    /** There is no Dataset. */
    NO_ROWS
  }

  private final Rows rows;
  private final String java;

  Rule(Rows rows, String java) {
    this.rows = rows;
    this.java = java;
  }

  Rows rows() {
    return rows;
  }

  /** Whether the call makes a Dataset. */
  boolean builds() {
    return rows != NO_ROWS;
  }

  String java() {
    return java;
  }
}
