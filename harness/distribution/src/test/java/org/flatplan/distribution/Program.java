/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A process of a test, whose output goes to files. Ends with the test, whatever happens. */
final class Program implements AutoCloseable {
  private static final long LIMIT_MINUTES = 10;
  /** Short runs on small machines: no time is spent on compiling what runs for seconds. */
  private static final String JVM = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private final Process process;
  private final Path out;
  private final Path err;

  private Program(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts it.
   *
   * @param folder its working directory, which takes its output, too
   * @param environment on top of what every program has: Spark on the loopback interface
   * @param input its standard input; null if it has none
   */
  static Program start(Path folder, Map<String, String> environment, Path input, List<String> command) throws IOException {
    Files.createDirectories(folder);
    String name = Path.of(command.get(0)).getFileName() + "-" + System.nanoTime();
    Path out = folder.resolve(name + ".out");
    Path err = folder.resolve(name + ".err");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.redirectInput(input == null ? new java.io.File("/dev/null") : input.toFile());
    Map<String, String> variables = builder.environment();
    // Nothing of a Spark on the machine.
    variables.keySet().removeIf(variable -> variable.startsWith("SPARK_"));
    variables.put("SPARK_LOCAL_IP", "127.0.0.1");
    variables.put("JAVA_HOME", System.getProperty("java.home"));
    variables.put("JAVA_TOOL_OPTIONS", JVM);
    variables.putAll(new TreeMap<>(environment));
    return new Program(builder.start(), out, err);
  }

  /** Runs it to its end, which must be a good one. */
  static Program run(Path folder, Map<String, String> environment, Path input, List<String> command) throws IOException, InterruptedException {
    try (Program program = start(folder, environment, input, command)) {
      program.succeeds();
      return program;
    }
  }

  int exitCode() throws InterruptedException {
    assertThat(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).as("%s ends", out).isTrue();
    return process.exitValue();
  }

  void succeeds() throws IOException, InterruptedException {
    int code = exitCode();
    assertThat(code).as(() -> {
      try {
        return err() + "\n" + out();
      } catch (IOException e) {
        return e.toString();
      }
    }).isZero();
  }

  boolean runs() {
    return process.isAlive();
  }

  String out() throws IOException {
    return Files.readString(out);
  }

  String err() throws IOException {
    return Files.readString(err);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
