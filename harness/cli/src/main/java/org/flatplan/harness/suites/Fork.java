/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.flatplan.harness.cli.UserError;

/**
 * One JVM that runs suites, one after the other. Whatever becomes of the JVM, each suite that it started has a result; the first one that
 * is lost with it ends the fork, and those after it have not run.
 *
 * <p>Not thread-safe; made for one run.
 */
final class Fork {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long POLL_MILLIS = 200;
  /** The exit codes after an interrupt and a termination. */
  private static final Set<Integer> STOPPED_FROM_OUTSIDE = Set.of(130, 143);

  /** Hears what happens in the JVM, on the thread that runs the fork. */
  interface Listener {
    /** A class that tells the rebuild from the release; checksum and source are null if there is none of that name. */
    void loaded(String name, String sha256, String source);

    void started(SuiteId suite);

    void tested(SuiteId suite, SuiteResult.Test test);

    void ended(SuiteResult result);
  }

  private final List<String> command;
  private final Path directory;
  private final Map<String, String> environment;
  private final Path events;
  private final Path log;
  private final Duration limit;
  private final Duration lastWords;
  private final String classes;
  private final Listener listener;

  private final Set<ProcessHandle> children = ConcurrentHashMap.newKeySet();
  private List<SuiteId> suites;
  private SuiteId current;
  /** When the suite that runs started, or when the last one ended. */
  private long since;
  private List<SuiteResult.Test> tests;
  private Set<String> names;
  private boolean ended;
  private boolean any;
  private volatile boolean stopping;

  /**
   * @param command starts the JVM
   * @param directory its working directory
   * @param environment variables on top of those of this process
   * @param events the file that the JVM writes its events to
   * @param log takes what the JVM prints
   * @param limit how long one suite may take, and what is before the first one and between two
   * @param lastWords how long the JVM may take to end after its last suite
   * @param classes checksum of the classes on its class path
   */
  Fork(List<String> command, Path directory, Map<String, String> environment, Path events, Path log, Duration limit, Duration lastWords,
      String classes, Listener listener) {
    this.command = command;
    this.directory = directory;
    this.environment = environment;
    this.events = events;
    this.log = log;
    this.limit = limit;
    this.lastWords = lastWords;
    this.classes = classes;
    this.listener = listener;
  }

