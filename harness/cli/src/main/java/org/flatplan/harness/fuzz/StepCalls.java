/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan$;
import org.apache.spark.sql.catalyst.plans.logical.Window;
import org.apache.spark.sql.types.Metadata;
import scala.jdk.javaapi.CollectionConverters;

/** Makes the calls of one run of a program. */
final class StepCalls {
  private final SparkSession spark;
  private final Sources sources;
  private final Path folder;
  private final Map<Integer, Dataset<Row>> built;
  private final Map<Integer, org.apache.spark.sql.Observation> observations = new TreeMap<>();

  /**
   * @param folder for what the program writes
   * @param built the Datasets so far, by step
   */
  StepCalls(SparkSession spark, Sources sources, Path folder, Map<Integer, Dataset<Row>> built) {
    this.spark = spark;
    this.sources = sources;
    this.folder = folder;
    this.built = built;
  }

  /** What counts the rows that pass the step of an id. */
  Map<Integer, org.apache.spark.sql.Observation> observations() {
    return observations;
  }

  private static Column[] columns(List<String> names) {
    return names.stream().map(org.apache.spark.sql.functions::col).toArray(Column[]::new);
  }

  private static String[] rest(List<String> texts, int from) {
    return texts.subList(from, texts.size()).toArray(String[]::new);
  }

  private static boolean filterFirst(Row row) {
    return !row.isNullAt(0);
  }

