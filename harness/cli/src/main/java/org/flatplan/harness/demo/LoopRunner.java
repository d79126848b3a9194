/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.demo;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs {@link ColumnLoop} in a JVM of its own and reads its result; whatever becomes of that JVM is a result too. */
public final class LoopRunner {
  // What Spark's own launcher opens (JavaModuleOptions of spark-launcher).
  private static final List<String> OPENS = List.of("java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio",
      "java.util", "java.util.concurrent", "java.util.concurrent.atomic", "jdk.internal.ref", "sun.nio.ch", "sun.nio.cs", "sun.security.action",
      "sun.util.calendar");

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
      Process process = new ProcessBuilder(command(classpath, input, pattern, columns, cached, result, scratch))
          .directory(scratch.toFile()).redirectErrorStream(false)
          .redirectOutput(log.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      process.getOutputStream().close();
      try {
        if (!process.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
          return LoopResult.without("timeout", "Timeout", "no answer in " + timeoutSeconds + " s");
        }
      } finally {
        process.destroyForcibly().waitFor();
      }
      if (!Files.isRegularFile(result)) {
        String said = Files.readString(log, StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank() && !line.startsWith("#"))
            .findFirst().orElse("");
        return LoopResult.without("crashed", "JVM exit " + process.exitValue(), said);
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

  private List<String> command(List<String> classpath, Path input, Pattern pattern, int columns, int cached, Path result, Path scratch) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx2g");
    command.add("-XX:+IgnoreUnrecognizedVMOptions");
    OPENS.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    command.add("-Djdk.reflect.useDirectMethodHandle=false");
    command.add("-Dio.netty.tryReflectionSetAccessible=true");
    command.add("-Dlog4j2.configurationFile=org/flatplan/harness/demo/log4j2-quiet.properties");
    command.add("-Djava.io.tmpdir=" + scratch);
    command.add("-cp");
    // Spark first: this jar carries a Jackson too.
    command.add(String.join(File.pathSeparator, classpath) + File.pathSeparator + ownJar);
    command.addAll(List.of(ColumnLoop.class.getName(), input.toString(), pattern.name().toLowerCase(Locale.ROOT), Integer.toString(columns),
        Integer.toString(cached), result.toString(), scratch.toString()));
    return command;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