  /**
   * Runs the JVM to its end.
   *
   * @param expected the suites that it was told to run
   * @throws UserError if it ended before its first suite
   */
  void run(List<SuiteId> expected) throws IOException, InterruptedException {
    suites = expected;
    Files.deleteIfExists(events);
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true)
        .redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    // A killed run must not leave JVMs behind that go on for hours, nor take what it kills for crashes.
    Thread killer = new Thread(() -> {
      stopping = true;
      destroy(process);
    });
    try {
      Runtime.getRuntime().addShutdownHook(killer);
      process.getOutputStream().close();
      follow(process);
    } catch (IllegalStateException e) {
      throw stopping(e);
    } finally {
      destroy(process);
      process.waitFor();
      if (!stopping) {
        removeHook(killer);
      }
    }
  }

  private static InterruptedException stopping(IllegalStateException cause) throws IllegalStateException {
    if (!"Shutdown in progress".equals(cause.getMessage())) {
      throw cause;
    }
    return new InterruptedException("the run is being stopped");
  }

  private static void removeHook(Thread hook) throws InterruptedException {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      throw stopping(e);
    }
  }

  private void follow(Process process) throws IOException, InterruptedException {
    long offset = 0;
    boolean alive = true;
    since = System.nanoTime();
    while (alive) {
      alive = !process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (stopping) {
        throw new InterruptedException("the run is being stopped");
      }
      // Once the JVM has ended nobody knows which processes it left behind.
      process.descendants().forEach(children::add);
      offset = read(offset);
      if (alive && System.nanoTime() - since > (ended ? lastWords : limit).toNanos()) {
        giveUp(process);
        return;
      }
    }
    if (current != null) {
      if (STOPPED_FROM_OUTSIDE.contains(process.exitValue())) {
        throw new UserError("the JVM of " + current + " was stopped from outside; go on with --resume");
      }
      lose(SuiteResult.End.CRASHED, "the JVM ended with " + process.exitValue() + ": " + lastLine());
    } else if (!any) {
      throw new UserError("the JVM of the suites ended with " + process.exitValue() + " before its first suite: " + lastLine() + "; see " + log);
    }
  }

  private void giveUp(Process process) throws IOException, InterruptedException {
    if (ended) {
      return;
    }
    dumpThreads(process);
    if (current != null) {
      lose(SuiteResult.End.TIMEOUT, "more than " + limit.toMinutes() + " min; the threads are in " + log.getFileName());
    } else if (!any) {
      throw new UserError("the JVM of the suites has not come to its first suite in " + limit.toMinutes() + " min; see " + log);
    }
  }

  private void lose(SuiteResult.End end, String message) {
    listener.ended(new SuiteResult(current, end, (System.nanoTime() - since) / 1_000_000, message, classes, 0, 0, List.copyOf(tests)));
    current = null;
  }

  private long read(long offset) throws IOException {
    if (!Files.exists(events)) {
      return offset;
    }
    byte[] bytes;
    try (RandomAccessFile file = new RandomAccessFile(events.toFile(), "r")) {
      bytes = new byte[(int) (file.length() - offset)];
      file.seek(offset);
      file.readFully(bytes);
    }
    // A line is complete with its line feed; a character of more than one byte may be cut where the file ends now.
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    for (String line : new String(bytes, 0, end, StandardCharsets.UTF_8).split("\n")) {
      if (!line.isEmpty()) {
        handle(JSON.readTree(line));
      }
    }
    return offset + end;
  }

  private void handle(JsonNode event) {
    switch (event.get("event").asText()) {
      case "loaded" -> listener.loaded(event.get("class").asText(), text(event, "sha256"), text(event, "source"));
      case "suite-start" -> {
        current = suites.stream().filter(suite -> suite.name().equals(event.get("suite").asText())).findFirst().orElseThrow();
        since = System.nanoTime();
        tests = new ArrayList<>();
        names = new HashSet<>();
        any = true;
        listener.started(current);
      }
      case "test" -> {
        requireCurrent(event);
        SuiteResult.Test test = new SuiteResult.Test(unique(text(event, "test")), event.get("outcome").asText(),
            event.has("millis") ? event.get("millis").asLong() : null, text(event, "message"));
        tests.add(test);
        listener.tested(current, test);
      }
      case "suite-end" -> {
        requireCurrent(event);
        SuiteResult result = new SuiteResult(current, event.has("aborted") ? SuiteResult.End.ABORTED : SuiteResult.End.COMPLETED,
            event.get("millis").asLong(), text(event, "aborted"), classes, event.get("asked").asLong(), event.get("merged").asLong(),
            List.copyOf(tests));
        current = null;
        since = System.nanoTime();
        listener.ended(result);
      }
      case "end" -> ended = true;
      default -> throw new IllegalStateException("unknown event " + event);
    }
  }

  private void requireCurrent(JsonNode event) {
    if (current == null || !current.name().equals(event.get("suite").asText())) {
      throw new UserError("the JVM of the suites tells of " + event.get("suite").asText() + " while " + (current == null ? "no suite" : current)
          + " runs; see " + events);
    }
  }

  // Two tests may have one name; neither may hide the other.
  private String unique(String name) {
    String unique = name;
    for (int times = 2; !names.add(unique); times++) {
      unique = name + " (" + times + ")";
    }
    return unique;
  }

  // Half a character, as a test of texts may have it in its name, cannot be written to a file.
  private static String text(JsonNode event, String field) {
    return event.has(field) ? new String(event.get(field).asText().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8) : null;
  }

  private String lastLine() throws IOException {
    String last = "it printed nothing";
    try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      for (String line : (Iterable<String>) lines::iterator) {
        last = line.isBlank() ? last : line.strip();
      }
    }
    return last;
  }

  // What hangs is seen in the threads; without jcmd the time-out is reported all the same.
  private void dumpThreads(Process process) throws InterruptedException {
    try {
      Process dump = new ProcessBuilder(JavaProgram.tool("jcmd").toString(), Long.toString(process.pid()), "Thread.print")
          .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
      if (!dump.waitFor(30, TimeUnit.SECONDS)) {
        dump.destroyForcibly();
      }
    } catch (IOException e) {
      System.err.println("no thread dump: " + e.getMessage());
    }
  }

  private void destroy(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
