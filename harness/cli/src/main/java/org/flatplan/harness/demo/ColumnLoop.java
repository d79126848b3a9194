/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.demo;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.flatplan.harness.jvm.PlanSize;

/**
 * The program that the demo runs once on the release and once on the rebuild, in a JVM of its own: reads a CSV file, changes columns one
 * call at a time, and writes what it saw to a properties file. It is a plain user of Spark and knows nothing of the rule.
 *
 * <p>Arguments: input, pattern, number of columns, number of unrelated cached Datasets, result file, scratch folder.
 */
public final class ColumnLoop {
  private static final int WARM_UP = 10;

  private ColumnLoop() {
  }

  /** Entry point. */
  public static void main(String[] arguments) throws IOException {
    Pattern pattern = Pattern.valueOf(arguments[1].toUpperCase(Locale.ROOT));
    int columns = Integer.parseInt(arguments[2]);
    int cached = Integer.parseInt(arguments[3]);
    Properties result = new Properties();
    result.setProperty("status", "started");
    try {
      SparkSession spark = SparkSession.builder().master("local[1]").appName("flatplan demo")
          .config("spark.ui.enabled", "false")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.sql.warehouse.dir", Path.of(arguments[5], "warehouse").toUri().toString())
          .config("spark.local.dir", arguments[5])
          .getOrCreate();
      result.setProperty("sparkVersion", spark.version());
      Dataset<Row> input = spark.read().option("header", "true").option("inferSchema", "true").csv(Path.of(arguments[0]).toUri().toString());
      System.err.println("[flatplan]   read; warming up");
      cacheUnrelated(input, cached);
      run(input, pattern, WARM_UP, new Properties());
      System.err.println("[flatplan]   " + columns + " calls");
      run(input, pattern, columns, result);
      result.setProperty("status", "done");
    } catch (Throwable thrown) {
      // The deep plans of the release end in a StackOverflowError: that is a finding, not an accident.
      result.setProperty("status", "failed");
      result.setProperty("error", root(thrown).getClass().getSimpleName());
      String message = root(thrown).getMessage();
      result.setProperty("message", message == null ? "" : message.lines().findFirst().orElse(""));
    }
    try (OutputStream out = Files.newOutputStream(Path.of(arguments[4]))) {
      result.store(out, null);
    }
    // Halt: after an error Spark's own shutdown may hang, and there is nothing left to lose.
    Runtime.getRuntime().halt(0);
  }

  private static void run(Dataset<Row> input, Pattern pattern, int columns, Properties result) {
    Column base = base(input);
    Dataset<Row> frame = start(input, pattern, columns, base);
    result.setProperty("failedIn", "build");
    long begin = System.nanoTime();
    for (int i = 1; i <= columns; i++) {
      frame = switch (pattern) {
        case ADD -> frame.withColumn("c" + i, base.plus(i));
        case CHAIN -> frame.withColumn("c" + i, col("c" + (i - 1)).plus(1));
        case RENAME -> frame.withColumnRenamed("c" + i, "renamed" + i);
        case DROP -> frame.drop("c" + i);
        case CAST -> frame.withColumn("c" + i, col("c" + i).cast("double"));
      };
      result.setProperty("callsDone", Integer.toString(i));
    }
    result.setProperty("buildMillis", millis(begin));

    result.setProperty("failedIn", "plan");
    QueryExecution execution = ((org.apache.spark.sql.classic.Dataset<Row>) frame).queryExecution();
    PlanSize size = PlanSize.of(execution.analyzed());
    result.setProperty("depth", Integer.toString(size.depth()));
    result.setProperty("nodes", Long.toString(size.nodes()));
    begin = System.nanoTime();
    execution.optimizedPlan();
    execution.sparkPlan();
    result.setProperty("planMillis", millis(begin));

    result.setProperty("failedIn", "rows");
    List<Row> rows = frame.collectAsList();
    StringBuilder text = new StringBuilder();
    rows.forEach(row -> text.append(row).append('\n'));
    result.setProperty("rows", Integer.toString(rows.size()));
    result.setProperty("rowsSha256", sha256(text.toString()));
    result.setProperty("columns", Integer.toString(frame.columns().length));
    result.setProperty("schemaSha256", sha256(frame.schema().json()));
    result.remove("failedIn");
  }

  /** Caches Datasets of as many columns and of the same types as some of the loop's, but with other values. */
  private static void cacheUnrelated(Dataset<Row> input, int number) {
    Dataset<Row> frame = input;
    for (int i = 1; i <= number; i++) {
      frame = frame.withColumn("other" + i, base(input).minus(i));
      frame.cache();
    }
  }

  private static Column base(Dataset<Row> input) {
    for (StructField field : input.schema().fields()) {
      if (field.dataType() instanceof NumericType) {
        return quoted(field.name()).cast("double");
      }
    }
    return length(quoted(input.columns()[0]).cast("string"));
  }

  private static Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  /** One select that gives the loop the columns it works on, where it does not make them itself. */
  private static Dataset<Row> start(Dataset<Row> input, Pattern pattern, int columns, Column base) {
    List<Column> list = new ArrayList<>();
    list.add(col("*"));
    switch (pattern) {
      case ADD -> {
        return input;
      }
      case CHAIN -> list.add(base.as("c0"));
      case RENAME, DROP -> {
        for (int i = 1; i <= columns; i++) {
          list.add(base.plus(lit(i)).as("c" + i));
        }
      }
      case CAST -> {
        for (int i = 1; i <= columns; i++) {
          list.add(base.plus(lit(i)).cast("string").as("c" + i));
        }
      }
    }
    return input.select(list.toArray(new Column[0]));
  }

  private static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root;
  }

  private static String millis(long begin) {
    return Long.toString((System.nanoTime() - begin) / 1_000_000);
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
