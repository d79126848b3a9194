// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** Hands a program its session and records what each of its steps gives. */
final class Program {

  /** The text of a program: it must do the same in every run. */
  @FunctionalInterface
  interface Text {
    void run(Program p) throws Exception;
  }

  /** Ends a program whose next steps have nothing to work on; the error is recorded already. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super(null, null, false, false);
    }
  }

  final SparkSession spark;
  final boolean rule;
  private final Outcome outcome = new Outcome();

  private Program(SparkSession spark, boolean rule) {
    this.spark = spark;
    this.rule = rule;
  }

  static Outcome run(boolean rule, Text text) {
    Program program = new Program(Sessions.open(rule), rule);
    program.spark.catalog().clearCache();
    try {
      text.run(program);
    } catch (Stopped e) {
      // Recorded by the step that failed.
    } catch (Exception e) {
      throw new AssertionError("the program failed outside a step, rule " + (rule ? "on" : "off"), e);
    } finally {
      program.spark.catalog().clearCache();
    }
    return program.outcome;
  }

  /** A relation of the given rows. */
  Dataset<Row> table(String ddl, Object[]... rows) {
    List<Row> list = Arrays.stream(rows).map(RowFactory::create).toList();
    return spark.createDataFrame(list, StructType.fromDDL(ddl));
  }

  /** A relation the optimizer cannot evaluate by itself: the rows come from a Parquet file. */
  Dataset<Row> file(String name, String ddl, Object[]... rows) {
    String path = Sessions.scratch(name + (rule ? "-on" : "-off")).toString();
    table(ddl, rows).coalesce(1).write().mode("overwrite").parquet(path);
    return spark.read().parquet(path);
  }

  static Object[] row(Object... values) {
    return values;
  }

  /** Builds a Dataset that later steps need; an error is recorded and ends the program. */
  Dataset<Row> step(String name, Callable<Dataset<Row>> build) {
    Dataset<Row> dataset;
    try {
      dataset = build.call();
      record(name, dataset, null);
    } catch (Throwable e) {
      outcome.put(name, error("build", e));
      throw new Stopped();
    }
    return dataset;
  }

  /** Builds a Dataset and reads its rows in order; an error is recorded with the call that raised it. */
  void rows(String name, Callable<Dataset<Row>> build) {
    Dataset<Row> dataset;
    try {
      dataset = build.call();
    } catch (Throwable e) {
      outcome.put(name, error("build", e));
      return;
    }
    List<List<Object>> rows;
    try {
      rows = dataset.collectAsList().stream().map(Program::plain).toList();
    } catch (Throwable e) {
      outcome.put(name, error("run", e));
      return;
    }
    record(name, dataset, rows);
  }

  /** Like {@link #rows} where the order is not defined: the rows are sorted by their text. */
  void unordered(String name, Callable<Dataset<Row>> build) {
    rows(name, () -> {
      Dataset<Row> dataset = build.call();
      return dataset;
    });
    Outcome.Step step = outcome.step(name);
    if (step.rows() != null) {
      List<List<Object>> sorted = new ArrayList<>(step.rows());
      sorted.sort((x, y) -> x.toString().compareTo(y.toString()));
      outcome.steps().put(name, new Outcome.Step(null, step.schema(), step.columns(), sorted, null));
    }
  }

  /** Records any other value; an error is recorded instead of it. */
  void value(String name, Callable<?> value) {
    try {
      outcome.put(name, new Outcome.Step(null, null, null, null, value.call()));
    } catch (Throwable e) {
      outcome.put(name, error("run", e));
    }
  }

  private void record(String name, Dataset<Row> dataset, List<List<Object>> rows) {
    StructType schema = dataset.schema();
    outcome.put(name, new Outcome.Step(null, schema.json(), List.of(schema.fieldNames()), rows, null));
    outcome.shape(name, PlanShape.analyzed(dataset));
  }

  private static Outcome.Step error(String phase, Throwable raised) {
    Throwable thrown = Thrown.withoutOtherStages(raised);
    StringBuilder text = new StringBuilder(phase);
    boolean described = false;
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      text.append(" <- ").append(cause.getClass().getSimpleName());
      if (!described && cause instanceof SparkThrowable error && error.getCondition() != null) {
        described = true;
        text.append('[').append(error.getCondition()).append(' ')
            .append(neutral(new TreeMap<>(error.getMessageParameters()).toString())).append(']');
      }
    }
    if (!described && thrown.getMessage() != null) {
      text.append(' ').append(neutral(thrown.getMessage().lines().findFirst().orElse("")));
    }
    return new Outcome.Step(text.toString(), null, null, null, null);
  }

  /** Expression ids and the numbers of stages, tasks and common tables differ from run to run. */
  static String neutral(String text) {
    return text.replaceAll("#\\d+L?", "#").replaceAll("(stage|task|TID|CTERelationDef|CTERelationRef) [\\d.]+", "$1");
  }

  private static List<Object> plain(Row row) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < row.length(); i++) {
      values.add(plainValue(row.get(i)));
    }
    return values;
  }

  private static Object plainValue(Object value) {
    if (value instanceof Row row) {
      return plain(row);
    }
    if (value instanceof scala.collection.Map<?, ?> map) {
      return CollectionConverters.asJava(map).toString();
    }
    if (value instanceof scala.collection.Seq<?> seq) {
      return CollectionConverters.asJava(seq).stream().map(Program::plainValue).toList();
    }
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : value;
  }
}
