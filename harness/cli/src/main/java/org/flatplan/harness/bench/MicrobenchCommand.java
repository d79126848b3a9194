/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.flatplan.harness.cli.Home;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.jvm.SparkJvm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the JMH benchmarks of the rule, its guard and the cache look-up on the rebuild. */
@Command(name = "microbench", mixinStandardHelpOptions = true, sortOptions = false,
    description = {"Measure the rule, its guard and the cache look-up alone, with JMH, on the rebuild.",
        "JMH forks a JVM for each benchmark and prints how far it is; the results for programs are in target/bench/microbench.json."},
    footer = {"", "For example:  harness/flatplan microbench RuleBenchmark.merge -- -p columns=2000 -prof gc"})
public final class MicrobenchCommand implements Callable<Integer> {
  private static final String JAR = "harness/microbenchmarks/target/flatplan-microbenchmarks.jar";

  @Mixin
  private Home home;

  @Option(names = "--heap", paramLabel = "SIZE", defaultValue = "2g", description = "Heap of each JVM. Default: ${DEFAULT-VALUE}.")
  private String heap;

  @Parameters(paramLabel = "ARG", arity = "0..*", description = "What JMH takes: patterns of benchmark names and, after --, its options (-h lists them).")
  private List<String> arguments = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    SparkJvm jvm = new SparkJvm(home.classpath(false), home.built(JAR), heap);
    Path results = Files.createDirectories(home.root().resolve("target/bench"));
    List<String> all = new ArrayList<>(List.of("-rf", "json", "-rff", results.resolve("microbench.json").toString()));
    all.addAll(arguments);
    int exit = jvm.run("org.openjdk.jmh.Main", all, results, ProcessBuilder.Redirect.INHERIT, ProcessBuilder.Redirect.INHERIT, Duration.ofDays(1))
        .orElseThrow();
    if (exit != 0) {
      throw new UserError("JMH ended with " + exit + "; what it says is above");
    }
    return 0;
  }
}
