/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lag;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.regexp_replace;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The workloads as programs of Spark, which know nothing of the rule. Tables are leaves of the plan, not local relations, which the
 * optimizer would compute by itself.
 */
final class Programs {
  private static final int ROWS = 20;
  private static final int FIELDS = 10;
  private static final int FILTER_EVERY = 10;
  private static final int CACHED = 50;
  private static final List<DataType> TYPES = List.of(DataTypes.StringType, DataTypes.IntegerType, DataTypes.DoubleType, DataTypes.TimestampType,
      DataTypes.createDecimalType(12, 2), DataTypes.createArrayType(DataTypes.LongType));

  private final SparkSession spark;
  private final Workload workload;
  private final int columns;

  Programs(SparkSession spark, Workload workload, int columns) {
    this.spark = spark;
    this.workload = workload;
    this.columns = columns;
  }

  /** The table that the calls start from. */
  Dataset<Row> start() {
    return switch (workload) {
      case ADD, NULLS, FILTER, LAG -> numbers();
      case CAST -> wide("c", DataTypes.StringType, i -> row -> Integer.toString(row + i));
      case RENAME, DROP -> wide("c", DataTypes.LongType, i -> row -> (long) row + i);
      case LOWER -> wide("C", DataTypes.LongType, i -> row -> (long) row + i);
      case CHAIN -> table(List.of(field("id", DataTypes.LongType), field("c0", DataTypes.LongType)), row -> List.of((long) row, row * 3L));
      case CONDITIONAL -> table(List.of(field("id", DataTypes.LongType), field("t", DataTypes.StringType)),
          row -> List.of((long) row, "-x" + row * 2 + "y-"));
      case FLAG -> table(List.of(field("id", DataTypes.LongType), field("a", DataTypes.LongType), field("t", DataTypes.StringType)),
          row -> List.of((long) row, (long) row, "t" + row));
      case FEED -> table(List.of(field("id", DataTypes.LongType), field("x", DataTypes.DoubleType), field("y", DataTypes.DoubleType)),
          row -> List.of((long) row, row * 1.0, 100.0 - row));
      case STRUCT -> table(List.of(field("id", DataTypes.LongType), field("s", fields())),
          row -> List.of((long) row, RowFactory.create(IntStream.range(0, FIELDS).mapToObj(i -> (long) row * i).toArray())));
      case JOIN -> numbers().join(table(List.of(field("k", DataTypes.LongType), field("v", DataTypes.LongType)),
          row -> List.of((long) row, row * 100L)), "k");
      case AGGREGATE -> numbers().groupBy("k").agg(sum("a").as("total"));
      case CACHED_BASE -> numbers().select(col("id"), col("a"), col("a").multiply(2).as("b")).where(col("b").gt(4)).cache();
      case CACHED_OTHERS -> {
        Dataset<Row> numbers = numbers();
        Dataset<Row> other = numbers;
        for (int i = 1; i <= CACHED; i++) {
          other = other.withColumn("other" + i, col("a").minus(i));
          other.cache();
        }
        yield numbers;
      }
    };
  }

  /** All calls, one after the other. */
  Dataset<Row> loop(Dataset<Row> start) {
    Dataset<Row> frame = start;
    for (int i = 1; i <= columns; i++) {
      frame = call(frame, i);
    }
    return frame;
  }

  private Dataset<Row> call(Dataset<Row> frame, int i) {
    String name = "c" + i;
    return switch (workload) {
      case ADD, NULLS, CAST, LAG, JOIN, AGGREGATE, CACHED_BASE, CACHED_OTHERS -> frame.withColumn(name, value(i));
      case RENAME -> frame.withColumnRenamed(name, "r" + i);
      case LOWER -> frame.withColumnRenamed("C" + i, name);
      case DROP -> frame.drop(name);
      case CHAIN -> frame.withColumn(name, col("c" + (i - 1)).plus(1));
      case CONDITIONAL -> frame.withColumn("t", when(col("t").contains("x" + i + "y"), regexp_replace(col("t"), "x" + i + "y", "z" + i))
          .otherwise(col("t")));
      case FLAG -> frame.withColumn("t", when(col("a").equalTo(flagged(i)), lit("u" + i)).otherwise(col("t")));
      case FEED -> frame.withColumn(i % 2 == 1 ? "x" : "y", col("x").plus(col("y")).multiply(0.5));
      case STRUCT -> frame.withColumn("s", rebuilt(field -> field == i % FIELDS ? col("s.f" + field).plus(1) : col("s.f" + field)));
      case FILTER -> {
        Dataset<Row> added = frame.withColumn(name, value(i));
        yield i % FILTER_EVERY == 0 ? added.where(kept(i)) : added;
      }
    };
  }

