/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.flatplan.harness.prove.Digests;

/**
 * The program of a JVM that runs programs. It says which classes it has, then answers each line of standard input with one of
 * standard output, until there is no more. What Spark prints goes to standard error.
 *
 * <p>Argument: a folder for what the programs write.
 */
final class FuzzWorker {
  /** What Spark itself exits with when the heap is full. */
  static final int OUT_OF_MEMORY_EXIT = 52;
  static final String RULE = "org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject";
  /** Classes of ours, one in each rebuilt jar. */
  static final List<String> TELLING = List.of(RULE, "org.apache.spark.sql.execution.cachematch.CachedFragments");
  private static final List<String> REASONS = List.of("org.apache.spark.sql.catalyst.analysis.CollapseRefusal",
      "org.apache.spark.sql.catalyst.analysis.IncrementalRefusal");

  private FuzzWorker() {
  }

  /** Entry point. */
  public static void main(String[] arguments) throws IOException {
    PrintStream answers = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    System.setOut(System.err);
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      // Not closed: the JVM is halted, and its folder belongs to the command.
      ProgramRunner runner = new ProgramRunner(Path.of(arguments[0]));
      say(answers, hello());
      for (String line = requests.readLine(); line != null; line = requests.readLine()) {
        Request request = Wire.read(line, Request.class);
        say(answers, reply(runner, request));
      }
      // Halt: after an error Spark's own shutdown may hang, and there is nothing left to lose.
      Runtime.getRuntime().halt(0);
    } catch (OutOfMemoryError e) {
      Runtime.getRuntime().halt(OUT_OF_MEMORY_EXIT);
    } catch (Throwable e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private static Reply reply(ProgramRunner runner, Request request) {
    try {
      return new Reply(runner.run(request.program(), request.mode()), null);
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (Throwable e) {
      e.printStackTrace();
      return new Reply(null, e.getClass().getName());
    }
  }

  private static void say(PrintStream answers, Object value) throws JsonProcessingException {
    answers.print(Wire.line(value) + "\n");
    answers.flush();
  }

  private static Hello hello() throws IOException {
    Map<String, Hello.Loaded> classes = new TreeMap<>();
    for (String name : TELLING) {
      Class<?> type = load(name);
      if (type != null) {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
          classes.put(name, new Hello.Loaded(Digests.sha256(in.readAllBytes()), type.getProtectionDomain().getCodeSource().getLocation().toString()));
        }
      }
    }
    Map<String, List<String>> reasons = new TreeMap<>();
    for (String name : REASONS) {
      Class<?> type = load(name);
      if (type != null) {
        reasons.put(type.getSimpleName(), Arrays.stream(type.getEnumConstants()).map(constant -> ((Enum<?>) constant).name()).toList());
      }
    }
    return new Hello(classes, reasons);
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, FuzzWorker.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      return null;
    }
  }
}
