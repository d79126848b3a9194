/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.jvm.SparkJvm;

/** Takes a measurement in a JVM of its own, and tells what became of a JVM that could not. */
final class BenchFork implements Bench {
  private static final ObjectMapper JSON = new ObjectMapper();
  /** The exit codes after an interrupt and a termination. */
  private static final Set<Integer> STOPPED_FROM_OUTSIDE = Set.of(130, 143);

  private final BenchClasses classes;
  private final Path ownJar;
  private final BenchFolder folder;
  private final String heap;
  private final int timeoutSeconds;
  private final Class<?> program;

  /** What is in the file that a program writes. */
  private record Story(Phase phase, Long buildAt, Long jobAt, Seen seen) {
    Story entered(Phase next, long at) {
      return new Story(next, next == Phase.BUILD ? Long.valueOf(at) : buildAt, next == Phase.JOB ? Long.valueOf(at) : jobAt, null);
    }

    /** Time from the first call until now, or until the job began; null if there was no call. */
    Double reachedMillis() {
      return buildAt == null ? null : Double.valueOf((jobAt == null ? System.currentTimeMillis() : jobAt) - buildAt);
    }
  }

  BenchFork(BenchClasses classes, Path ownJar, BenchFolder folder, String heap, int timeoutSeconds) {
    this(classes, ownJar, folder, heap, timeoutSeconds, BenchProgram.class);
  }

  BenchFork(BenchClasses classes, Path ownJar, BenchFolder folder, String heap, int timeoutSeconds, Class<?> program) {
    this.classes = classes;
    this.ownJar = ownJar;
    this.folder = folder;
    this.heap = heap;
    this.timeoutSeconds = timeoutSeconds;
    this.program = program;
  }

  /**
   * @throws UserError if the JVM ended without a result, or loaded other classes than it should
   */
  @Override
  public Measurement measure(Key key) throws IOException, InterruptedException {
    Path log = folder.log(key);
    Files.createDirectories(log.getParent());
    Path scratch = Files.createTempDirectory("flatplan-bench");
    try {
      Path result = scratch.resolve("result.jsonl");
      List<String> arguments = List.of(key.workload().label(), Integer.toString(key.columns()), key.variant().label(), result.toString(),
          scratch.toString());
      long begin = System.nanoTime();
      OptionalInt exit = new SparkJvm(classes.path(key.variant()), ownJar, heap).run(program, arguments, scratch,
          ProcessBuilder.Redirect.to(log.toFile()), ProcessBuilder.Redirect.appendTo(log.toFile()), Duration.ofSeconds(timeoutSeconds));
      double seconds = (System.nanoTime() - begin) / 1e9;
      Seen seen = seen(key, exit, read(result), log);
      return new Measurement(key, classes.key(key.variant()), heap, timeoutSeconds, seconds, seen);
    } finally {
      delete(scratch);
    }
  }

  private Seen seen(Key key, OptionalInt exit, Story story, Path log) throws IOException {
    Double reached = story.reachedMillis();
    if (story.seen() != null) {
      Boolean rule = story.seen().ruleThere();
      if (rule != null && rule == key.variant().onRelease()) {
        throw new UserError(key + ": the JVM " + (rule ? "found " : "did not find ") + BenchProgram.RULE + "; run 'mvn package' again");
      }
      return story.seen();
    }
    if (exit.isEmpty()) {
      return Seen.lost(Outcome.TIMEOUT, story.phase(), "no answer in " + timeoutSeconds + " s", reached);
    }
    if (exit.getAsInt() == BenchProgram.OUT_OF_MEMORY_EXIT) {
      return Seen.lost(Outcome.OUT_OF_MEMORY, story.phase(), "the JVM ended with " + exit.getAsInt(), reached);
    }
    if (STOPPED_FROM_OUTSIDE.contains(exit.getAsInt())) {
      throw new UserError("the JVM of " + key + " was stopped from outside; go on with --resume");
    }
    throw new UserError("the JVM of " + key + " ended with " + exit.getAsInt() + " in phase " + story.phase().label() + ": " + firstLine(log) + "; see " + log);
  }

  private static Story read(Path result) throws IOException {
    Story story = new Story(Phase.START, null, null, null);
    if (!Files.isRegularFile(result)) {
      return story;
    }
    String text = Files.readString(result, StandardCharsets.UTF_8);
    // A line is complete with its line feed.
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
      if (line.isEmpty()) {
        continue;
      }
      JsonNode event = JSON.readTree(line);
      if (event.has("seen")) {
        story = new Story(story.phase(), story.buildAt(), story.jobAt(), JSON.treeToValue(event.get("seen"), Seen.class));
      } else {
        story = story.entered(Phase.valueOf(event.get("phase").get("name").asText()), event.get("phase").get("at").asLong());
      }
    }
    return story;
  }

  private static String firstLine(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> !line.isBlank()).findFirst().map(String::strip).orElse("it printed nothing");
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
