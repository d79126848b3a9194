/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.HiveResult;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.internal.SQLConf;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Runs SQL and prints rows as Hive's command line does: columns separated by tabs, no header. */
public final class SqlShell {
  private final SparkSession session;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean silent;

  SqlShell(SparkSession session, PrintStream out, PrintStream err, boolean silent) {
    this.session = session;
    this.out = out;
    this.err = err;
    this.silent = silent;
  }

  /** Entry point: {@code [-i FILE ...] [-e SQL | -f FILE] [-S]}. */
  public static void main(String[] arguments) throws IOException {
    int code;
    try {
      code = run(SqlArguments.parse(List.of(arguments)));
    } catch (IllegalArgumentException e) {
      System.err.println("spark-sql: " + e.getMessage());
      code = 1;
    }
    if (code != 0) {
      System.exit(code);
    }
  }

  private static int run(SqlArguments arguments) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Path file : arguments.first()) {
      texts.add(Files.readString(file));
    }
    if (arguments.text() != null) {
      texts.add(arguments.text());
    } else if (System.console() == null) {
      texts.add(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
    }
    SparkSession session = Sessions.open(new SparkConf());
    try {
      PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
      SqlShell shell = new SqlShell(session, out, System.err, arguments.silent());
      for (String text : texts) {
        if (!shell.runAll(text)) {
          return 1;
        }
      }
      return arguments.text() == null && System.console() != null ? shell.converse() : 0;
    } finally {
      session.stop();
    }
  }

  /** Statements as they are typed. Here an error is told and does not end it. */
  private int converse() throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    StringBuilder text = new StringBuilder();
    while (true) {
      out.print(text.length() == 0 ? "spark-sql> " : "         > ");
      out.flush();
      String line = in.readLine();
      if (line == null) {
        return 0;
      }
      if (text.length() == 0 && line.strip().matches("(?i)(quit|exit)\\s*;?")) {
        return 0;
      }
      text.append(line).append('\n');
      if (Statements.complete(text.toString())) {
        runAll(text.toString());
        text.setLength(0);
      }
    }
  }

  /** Runs each statement of a text, up to the first that fails; false if one does. */
  boolean runAll(String text) {
    for (String statement : Statements.split(text, (boolean) session.sessionState().conf().getConf(SQLConf.SQL_SCRIPTING_ENABLED()))) {
      try {
        run(statement);
      } catch (Exception e) {
        out.flush();
        err.println("spark-sql: " + (e.getMessage() == null ? e.toString() : e.getMessage()));
        return false;
      }
    }
    return true;
  }

  private void run(String statement) {
    long start = System.nanoTime();
    QueryExecution query = session.sql(statement).queryExecution();
    Seq<String> rows = SQLExecution.withNewExecutionId(query, Option.apply("spark-sql"), () -> HiveResult.hiveResultString(query.executedPlan()));
    for (String row : CollectionConverters.asJava(rows)) {
      out.println(row);
    }
    out.flush();
    if (!silent) {
      err.println(String.format(Locale.ROOT, "%.3f s, %d rows", (System.nanoTime() - start) / 1e9, rows.length()));
    }
  }
}
