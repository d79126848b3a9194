/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.jvm;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** A JVM of its own for a program that uses Spark, with the options that Spark's launcher gives a driver. */
public final class SparkJvm {
  // What Spark's own launcher opens (JavaModuleOptions of spark-launcher).
  private static final List<String> OPENS = List.of("java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio",
      "java.util", "java.util.concurrent", "java.util.concurrent.atomic", "jdk.internal.ref", "sun.nio.ch", "sun.nio.cs", "sun.security.action",
      "sun.util.calendar");

  private final List<String> classpath;
  private final Path ownJar;
  private final String heap;
  private volatile boolean stopping;

  /**
   * @param classpath Spark and what it needs
   * @param ownJar jar or folder of the program
   * @param heap as the option -Xmx takes it
   */
  public SparkJvm(List<String> classpath, Path ownJar, String heap) {
    this.classpath = List.copyOf(classpath);
    this.ownJar = ownJar;
    this.heap = heap;
  }

  /** The options that matter to what is measured; no paths. The stack size is left to the JVM. */
  public static List<String> options(String heap) {
    List<String> options = new ArrayList<>();
    options.add("-Xmx" + heap);
    options.add("-XX:+IgnoreUnrecognizedVMOptions");
    OPENS.forEach(name -> options.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    options.add("-Djdk.reflect.useDirectMethodHandle=false");
    options.add("-Dio.netty.tryReflectionSetAccessible=true");
    return options;
  }

  /** The jar or folder that a class was loaded from. */
  public static Path jarOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs a program to its end, or to its limit.
   *
   * @param scratch working directory and place of temporary files; must be there
   * @param output takes what the program prints
   * @param errors takes what it writes to standard error
   * @return its exit code, or nothing if it was killed at the limit
   */
  public OptionalInt run(Class<?> program, List<String> arguments, Path scratch, ProcessBuilder.Redirect output, ProcessBuilder.Redirect errors,
      Duration limit) throws IOException, InterruptedException {
    return run(program.getName(), arguments, scratch, output, errors, limit);
  }

  /** The same for a program that is known by the name of its class. */
  public OptionalInt run(String program, List<String> arguments, Path scratch, ProcessBuilder.Redirect output, ProcessBuilder.Redirect errors,
      Duration limit) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command(program, arguments, scratch)).directory(scratch.toFile()).redirectOutput(output)
        .redirectError(errors).start();
    // A run that is stopped must neither leave a JVM behind nor take what it kills for a result.
    Thread killer = new Thread(() -> {
      stopping = true;
      process.destroyForcibly();
    });
    try {
      Runtime.getRuntime().addShutdownHook(killer);
      process.getOutputStream().close();
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (stopping) {
        throw new InterruptedException("the run is being stopped");
      }
      return ended ? OptionalInt.of(process.exitValue()) : OptionalInt.empty();
    } finally {
      process.destroyForcibly().waitFor();
      if (!stopping) {
        removeHook(killer);
      }
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The shutdown has begun, and the hook runs.
      Thread.currentThread().interrupt();
    }
  }

  private List<String> command(String program, List<String> arguments, Path scratch) {
    return command(classpath, ownJar, heap, List.of("-Dlog4j2.configurationFile=org/flatplan/harness/demo/log4j2-quiet.properties"), scratch, program, arguments);
  }

  /**
   * The command line that starts a program.
   *
   * @param more options of the JVM besides {@link #options}
   * @param scratch place of temporary files
   */
  public static List<String> command(List<String> classpath, Path ownJar, String heap, List<String> more, Path scratch, String program, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options(heap));
    command.addAll(more);
    command.add("-Djava.io.tmpdir=" + scratch);
    command.add("-cp");
    // Spark first: this jar carries a Jackson too.
    command.add(String.join(File.pathSeparator, classpath) + File.pathSeparator + ownJar);
    command.add(program);
    command.addAll(arguments);
    return command;
  }
}
