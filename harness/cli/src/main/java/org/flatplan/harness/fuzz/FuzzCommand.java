/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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

/** Runs random programs with and without the rule and compares all that they show. */
@Command(name = "fuzz", mixinStandardHelpOptions = true, sortOptions = false,
    description = {"Run random programs with the rule, and without it or on the release, and compare what they show: rows, schemas, errors, calls of"
        + " functions, files, the cost of the plans.",
        "A program is known by its seed. One that differs is run again, made small, and printed as Java to paste into a test. Results are kept, a"
        + " file for each row of seeds."},
    footer = {"", "Exits with 1 if a program differs, if more than 1 in 1000 are unsteady or too much for stock Spark, or if 20000 programs do not reach each"
        + " rule of the grammar and each reason not to merge 100 times; from 1000 on, fewer programs need that in proportion.",
        "", "For example:  harness/flatplan fuzz --programs 300",
        "              harness/flatplan fuzz --against stock --programs 20000 --shard 2/4 --resume",
        "              harness/flatplan fuzz --against stock --summary",
        "              harness/flatplan fuzz --replay 4711"})
public final class FuzzCommand implements Callable<Integer> {
  private static final long MOST_PROGRAMS = 100_000_000;
  private static final Duration SHRINK_LIMIT = Duration.ofMinutes(3);

  @Spec
  private CommandSpec spec;

  @Mixin
  private Home home;

  @Option(names = "--against", paramLabel = "A", defaultValue = "off", description = "off: the rule off, in the same JVM. stock: the release, in a JVM of its"
      + " own. Default: ${DEFAULT-VALUE}.")
  private String against;

  @Option(names = "--programs", paramLabel = "N", defaultValue = "1000", description = "How many, 1 to 100000000. Default: ${DEFAULT-VALUE}.")
  private long programs;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "The first seed, 0 or more; the others follow it. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(names = "--steps", paramLabel = "N", defaultValue = "60", description = "The most calls of a program, 1 to 1000. Default: ${DEFAULT-VALUE}.")
  private int steps;

  @Option(names = "--minutes", paramLabel = "M", description = "Begin no program after that time, 1 to 10000.")
  private Integer minutes;

  @Option(names = "--jobs", paramLabel = "N", defaultValue = "2", description = "Programs at a time, 1 to 64, each with a JVM of its own, or two against the"
      + " release. Default: ${DEFAULT-VALUE}.")
  private int jobs;

  @Option(names = "--heap", paramLabel = "SIZE", defaultValue = "1500m", description = "Heap of each JVM, such as 2g or 900m. Default: ${DEFAULT-VALUE}.")
  private String heap;

  @Option(names = "--limit", paramLabel = "SECONDS", defaultValue = "60", description = "Limit for one run of a program, 1 to 3600. Default: ${DEFAULT-VALUE}.")
  private int limit;

  @Option(names = "--shard", paramLabel = "I/N", description = "Only the Ith of N parts of the seeds, such as 2/4; --summary adds the parts up.")
  private String shard;

  @Option(names = "--resume", description = "Go on where an earlier run of the same programs and classes ended.")
  private boolean resume;

  @Option(names = "--results", paramLabel = "FOLDER", description = "Keep the results there, to be committed and gone on with elsewhere. Default: target/fuzz.")
  private Path results;

  @Option(names = "--summary", description = "Run nothing; add up all parts of these classes.")
  private boolean summary;

  @Option(names = "--replay", paramLabel = "SEED", description = "Run the program of this seed alone, and print it. Keeps nothing.")
  private Long replay;

  @Option(names = "--json", description = "Print the summary as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Against side = Against.of(against);
    check();
    Row row = Row.of(seed, programs, Shard.parse(shard));
    FuzzClasses classes = new FuzzClasses(home.classpath(true), home.classpath(false), SparkJvm.jarOf(FuzzCommand.class));
    Path work = home.root().resolve("target/fuzz").resolve(side.label());
    FuzzFolder folder = new FuzzFolder(work, results == null ? work : results.toAbsolutePath().resolve(side.label()));
    FuzzPart fresh = new FuzzPart(side.label(), row.first(), row.programs(), steps, classes.sums(side), 0, 0, new TreeMap<>(), new TreeMap<>(),
        new TreeMap<>(), List.of(), new TreeMap<>());
    if (summary) {
      return report(FuzzSummary.of(parts(folder, fresh, spec.commandLine().getErr())), null);
    }
    if (replay != null) {
      return replay(side, classes, folder);
    }
    FuzzPart start = resume ? folder.earlier(fresh).orElse(fresh) : fresh;
    Ledger ledger = new Ledger(folder, start);
    if (start.done() < start.programs()) {
      try (LiveWorkers live = new LiveWorkers()) {
        live.onStop(() -> stop(ledger));
        WorkerSetup setup = setup(side, classes, folder, live, hello -> ledger.require(Coverage.required(hello)));
        new FuzzRun(side, ledger, job -> new Examiner(setup.pair(job), this::program), minutes == null ? null : Duration.ofMinutes(minutes), SHRINK_LIMIT,
            spec.commandLine().getErr()).run(jobs);
      }
    }
    return report(FuzzSummary.of(List.of(ledger.part())), folder.junit());
  }

