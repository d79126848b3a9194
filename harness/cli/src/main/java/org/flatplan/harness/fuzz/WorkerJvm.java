/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import com.fasterxml.jackson.core.JacksonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;

/** A JVM that runs one program after the other. One that is lost is replaced at the next program. Not thread-safe. */
final class WorkerJvm implements AutoCloseable {
  /** Sessions and generated classes add up. */
  static final int RUNS_BEFORE_A_NEW_JVM = 2_000;
  private static final Duration START_LIMIT = Duration.ofMinutes(5);
  private static final Duration LAST_WORDS = Duration.ofSeconds(20);
  /** The exit codes after an interrupt and a termination. */
  private static final Set<Integer> STOPPED_FROM_OUTSIDE = Set.of(130, 143);
  /** No line of JSON. */
  private static final String END = "";

  private final WorkerLaunch launch;
  private final LiveWorkers live;
  private final Path log;
  private final Duration limit;
  private final Consumer<Hello> check;
  private Process process;
  private BlockingQueue<String> answers;
  private int runs;

  /**
   * @param log takes what the JVM prints; kept under another name if the JVM is lost
   * @param limit how long a program may take
   * @param check sees what each JVM says of itself, and throws if it is not the right one
   */
  WorkerJvm(WorkerLaunch launch, LiveWorkers live, Path log, Duration limit, Consumer<Hello> check) {
    this.launch = launch;
    this.live = live;
    this.log = log;
    this.limit = limit;
    this.check = check;
  }

  /**
   * Runs a program. Whatever becomes of the JVM is a result.
   *
   * @throws UserError if no JVM can be started, or one is killed by somebody else
   */
  Trace run(FuzzProgram program, ProgramRunner.Mode mode) throws IOException, InterruptedException {
    if (runs == RUNS_BEFORE_A_NEW_JVM) {
      close();
    }
    if (process == null) {
      start();
    }
    runs++;
    send(new Request(program, mode));
    String line = answers.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
    if (line == null) {
      lose(program, mode);
      return Lost.trace(Lost.TIMEOUT);
    }
    if (line.equals(END)) {
      int exit = exit();
      lose(program, mode);
      return Lost.trace(died(exit));
    }
    Reply reply;
    try {
      reply = Wire.read(line, Reply.class);
    } catch (JacksonException e) {
      // It died in the middle of its answer.
      int exit = exit();
      lose(program, mode);
      return Lost.trace(died(exit));
    }
    if (reply.lost() != null) {
      // After a StackOverflowError nobody knows what state the JVM is in.
      lose(program, mode);
      return Lost.trace(reply.lost());
    }
    return reply.trace();
  }

  private void start() throws IOException, InterruptedException {
    Files.createDirectories(log.getParent());
    Path scratch = Files.createTempDirectory("flatplan-fuzz");
    process = new ProcessBuilder(launch.command(scratch)).directory(scratch.toFile()).redirectError(log.toFile()).start();
    live.add(process, scratch);
    runs = 0;
    answers = new LinkedBlockingQueue<>();
    read(process, answers);
    String line = answers.poll(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    if (line == null) {
      throw new UserError("the JVM of the worker was not ready in " + START_LIMIT.toMinutes() + " min; see " + log);
    }
    if (line.equals(END)) {
      throw new UserError("the JVM of the worker ended with " + exit() + " before it was ready: " + lastLine() + "; see " + log);
    }
    check.accept(Wire.read(line, Hello.class));
  }

  private static void read(Process process, BlockingQueue<String> answers) {
    Thread reader = new Thread(() -> {
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        // Native code may print, too.
        lines.lines().filter(line -> line.startsWith("{")).forEach(answers::add);
      } catch (IOException | UncheckedIOException e) {
        // The JVM is gone, as the end of its answers says.
      } finally {
        answers.add(END);
      }
    });
    reader.setDaemon(true);
    reader.start();
  }

  private void send(Request request) throws IOException {
    byte[] line = (Wire.line(request) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      OutputStream out = process.getOutputStream();
      out.write(line);
      out.flush();
    } catch (IOException e) {
      // The JVM is gone, as the end of its answers says.
    }
  }

  private static String died(int exit) {
    return exit == FuzzWorker.OUT_OF_MEMORY_EXIT ? Lost.OUT_OF_MEMORY : "the JVM ended with " + exit;
  }

  private int exit() throws InterruptedException {
    if (!process.waitFor(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
    }
    int exit = process.waitFor();
    if (live.stopping()) {
      throw new InterruptedException("the run is being stopped");
    }
    if (STOPPED_FROM_OUTSIDE.contains(exit)) {
      throw new UserError("a worker was stopped from outside; go on with --resume");
    }
    return exit;
  }

  private void lose(FuzzProgram program, ProgramRunner.Mode mode) throws IOException {
    close();
    Files.move(log, log.resolveSibling("lost-" + program.seed() + "-" + mode.name().toLowerCase(Locale.ROOT) + ".log"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private String lastLine() throws IOException {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> !line.isBlank()).reduce((first, second) -> second).map(String::strip).orElse("it printed nothing");
    }
  }

  /** Ends the JVM, if there is one. */
  @Override
  public void close() {
    if (process != null) {
      live.kill(process);
      process = null;
    }
  }
}
