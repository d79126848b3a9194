/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs suites and keeps what becomes of each test. */
@Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false,
    description = {"Run Spark's own suites, in JVMs as Spark's own build starts them.",
        "Results are kept in target/suites, one file for each suite; 'suites compare' says what they mean."},
    footer = {"", "Exits with 0 when each suite has a result, whatever its tests say: some fail on stock Spark, too. Exits with 1 if a suite has none, or if no test ran."})
final class SuitesRunCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private SuitesHome home;

  @Mixin
  private SuiteSelection selection;

  @Option(names = "--stock", description = "Run on the release instead of the rebuild.")
  private boolean stock;

  @Option(names = "--resume", description = "Leave out what has a result already: here, or in the recorded results, for the same classes.")
  private boolean resume;

  @Option(names = "--jobs", paramLabel = "N", defaultValue = "1", description = "JVMs at a time, 1 to 64; each may take 4 GiB. Default: ${DEFAULT-VALUE}.")
  private int jobs;

  @Option(names = "--group", paramLabel = "N", defaultValue = "25", description = "The most suites in one JVM, 1 to 1000. Default: ${DEFAULT-VALUE}.")
  private int group;

  @Option(names = "--limit", paramLabel = "MINUTES", defaultValue = "30", description = "How long one suite may take. Default: ${DEFAULT-VALUE}.")
  private int limit;

  @Option(names = "--dry-run", description = "Only say which suites would run.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print the results in numbers as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    require("--jobs", jobs, 64);
    require("--group", group, 1000);
    require("--limit", limit, 1440);
    Target target = stock ? Target.STOCK : Target.REBUILT;
    SuiteLayout layout = home.layout();
    Upstream upstream = home.upstream(layout);
    List<SuiteId> selected = selection.select(home.inventory(layout), upstream);
    TestedClasses tested = new TestedClasses(layout, target);
    RunFolder folder = home.runFolder(target);
    Timings timings = new Timings(upstream.recorded(Target.STOCK));
    Map<SuiteId, SuiteResult> done = new LinkedHashMap<>();
    if (resume) {
      for (Map<SuiteId, SuiteResult> earlier : List.of(upstream.recorded(target), folder.results())) {
        earlier.values().removeIf(result -> !result.classes().equals(tested.key(layout.module(result.suite().module()))));
        done.putAll(earlier);
      }
    }
    List<SuiteId> todo = selected.stream().filter(suite -> !done.containsKey(suite)).toList();
    PrintWriter out = spec.commandLine().getOut();
    if (dryRun) {
      todo.forEach(out::println);
      out.flush();
      return 0;
    }
    for (SuiteId suite : todo) {
      folder.remove(suite);
    }
    PrintWriter err = spec.commandLine().getErr();
    err.println(todo.size() + " suites to run on " + target.label() + (resume ? ", " + (selected.size() - todo.size()) + " have results" : ""));
    new SuiteForks(layout, target, tested, folder, home.hostJar(), new SuiteForks.Settings(jobs, group, Duration.ofMinutes(limit)),
        timings, new Progress(err, todo, timings, jobs)).run(todo);
    Map<SuiteId, SuiteResult> fresh = folder.results();
    fresh.keySet().retainAll(todo);
    done.putAll(fresh);
    List<SuiteResult> results = new ArrayList<>(done.values());
    results.removeIf(result -> !selected.contains(result.suite()));
    return summarize(out, target, results, selected.size());
  }

  private int summarize(PrintWriter out, Target target, List<SuiteResult> results, int selected) {
    long passed = results.stream().mapToLong(result -> result.count(SuiteResult.Test.PASSED)).sum();
    long failed = results.stream().mapToLong(result -> result.count(SuiteResult.Test.FAILED)).sum();
    Map<String, Object> totals = new LinkedHashMap<>();
    totals.put("target", target.label());
    totals.put("suites", results.size());
    totals.put("lost", results.stream().filter(result -> result.end() != SuiteResult.End.COMPLETED).count());
    totals.put("passed", passed);
    totals.put("failed", failed);
    totals.put("other", results.stream().mapToLong(result -> result.tests().size()).sum() - passed - failed);
    totals.put("asked", results.stream().mapToLong(SuiteResult::asked).sum());
    totals.put("merged", results.stream().mapToLong(SuiteResult::merged).sum());
    totals.put("suiteSeconds", results.stream().mapToLong(SuiteResult::millis).sum() / 1000);
    if (json) {
      out.print(Json.write(totals));
    } else {
      out.println("suites on " + target.label() + ": " + results.size() + ", " + totals.get("lost") + " of them not to the end; tests: " + passed
          + " passed, " + failed + " failed, " + totals.get("other") + " did not run; the rule merged " + totals.get("merged") + " of "
          + totals.get("asked") + " times");
    }
    out.flush();
    return passed + failed == 0 || results.size() < selected ? 1 : 0;
  }

  private static void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new UserError(option + " must be 1 to " + most + ", not " + value);
    }
  }
}