  private void check() {
    require("--programs", programs, 1, MOST_PROGRAMS);
    require("--seed", seed, 0, Long.MAX_VALUE - MOST_PROGRAMS);
    require("--steps", steps, 1, 1_000);
    require("--minutes", minutes == null ? 1 : minutes, 1, 10_000);
    require("--jobs", jobs, 1, 64);
    require("--limit", limit, 1, 3_600);
    if (!heap.matches("[1-9]\\d{0,6}[gm]")) {
      throw new UserError("--heap is a number with g or m, such as 2g, not " + heap);
    }
    if (replay != null && (summary || resume || shard != null)) {
      throw new UserError("--replay is about one program; leave out --summary, --resume and --shard");
    }
  }

  private static void require(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new UserError(option + " must be " + least + " to " + most + ", not " + value);
    }
  }

  private static void stop(Ledger ledger) {
    try {
      ledger.stop();
    } catch (IOException e) {
      System.err.println("flatplan fuzz: cannot save what is finished: " + e);
    }
  }

  private WorkerSetup setup(Against side, FuzzClasses classes, FuzzFolder folder, LiveWorkers live, Consumer<Hello> rebuilt) {
    WorkerLaunch launch = new WorkerLaunch(List.of(), SparkJvm.jarOf(FuzzCommand.class), heap, FuzzWorker.class.getName());
    return new WorkerSetup(side, classes, folder, launch, Duration.ofSeconds(limit), live, rebuilt);
  }

  private FuzzProgram program(long number) {
    return ProgramGenerator.program(number, steps);
  }

  /** The parts of the same classes, each program once. */
  private static List<FuzzPart> parts(FuzzFolder folder, FuzzPart like, PrintWriter err) throws IOException {
    List<FuzzPart> parts = new ArrayList<>();
    long next = 0;
    for (FuzzPart part : folder.parts()) {
      if (part.sameRuns(like) && part.done() > 0) {
        if (part.firstSeed() < next) {
          err.println("[flatplan] seeds " + part.firstSeed() + " to " + (part.next() - 1) + " are left out: the part before has some of them, too");
        } else {
          parts.add(part);
          next = part.next();
        }
      }
    }
    err.flush();
    if (parts.isEmpty()) {
      throw new UserError("no part in " + folder.results() + " is of these classes and of programs of up to " + like.maxSteps()
          + " steps; run without --summary first");
    }
    return parts;
  }

  private int replay(Against side, FuzzClasses classes, FuzzFolder folder) throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    FuzzProgram program = program(replay);
    out.println(program.java());
    out.flush();
    try (LiveWorkers live = new LiveWorkers();
        Examiner examiner = new Examiner(setup(side, classes, folder, live, hello -> {
        }).pair(0), this::program)) {
      Verdict verdict = examiner.examine(replay);
      String text = switch (verdict.kind()) {
        case SAME -> "seed " + replay + ", " + program.steps().size() + " steps: the same";
        case LOST -> "seed " + replay + " is too much for stock Spark: " + verdict.outcome();
        case UNSTEADY -> "seed " + replay + " is unsteady (" + verdict.difference().signature() + ")\n" + verdict.difference().text(side);
        case MISMATCH -> FuzzRun.text(side, verdict, examiner.shrink(verdict, SHRINK_LIMIT));
      };
      out.println(text);
      out.flush();
      return verdict.kind() == Verdict.Kind.MISMATCH ? 1 : 0;
    }
  }

  private int report(FuzzSummary result, Path junit) throws IOException {
    if (junit != null) {
      FuzzJUnit.write(junit, result);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? Json.write(result) : FuzzText.of(result));
    out.flush();
    return result.passes() ? 0 : 1;
  }
}