  /** The Dataset that a step builds; null if it builds none. */
  Dataset<Row> call(Step step) throws Exception {
    List<String> t = step.texts();
    Dataset<Row> d = step.inputs().isEmpty() ? null : built.get(step.inputs().get(0));
    Dataset<Row> other = step.inputs().size() < 2 ? null : built.get(step.inputs().get(1));
    return switch (step.rule()) {
      case LOCAL -> sources.local(spark, source(t.get(0)));
      case RDD -> sources.rdd(spark, source(t.get(0)));
      case FILE -> sources.file(spark, source(t.get(0)));
      case STREAM -> sources.stream(spark, source(t.get(0)));
      case TABLE -> {
        sources.ensureTable(t.get(0));
        yield spark.table(t.get(0));
      }
      case READ_VIEW, READ_TABLE -> spark.table(t.get(0));
      case RANGE -> spark.range(0, Long.parseLong(t.get(0)), 1, 1).toDF("k");
      case SQL_TEXT, SQL_VIEW, SQL_SUBQUERY -> spark.sql(t.get(0));

      case WITH_COLUMN, REPLACE_COLUMN, CONDITIONAL, EXPENSIVE, USE_TWICE, CALL_UDF, MAY_FAIL, IN_BRANCHES, GROW, NEST, DECIMALS, NULLS, LAMBDA,
          MAKE_NESTED, GET_ITEM, INPUT_FILE, RAND, MONOTONIC_ID, UUID, UUID_LENGTH, WINDOW, SUBQUERY_COLUMN, CORRELATED_COLUMN, ASK_DROPPED_COLUMN, MISMATCH ->
          d.withColumn(t.get(0), expr(t.get(1)));
      case WITH_COLUMN_OF_OLD -> d.withColumn(t.get(0), other.col(t.get(1)));
      case WITH_COLUMNS -> d.withColumns(new TreeMap<>(Map.of(t.get(0), expr(t.get(1)), t.get(2), expr(t.get(3)))));
      case WITH_METADATA -> d.withMetadata(t.get(0), Metadata.fromJson(t.get(1)));
      case CAST -> d.withColumn(t.get(0), col(t.get(1)).cast(t.get(2)));
      case WITH_FIELD -> d.withColumn(t.get(0), col(t.get(1)).withField(t.get(2), expr(t.get(3))));
      case DROP_FIELDS -> d.withColumn(t.get(0), col(t.get(1)).dropFields(CollectionConverters.asScala(t.subList(2, 3)).toSeq()));

      case SELECT, SELECT_LATERAL, EXPLODE -> d.selectExpr(rest(t, 0));
      case SELECT_NAMES -> d.select(t.get(0), rest(t, 1));
      case SELECT_STAR, SELECT_FILE_METADATA -> d.selectExpr("*", t.get(0));
      case SELECT_METADATA -> d.select(col("*"), expr(t.get(0)).as(t.get(1), Metadata.fromJson(t.get(2))));
      case SELECT_OF_OLD -> d.select(other.col(t.get(0)), other.col(t.get(1)).as(t.get(2)));
      case DROP -> d.drop(rest(t, 0));
      case DROP_COLUMN -> d.drop(other.col(t.get(0)));
      case DROP_BY_COL -> d.drop(col(t.get(0)));
      case RENAME -> d.withColumnRenamed(t.get(0), t.get(1));
      case RENAMES -> d.withColumnsRenamed(new TreeMap<>(Map.of(t.get(0), t.get(1), t.get(2), t.get(3))));
      case TO_DF -> d.toDF(rest(t, 0));
      case ALIAS -> d.alias(t.get(0));
      case UNPIVOT -> d.unpivot(columns(t.subList(0, 1)), columns(t.subList(1, 3)), "name", "value");

      case FILTER, FILTER_DROPPED, FILTER_UDF, FILTER_EXISTS, FILTER_IN, FILTER_SCALAR -> d.filter(t.get(0));
      case FILTER_OLD -> d.filter(compared(other.col(t.get(0)), t.get(1), expr(t.get(2))));
      case FILTER_TYPED -> d.filter((FilterFunction<Row>) StepCalls::filterFirst);
      case SORT, SORT_DROPPED -> d.orderBy(expr(t.get(0)));
      case SORT_OLD -> d.orderBy(other.col(t.get(0)).desc());
      case SORT_ALL -> d.orderBy(t.get(0), rest(t, 1));
      case LIMIT -> d.limit(Integer.parseInt(t.get(0)));
      case OFFSET -> d.offset(Integer.parseInt(t.get(0)));
      case SAMPLE -> d.sample(Double.parseDouble(t.get(0)), Long.parseLong(t.get(1)));
      case DISTINCT -> d.distinct();
      case DROP_DUPLICATES -> d.dropDuplicates(rest(t, 0));
      case NA_FILL -> d.na().fill(Long.parseLong(t.get(0)), rest(t, 1));
      case NA_FILL_ALL -> d.na().fill(t.get(0));
      case NA_DROP -> d.na().drop(rest(t, 0));
      case NA_REPLACE -> d.na().replace(t.get(0), Map.of(t.get(1), t.get(2)));

      case AGGREGATE -> d.groupBy(expr(t.get(0))).agg(expr(t.get(1)), expr(t.get(2)));
      case AGGREGATE_ALL -> d.agg(expr(t.get(0)), expr(t.get(1)));
      case ROLLUP -> d.rollup(col(t.get(0)), col(t.get(1))).agg(expr(t.get(2)));
      case PIVOT -> d.groupBy(t.get(0)).pivot(t.get(1)).agg(expr(t.get(2)));
      case DESCRIBE -> d.describe(t.get(0));
      case SUMMARY -> d.select(t.get(0)).summary("count", "min", "max");

      case JOIN_EXPR -> d.join(other, expr(t.get(0)), t.get(1));
      case JOIN_OLD -> d.join(other, d.col(t.get(0)).equalTo(other.col(t.get(1))), t.get(2));
      case JOIN_ALIAS -> d.alias("l").join(other.alias("r"), expr(t.get(0)), t.get(1));
      case JOIN_USING -> d.join(other, rest(t, 1), t.get(0));
      case JOIN_CROSS -> d.crossJoin(other);
      case SELF_JOIN -> d.join(other, d.col(t.get(0)).equalTo(other.col(t.get(1))));
      case UNION -> d.union(other);
      case UNION_BY_NAME -> d.unionByName(other, true);
      case UNION_SAME -> d.select(t.get(0)).union(other.select(t.get(1)));
      case INTERSECT -> d.select(t.get(0)).intersect(other.select(t.get(1)));
      case EXCEPT -> d.select(t.get(0)).except(other.select(t.get(1)));

      case HINT -> d.hint(t.get(0));
      case OBSERVE -> {
        org.apache.spark.sql.Observation observation = new org.apache.spark.sql.Observation(t.get(0));
        Dataset<Row> observed = d.observe(observation, expr(t.get(1)), expr(t.get(2)));
        observations.put(step.id(), observation);
        yield observed;
      }
      case REPARTITION -> d.repartition(Integer.parseInt(t.get(0)));
      case COALESCE -> d.coalesce(1);
      case LOCAL_CHECKPOINT -> d.localCheckpoint(Boolean.parseBoolean(t.get(0)));
      case MAP_TYPED -> d.select(col(t.get(0)).cast("string")).as(Encoders.STRING()).map((MapFunction<String, String>) s -> s + "!", Encoders.STRING())
          .toDF(t.get(1));
      case WRITE_PARQUET -> {
        String file = folder.resolve(t.get(0)).toString();
        d.write().mode("overwrite").parquet(file);
        yield spark.read().parquet(file);
      }
      case PLAN_ID_COLUMN -> {
        UnresolvedAttribute tagged = UnresolvedAttribute$.MODULE$.quotedString(t.get(1));
        tagged.setTagValue(LogicalPlan$.MODULE$.PLAN_ID_TAG(), 7L);
        yield d.withColumn(t.get(0), org.apache.spark.sql.classic.ExpressionUtils$.MODULE$.column(tagged));
      }
      case PLAN_ON_WINDOW -> planOnWindow(d);

      case ASK_DROPPED_SELECT -> d.select(t.get(0));
      case ASK_DROPPED_APPLY -> d.select(d.col(t.get(0)));
      case ASK_DROPPED_FILL -> d.na().fill(0L, new String[] {t.get(0)});
      case ASK_DROPPED_GROUP -> d.groupBy(t.get(0)).count();

      case CREATE_VIEW -> {
        d.createOrReplaceTempView(t.get(0));
        yield null;
      }
      case SAVE_TABLE -> {
        d.write().mode("overwrite").format("parquet").saveAsTable(t.get(0));
        yield null;
      }
      case CACHE -> {
        d.cache();
        yield null;
      }
      case UNPERSIST -> {
        d.unpersist(true);
        yield null;
      }
      case PLAN_ID -> {
        Plans.logicalPlan(d).setTagValue(LogicalPlan$.MODULE$.PLAN_ID_TAG(), 7L);
        yield null;
      }
    };
  }

  private static Source source(String label) {
    return Source.of(label).orElseThrow(() -> new IllegalArgumentException("no source " + label));
  }

  private static Column compared(Column column, String comparison, Column other) {
    return switch (comparison) {
      case "gt" -> column.gt(other);
      case "leq" -> column.leq(other);
      case "eqNullSafe" -> column.eqNullSafe(other);
      case "notEqual" -> column.notEqual(other);
      default -> throw new IllegalArgumentException(comparison);
    };
  }

  // The analyzer puts a Project above the window columns; a Dataset may start below it.
  private Dataset<Row> planOnWindow(Dataset<Row> dataset) {
    LogicalPlan node = Plans.logicalPlan(dataset);
    while (!(node.children().head() instanceof Window)) {
      node = node.children().head();
    }
    return org.apache.spark.sql.classic.Dataset$.MODULE$.ofRows((org.apache.spark.sql.classic.SparkSession) spark, node);
  }
}