  /** What the calls make, as one select; of workloads that have one. */
  Dataset<Row> select(Dataset<Row> start) {
    return switch (workload) {
      case ADD, NULLS, LAG, JOIN, AGGREGATE, CACHED_BASE, CACHED_OTHERS -> start.select(with(col("*"), this::value));
      case CAST -> start.select(with(col("id"), this::value));
      case RENAME -> start.select(with(col("id"), i -> col("c" + i).as("r" + i)));
      case LOWER -> start.select(with(col("id"), i -> col("C" + i).as("c" + i)));
      case DROP -> start.select(col("id"));
      case FLAG -> {
        Column latest = when(col("a").equalTo(flagged(columns)), lit("u" + columns));
        for (int i = columns - 1; i >= 1; i--) {
          latest = latest.when(col("a").equalTo(flagged(i)), lit("u" + i));
        }
        yield start.select(col("id"), col("a"), latest.otherwise(col("t")).as("t"));
      }
      case STRUCT -> start.select(col("id"), rebuilt(field -> {
        Column value = col("s.f" + field);
        for (int i = 1; i <= columns; i++) {
          value = field == i % FIELDS ? value.plus(1) : value;
        }
        return value;
      }).as("s"));
      case FILTER -> {
        Dataset<Row> all = start.select(with(col("*"), this::value));
        Column condition = lit(true);
        for (int i = FILTER_EVERY; i <= columns; i += FILTER_EVERY) {
          condition = i == FILTER_EVERY ? kept(i) : condition.and(kept(i));
        }
        yield columns < FILTER_EVERY ? all : all.where(condition);
      }
      case CHAIN, CONDITIONAL, FEED -> throw new IllegalArgumentException("there is no select for " + workload);
    };
  }

  private Column value(int i) {
    Column value = switch (workload) {
      case NULLS -> lit(null).cast(TYPES.get(i % TYPES.size()));
      case CAST -> col("c" + i).cast("int");
      case LAG -> lag(col("a"), i).over(window());
      case JOIN -> col("a").plus(col("v")).plus(i);
      case AGGREGATE -> col("total").plus(i);
      case CACHED_BASE -> col("b").plus(i);
      default -> col("a").plus(i);
    };
    return value.as("c" + i);
  }

  private static WindowSpec window() {
    return Window.partitionBy("k").orderBy("id");
  }

  /** Drops one row after the other until five are gone. */
  private static Column kept(int i) {
    return col("c" + i).notEqual(i / FILTER_EVERY % 5 + i);
  }

  private static long flagged(int i) {
    return i % (2 * ROWS);
  }

  private static Column rebuilt(IntFunction<Column> field) {
    return struct(IntStream.range(0, FIELDS).mapToObj(i -> field.apply(i).as("f" + i)).toArray(Column[]::new));
  }

  private Column[] with(Column first, IntFunction<Column> each) {
    List<Column> all = new ArrayList<>();
    all.add(first);
    IntStream.rangeClosed(1, columns).mapToObj(each).forEach(all::add);
    return all.toArray(Column[]::new);
  }

  private Dataset<Row> numbers() {
    return table(List.of(field("id", DataTypes.LongType), field("a", DataTypes.LongType), field("k", DataTypes.LongType)),
        row -> List.of((long) row, row * 7L % ROWS, row % 4L));
  }

  private Dataset<Row> wide(String prefix, DataType type, IntFunction<IntFunction<Object>> value) {
    List<StructField> schema = new ArrayList<>();
    schema.add(field("id", DataTypes.LongType));
    IntStream.rangeClosed(1, columns).forEach(i -> schema.add(field(prefix + i, type)));
    return table(schema, row -> {
      List<Object> values = new ArrayList<>();
      values.add((long) row);
      IntStream.rangeClosed(1, columns).forEach(i -> values.add(value.apply(i).apply(row)));
      return values;
    });
  }

  private Dataset<Row> table(List<StructField> schema, IntFunction<List<?>> row) {
    List<Row> rows = IntStream.range(0, ROWS).mapToObj(i -> RowFactory.create(row.apply(i).toArray())).toList();
    // An RDD makes a leaf with nothing above it; of a list Spark would make a local relation.
    return spark.createDataFrame(new JavaSparkContext(spark.sparkContext()).parallelize(new ArrayList<>(rows), 2),
        new StructType(schema.toArray(StructField[]::new)));
  }

  private static StructField field(String name, DataType type) {
    return DataTypes.createStructField(name, type, true);
  }

  private static StructType fields() {
    return new StructType(IntStream.range(0, FIELDS).mapToObj(i -> field("f" + i, DataTypes.LongType)).toArray(StructField[]::new));
  }
}
