/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.flatplan.harness.demo.LoopResult;
import org.flatplan.harness.demo.LoopRunner;
import org.flatplan.harness.demo.Pattern;
import org.flatplan.harness.jvm.SparkJvm;
import org.flatplan.harness.prove.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the same loop on the release and on the rebuild and shows both. */
@Command(name = "demo", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Change columns of a CSV file one call at a time, on the release jars and on the rebuilt ones, each in a JVM of its own.",
    footer = {"", "Exits with 1 if the rebuild fails, or if both came to an end and rows or schema differ."})
public final class DemoCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private Home home;

  @Option(names = "--input", paramLabel = "FILE", description = "CSV file with a header line. Default: the one in harness/demo.")
  private Path input;

  @Option(names = "--columns", paramLabel = "N", defaultValue = "250", description = "Calls in the loop, 1 to 20000. Default: ${DEFAULT-VALUE}.")
  private int columns;

  @Option(names = "--pattern", paramLabel = "P", defaultValue = "add",
      description = "What a call does: add, chain (each from the one before), rename, drop, cast. Default: ${DEFAULT-VALUE}.")
  private Pattern pattern;

  @Option(names = "--cached", paramLabel = "N", defaultValue = "0",
      description = "Unrelated Datasets to cache before the loop, 0 to 1000. Default: ${DEFAULT-VALUE}.")
  private int cached;

  @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "1800", description = "Limit for each JVM. Default: ${DEFAULT-VALUE}.")
  private int timeout;

  @Option(names = "--json", description = "Print both results as JSON instead.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (columns < 1 || columns > 20_000) {
      throw new UserError("--columns must be 1 to 20000, not " + columns);
    }
    if (cached < 0 || cached > 1_000) {
      throw new UserError("--cached must be 0 to 1000, not " + cached);
    }
    if (timeout < 1) {
      throw new UserError("--timeout must be 1 second or more, not " + timeout);
    }
    Path file = (input == null ? home.root().resolve("harness/demo/harbour-tides.csv") : input).toAbsolutePath().normalize();
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new UserError("no such file: " + (input == null ? file : input));
    }
    List<String> stockPath = home.classpath(true);
    List<String> rebuiltPath = home.classpath(false);
    LoopRunner runner = new LoopRunner(SparkJvm.jarOf(DemoCommand.class), timeout);
    String loop = columns + " x " + pattern.name().toLowerCase(Locale.ROOT) + (cached == 0 ? "" : ", " + cached + " unrelated Datasets cached");
    progress("1 of 2: release, " + loop);
    LoopResult stock = runner.run(stockPath, file, pattern, columns, cached);
    progress("2 of 2: rebuild, " + loop);
    LoopResult rebuilt = runner.run(rebuiltPath, file, pattern, columns, cached);

    boolean comparable = stock.done() && rebuilt.done();
    Boolean rowsEqual = comparable ? stock.rowsSha256().equals(rebuilt.rowsSha256()) : null;
    Boolean schemaEqual = comparable ? stock.schemaSha256().equals(rebuilt.schemaSha256()) : null;
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("input", file.getFileName().toString());
      all.put("pattern", pattern.name().toLowerCase(Locale.ROOT));
      all.put("calls", columns);
      all.put("cached", cached);
      all.put("release", stock);
      all.put("rebuilt", rebuilt);
      all.put("rowsEqual", rowsEqual);
      all.put("schemaEqual", schemaEqual);
      out.print(Json.write(all));
    } else {
      out.print(table(file.getFileName() + ", " + loop, stock, rebuilt, rowsEqual, schemaEqual));
    }
    out.flush();
    return !rebuilt.done() || Boolean.FALSE.equals(rowsEqual) || Boolean.FALSE.equals(schemaEqual) ? 1 : 0;
  }

  /** The result as a table for people. */
  static String table(String title, LoopResult stock, LoopResult rebuilt, Boolean rowsEqual, Boolean schemaEqual) {
    StringBuilder text = new StringBuilder(title).append("\n\n");
    row(text, "", "release", "rebuild");
    row(text, "result", outcome(stock), outcome(rebuilt));
    each(text, "calls done", stock, rebuilt, LoopResult::callsDone, "");
    each(text, "plan depth", stock, rebuilt, LoopResult::depth, "");
    each(text, "plan nodes", stock, rebuilt, LoopResult::nodes, "");
    each(text, "build time", stock, rebuilt, LoopResult::buildMillis, " ms");
    each(text, "plan time", stock, rebuilt, LoopResult::planMillis, " ms");
    each(text, "rows", stock, rebuilt, LoopResult::rows, "");
    each(text, "columns", stock, rebuilt, LoopResult::columns, "");
    row(text, "sum of rows", sum(stock.rowsSha256()), sum(rebuilt.rowsSha256()));
    text.append('\n');
    if (rowsEqual == null) {
      text.append("Rows and schema cannot be compared, since not both runs came to their end.\n");
      explain(text, "release", stock);
      explain(text, "rebuild", rebuilt);
    } else {
      text.append("Rows: ").append(rowsEqual ? "equal" : "DIFFERENT").append(". Schema: ").append(schemaEqual ? "equal" : "DIFFERENT").append(".\n");
    }
    return text.toString();
  }

  private static void explain(StringBuilder text, String name, LoopResult result) {
    if (!result.done()) {
      text.append("  ").append(name).append(": ").append(result.error())
          .append(result.failedIn() == null ? "" : " in step '" + result.failedIn() + "'")
          .append(result.message() == null || result.message().isEmpty() ? "" : ": " + result.message()).append('\n');
    }
  }

  private static String outcome(LoopResult result) {
    return result.done() ? "done" : result.error();
  }

  private static String sum(String sha256) {
    return sha256 == null ? "-" : sha256.substring(0, 16);
  }

  private static void each(StringBuilder text, String label, LoopResult stock, LoopResult rebuilt, Function<LoopResult, Long> value, String unit) {
    row(text, label, shown(value.apply(stock), unit), shown(value.apply(rebuilt), unit));
  }

  private static String shown(Long value, String unit) {
    return value == null ? "-" : String.format(Locale.ROOT, "%,d%s", value, unit);
  }

  private static void row(StringBuilder text, String label, String left, String right) {
    text.append(String.format(Locale.ROOT, "  %-12s %20s %20s%n", label, left, right));
  }

  private void progress(String text) {
    spec.commandLine().getErr().println("[flatplan] " + text);
    spec.commandLine().getErr().flush();
  }
}
