/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.QueryContext;
import org.apache.spark.QueryContextType;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQueryException;
import scala.jdk.javaapi.CollectionConverters;

/** Rows, schemas and errors as text, without what differs from run to run by design. */
final class Shown {
  private Shown() {}

  /** The rows in their order. */
  static List<String> rows(List<Row> rows) {
    return rows.stream().map(row -> String.valueOf(value(row))).toList();
  }

  private static Object value(Object value) {
    if (value instanceof Row row) {
      return CollectionConverters.asJava(row.toSeq()).stream().map(Shown::value).map(String::valueOf).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof scala.collection.Map<?, ?> map) {
      Map<String, String> sorted = new TreeMap<>();
      CollectionConverters.asJava(map).forEach((key, each) -> sorted.put(String.valueOf(value(key)), String.valueOf(value(each))));
      return sorted;
    }
    if (value instanceof scala.collection.Seq<?> seq) {
      return CollectionConverters.asJava(seq).stream().map(Shown::value).map(String::valueOf).toList();
    }
    if (value instanceof String text) {
      return '\'' + text + '\'';
    }
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : value;
  }

  /** A schema. The number of a Dataset, by which self-joins are noticed, is another in each run. */
  static String schema(String json) {
    return json.replaceAll("(\"__dataset_id\":)\\d+", "$1*");
  }

  /**
   * An error: its classes, and the condition, the parameters and the fragments of the program in the first that has them.
   *
   * @param when it came: "build" or "run"
   */
  static String error(String when, Throwable raised) {
    Throwable thrown = inner(raised);
    StringBuilder text = new StringBuilder(when);
    boolean described = false;
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      text.append(" <- ").append(cause.getClass().getSimpleName());
      if (!described && cause instanceof SparkThrowable error && error.getCondition() != null) {
        described = true;
        text.append('[').append(error.getCondition()).append(' ').append(neutral(parameters(error).toString())).append(']');
        for (QueryContext context : error.getQueryContext()) {
          text.append(" at '").append(context.contextType() == QueryContextType.SQL ? context.fragment() : context.fragment() + "' of a call '").append('\'');
        }
      }
    }
    if (!described && thrown.getMessage() != null) {
      text.append(' ').append(neutral(thrown.getMessage().lines().findFirst().orElse("")));
    }
    return text.toString();
  }

  // The ambiguous columns come in the order of a hash of their ids.
  private static Map<String, String> parameters(SparkThrowable error) {
    Map<String, String> parameters = new TreeMap<>(error.getMessageParameters());
    parameters.computeIfPresent("ambiguousAttrs", (key, names) -> Arrays.stream(names.split(", ")).map(Shown::neutral).sorted().collect(Collectors.joining(", ")));
    return parameters;
  }

  // A stream tells of its plan and its run; adaptive execution of other stages that failed by then.
  private static Throwable inner(Throwable thrown) {
    boolean wrapped = thrown instanceof StreamingQueryException
        || thrown instanceof SparkThrowable error && "STAGE_MATERIALIZATION_MULTIPLE_FAILURES".equals(error.getCondition());
    return wrapped && thrown.getCause() != null ? thrown.getCause() : thrown;
  }

  /** Without the numbers of expressions, stages and tasks, and without the names of files. */
  static String neutral(String text) {
    return text.replaceAll("#\\d+L?", "#").replaceAll("(stage|task|TID|CTERelationDef|CTERelationRef|Task) [\\d.]+", "$1")
        .replaceAll("(\"?__dataset_id\"?[:=])\\d+", "$1*").replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "*")
        .replaceAll("file:/[^,\\]\\s]*/(?=[^/]*\\*)", "file:/");
  }
}
