/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.flatplan.harness.cli.UserError;

/** Runs suites in groups, each group in a JVM of its own, some at a time. Made for one run. */
final class SuiteForks {

  /**
   * How to run.
   *
   * @param jobs JVMs at a time
   * @param groupSize the most suites in a JVM
   * @param limit how long one suite may take
   */
  record Settings(int jobs, int groupSize, Duration limit) {
  }

  private static final double LONG_SECONDS = 120;
  private static final Duration LAST_WORDS = Duration.ofMinutes(1);

  private final SuiteLayout layout;
  private final Target target;
  private final TestedClasses tested;
  private final RunFolder folder;
  private final Path hostJar;
  private final Settings settings;
  private final Timings timings;
  private final Progress progress;
  private final Deque<List<SuiteId>> groups = new ArrayDeque<>();
  private final AtomicInteger forks = new AtomicInteger();
  private final String run = Long.toString(System.currentTimeMillis() / 1000);

  SuiteForks(SuiteLayout layout, Target target, TestedClasses tested, RunFolder folder, Path hostJar, Settings settings, Timings timings,
      Progress progress) {
    this.layout = layout;
    this.target = target;
    this.tested = tested;
    this.folder = folder;
    this.hostJar = hostJar;
    this.settings = settings;
    this.timings = timings;
    this.progress = progress;
  }

  /**
   * Runs suites and saves the result of each when it is there.
   *
   * @throws UserError if a JVM does not start, or does not load the classes it should
   */
  void run(List<SuiteId> suites) throws IOException, InterruptedException {
    groups.addAll(group(suites, settings.groupSize(), timings));
    Files.createDirectories(folder.logs());
    ExecutorService workers = Executors.newFixedThreadPool(settings.jobs());
    try {
      CompletionService<Void> running = new ExecutorCompletionService<>(workers);
      for (int i = 0; i < settings.jobs(); i++) {
        WorkingCopy copy = new WorkingCopy(layout.home(), folder.folder().resolve("work-" + (i + 1)));
        running.submit(() -> {
          work(copy);
          return null;
        });
      }
      for (int i = 0; i < settings.jobs(); i++) {
        await(running.take());
      }
    } finally {
      workers.shutdownNow();
      workers.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private static void await(Future<Void> worker) throws IOException, InterruptedException {
    try {
      worker.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UserError error) {
        throw error;
      }
      throw new IOException(e.getCause());
    }
  }

  /**
   * Suites of one module and runner can share a JVM; a long one has its own. The longest groups come first, so that at the end no JVM
   * runs alone for long.
   */
  static List<List<SuiteId>> group(List<SuiteId> suites, int size, Timings timings) {
    List<List<SuiteId>> groups = new ArrayList<>();
    List<SuiteId> sorted = suites.stream().sorted().toList();
    for (SuiteId.Runner runner : SuiteId.Runner.values()) {
      List<SuiteId> group = new ArrayList<>();
      for (SuiteId suite : sorted) {
        if (suite.runner() != runner) {
          continue;
        }
        if (timings.seconds(suite) > LONG_SECONDS) {
          groups.add(List.of(suite));
          continue;
        }
        if (group.size() == size || !group.isEmpty() && !group.get(0).module().equals(suite.module())) {
          groups.add(group);
          group = new ArrayList<>();
        }
        group.add(suite);
      }
      if (!group.isEmpty()) {
        groups.add(group);
      }
    }
    groups.sort(Comparator.comparingDouble((List<SuiteId> group) -> group.stream().mapToDouble(timings::seconds).sum()).reversed());
    return groups;
  }

  private void work(WorkingCopy copy) throws IOException, InterruptedException {
    for (List<SuiteId> group = next(); group != null; group = next()) {
      copy.make();
      List<SuiteId> left = runGroup(group, copy);
      if (!left.isEmpty()) {
        synchronized (groups) {
          groups.addFirst(left);
        }
      }
    }
    copy.delete();
  }

  private List<SuiteId> next() {
    synchronized (groups) {
      return groups.poll();
    }
  }

  /** Runs a JVM; gives the suites that it did not come to. */
  private List<SuiteId> runGroup(List<SuiteId> group, WorkingCopy copy) throws IOException, InterruptedException {
    SuiteLayout.Module module = layout.module(group.get(0).module());
    SuiteLayout.Configuration configuration = module.configuration(group.get(0).runner());
    // A result may name the log of its JVM, which a later run must not write over.
    String name = module.name() + "-" + run + "-" + forks.incrementAndGet();
    Path events = folder.logs().resolve(name + ".events");
    Path log = folder.logs().resolve(name + ".log");
    Path names = folder.logs().resolve(name + ".suites");
    Files.write(names, group.stream().map(SuiteId::name).toList());
    Set<SuiteId> done = new HashSet<>();
    Fork fork = new Fork(command(module, configuration, group.get(0).runner(), copy, events, names),
        copy.folder().resolve(module.tree()), copy.rebased(configuration.environment()), events, log, settings.limit(), LAST_WORDS, tested.key(module),
        new Watch(module, done));
    fork.run(group);
    return group.stream().filter(suite -> !done.contains(suite)).toList();
  }

  private List<String> command(SuiteLayout.Module module, SuiteLayout.Configuration configuration, SuiteId.Runner runner, WorkingCopy copy,
      Path events, Path names) {
    List<String> command = new ArrayList<>(List.of(JavaProgram.path()));
    command.addAll(copy.rebased(configuration.jvmArguments()));
    command.add("-javaagent:" + hostJar);
    for (Map.Entry<String, String> property : copy.rebased(configuration.systemProperties()).entrySet()) {
      command.add("-D" + property.getKey() + "=" + property.getValue());
    }
    // As both Maven plugins do.
    command.add("-Dbasedir=" + copy.folder().resolve(module.tree()));
    command.addAll(List.of("-cp", String.join(File.pathSeparator, module.classpath(target)) + File.pathSeparator + hostJar,
        "org.flatplan.suites.SuiteHost", "run", runner == SuiteId.Runner.JUNIT ? "junit" : "scalatest", events.toString(), names.toString()));
    command.addAll(configuration.excludedTags());
    return command;
  }

  private final class Watch implements Fork.Listener {
    private final SuiteLayout.Module module;
    private final Set<SuiteId> done;
    private boolean proven;

    Watch(SuiteLayout.Module module, Set<SuiteId> done) {
      this.module = module;
      this.done = done;
    }

    @Override
    public void loaded(String name, String sha256, String source) {
      tested.objection(module, name, sha256, source).ifPresent(objection -> {
        throw new UserError(objection + "; nothing that the suites say would count. Run 'mvn pre-integration-test' again.");
      });
      proven |= name.equals(TestedClasses.RULE);
    }

    @Override
    public void started(SuiteId suite) {
      if (!proven) {
        throw new UserError("a JVM of " + module.name() + " did not say where it loaded " + TestedClasses.RULE
            + "; nothing that its suites say would count");
      }
    }

    @Override
    public void tested(SuiteId suite, SuiteResult.Test test) {
      progress.tested(suite, test);
    }

    @Override
    public void ended(SuiteResult result) {
      done.add(result.suite());
      try {
        folder.save(result);
      } catch (IOException e) {
        throw new UserError("cannot save the result of " + result.suite() + ": " + e + "; is the disk full?");
      }
      progress.ended(result);
    }
  }
}
