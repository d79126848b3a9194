/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.stream.Stream;
import org.flatplan.harness.jvm.SparkJvm;

/** Runs {@link ColumnLoop} in a JVM of its own and reads its result; whatever becomes of that JVM is a result too. */
public final class LoopRunner {
  private final Path ownJar;
  private final int timeoutSeconds;

  /**
   * @param ownJar jar or folder of this class
   * @param timeoutSeconds how long one run may take
   */
  public LoopRunner(Path ownJar, int timeoutSeconds) {
    this.ownJar = ownJar;
    this.timeoutSeconds = timeoutSeconds;
  }

  /** One run; {@code cached} is the number of unrelated Datasets to cache before. */
  public LoopResult run(List<String> classpath, Path input, Pattern pattern, int columns, int cached) throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory("flatplan-demo");
    try {
      Path result = scratch.resolve("result.properties");
      Path log = scratch.resolve("log.txt");
      List<String> arguments = List.of(input.toString(), pattern.name().toLowerCase(Locale.ROOT), Integer.toString(columns), Integer.toString(cached),
          result.toString(), scratch.toString());
      OptionalInt exit = new SparkJvm(classpath, ownJar, "2g").run(ColumnLoop.class, arguments, scratch, ProcessBuilder.Redirect.to(log.toFile()),
          ProcessBuilder.Redirect.INHERIT, Duration.ofSeconds(timeoutSeconds));
      if (exit.isEmpty()) {
        return LoopResult.without("timeout", "Timeout", "no answer in " + timeoutSeconds + " s");
      }
      if (!Files.isRegularFile(result)) {
        String said = Files.readString(log, StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank() && !line.startsWith("#"))
            .findFirst().orElse("");
        return LoopResult.without("crashed", "JVM exit " + exit.getAsInt(), said);
      }
      Properties properties = new Properties();
      try (InputStream in = Files.newInputStream(result)) {
        properties.load(in);
      }
      return LoopResult.of(properties);
    } finally {
      delete(scratch);
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
