/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.flatplan.harness.cli.Home;
import org.flatplan.harness.cli.Shard;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.jvm.SparkJvm;
import org.flatplan.harness.prove.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures loops over columns on the release and on the rebuild. */
@Command(name = "bench", mixinStandardHelpOptions = true, sortOptions = false,
    description = {"Measure programs that change columns one call at a time: on the release, on the rebuild with the rule off, on the rebuild, and as one"
        + " select on the release where there is one.",
        "Each measurement has a JVM of its own, which warms up at 50 columns. Measurements are kept in target/bench/measurements, a file for each; the"
        + " results are bench.json, bench.md, bench.html and plots."},
    footer = {"", "A time-out, a StackOverflowError and an OutOfMemoryError are results; larger sizes of the same are then not run.",
        "Exits with 1 if rows or schemas differ, with --check-targets also if a target is not met or none was measured.",
        "", "For example:  harness/flatplan bench --workload add --columns 250,500,1000",
        "              harness/flatplan bench --resume --columns 100,250,500,1000,2000,5000,10000 --check-targets"})
public final class BenchCommand implements Callable<Integer> {
  private static final int MOST_COLUMNS = 20_000;

  @Spec
  private CommandSpec spec;

  @Mixin
  private Home home;

  @Option(names = "--workload", paramLabel = "W", description = "Only this one: add, nulls, cast, rename, lower, drop, chain, conditional, flag, feed, struct,"
      + " filter, lag, join, aggregate, cached-base, cached-others. Can be repeated. Default: all.")
  private List<String> workloads = List.of();

  @Option(names = "--columns", paramLabel = "N", split = ",", defaultValue = "100,250,500,1000,2000",
      description = "Calls in the loop, 1 to 20000. Default: ${DEFAULT-VALUE}.")
  private List<Integer> columns;

  @Option(names = "--variant", paramLabel = "V", split = ",", defaultValue = "stock,off,rebuilt,select",
      description = "stock, off, rebuilt or select. Default: ${DEFAULT-VALUE}.")
  private List<String> variants;

  @Option(names = "--runs", paramLabel = "R", defaultValue = "3", description = "JVMs for each, 1 to 100; the median counts. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "600", description = "Limit for each JVM, with start and warm-up. Default: ${DEFAULT-VALUE}.")
  private int timeout;

  @Option(names = "--heap", paramLabel = "SIZE", defaultValue = "4g", description = "Heap of each JVM, such as 4g or 900m. Default: ${DEFAULT-VALUE}.")
  private String heap;

  @Option(names = "--clock", paramLabel = "C", defaultValue = "wall",
      description = "Which time counts in table, plots and targets: wall, or cpu of the program's thread, for a busy machine. Default: ${DEFAULT-VALUE}.")
  private Clock clock;

  @Option(names = "--shard", paramLabel = "I/N", description = "Only measure the Ith of N parts, such as 2/4. The report has what the others left.")
  private String shard;

  @Option(names = "--resume", description = "Leave out what was measured already, with the same classes and heap.")
  private boolean resume;

  @Option(names = "--dry-run", description = "Only say what would be measured.")
  private boolean dryRun;

  @Option(names = "--output", paramLabel = "DIR", description = "Folder of the results. Default: target/bench.")
  private Path output;

  @Option(names = "--no-plots", description = "Draw nothing.")
  private boolean noPlots;

  @Option(names = "--check-targets", description = "Fail if the rebuild is slower than it should be; say of each target whether it is met.")
  private boolean checkTargets;

  @Option(names = "--json", description = "Print bench.json instead of the table.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Matrix matrix = matrix();
    List<Key> keys = matrix.keys(Shard.parse(shard));
    if (keys.isEmpty()) {
      throw new UserError("nothing is left to measure of what --workload, --columns, --variant and --shard choose together");
    }
    Path results = (output == null ? home.root().resolve("target/bench") : output).toAbsolutePath().normalize();
    if (Files.exists(results) && !Files.isDirectory(results)) {
      throw new UserError("--output " + output + " is not a folder; name another");
    }
    BenchClasses classes = new BenchClasses(home.classpath(true), home.classpath(false));
    BenchFolder folder = new BenchFolder(home.root().resolve("target/bench/measurements"));
    Map<Key, Measurement> known = known(folder, classes, matrix, keys);
    if (dryRun) {
      keys.stream().filter(key -> !known.containsKey(key)).forEach(spec.commandLine().getOut()::println);
      spec.commandLine().getOut().flush();
      return 0;
    }
    for (Key key : keys) {
      if (!known.containsKey(key)) {
        folder.remove(key);
      }
    }
    new BenchRun(new BenchFork(classes, SparkJvm.jarOf(BenchCommand.class), folder, heap, timeout), folder, known, new Pace(known.values(), timeout),
        spec.commandLine().getErr()).run(keys);
    Map<Key, Measurement> all = folder.all();
    all.values().removeIf(each -> !answers(each, classes));
    return report(new Results(matrix, all.values(), clock), results);
  }

  private Matrix matrix() {
    for (int each : columns) {
      require("--columns", each, MOST_COLUMNS);
    }
    require("--runs", runs, 100);
    require("--timeout", timeout, 1_000_000);
    if (!heap.matches("[1-9]\\d{0,6}[gm]")) {
      throw new UserError("--heap is a number with g or m, such as 4g, not " + heap);
    }
    return new Matrix(workloads.isEmpty() ? List.of(Workload.values()) : workloads.stream().map(Workload::of).toList(), columns,
        variants.stream().map(Variant::of).toList(), runs);
  }

  private static void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new UserError(option + " must be 1 to " + most + ", not " + value);
    }
  }

  /** What holds already: with --resume everything, else only what is of other parts. */
  private Map<Key, Measurement> known(BenchFolder folder, BenchClasses classes, Matrix matrix, List<Key> keys) throws IOException {
    Map<Key, Measurement> known = new HashMap<>(folder.all());
    known.values().removeIf(each -> !matrix.has(each.key()) || !answers(each, classes));
    if (!resume) {
      known.keySet().removeAll(keys);
    }
    return known;
  }

  private boolean answers(Measurement measurement, BenchClasses classes) {
    return measurement.answers(classes.key(measurement.key().variant()), heap, timeout);
  }

  private int report(Results results, Path folder) throws IOException {
    BenchReport report = BenchReport.of(results, Machine.here(), Method.of(runs, timeout, heap, clock));
    Map<String, byte[]> plots = noPlots ? Map.of() : Plots.of(results);
    BenchFiles.write(folder, results, report, plots);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.print(Json.write(report));
    } else {
      out.print(BenchTable.markdown(results));
      report.disagreements().forEach(each -> out.println("DIFFERENT: " + each));
      if (checkTargets) {
        report.targets().forEach(target -> out.println(target.verdict().label() + ": " + target.name() + " (" + target.measured() + ")"));
      }
      out.println("Page: " + folder.resolve("bench.html"));
    }
    out.flush();
    return !report.disagreements().isEmpty() || checkTargets && !Targets.pass(report.targets()) ? 1 : 0;
  }
}
