/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Takes the place of the real one of that name; what a suite does is in its name. */
public final class SuiteHost {
  private static final String RULE = "org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject";

  private SuiteHost() {
  }

  /** As an agent it does nothing. */
  public static void premain(String arguments, Instrumentation instrumentation) {
  }

  /** The arguments are those of the real one. */
  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("list")) {
      Files.copy(Path.of(arguments[1], "suites.json"), Path.of(arguments[2]), StandardCopyOption.REPLACE_EXISTING);
      return;
    }
    try (BufferedWriter events = Files.newBufferedWriter(Path.of(arguments[2]))) {
      List<String> suites = Files.readAllLines(Path.of(arguments[3]));
      if (!suites.get(0).endsWith("Mute")) {
        loaded(events);
      }
      for (String suite : suites) {
        write(events, "suite-start", suite, "");
        run(events, suite, arguments);
        write(events, "suite-end", suite, ",\"millis\":10,\"asked\":2,\"merged\":1");
      }
      write(events, "end", "", "");
    }
  }

  private static void run(BufferedWriter events, String suite, String[] arguments) throws IOException {
    test(events, suite, arguments[1] + " with " + arguments[arguments.length - 1], true);
    Path here = Path.of("").toAbsolutePath();
    Path home = Path.of(System.getProperty("spark.test.home"));
    test(events, suite, "is in its copy of Spark's tree", here.equals(home.resolve("sql").resolve(here.getFileName())) && here.toString().contains("work-")
        && System.getenv("SPARK_HOME_TOO").equals(home.toString()) && Files.isRegularFile(home.resolve("pom.xml")));
    if (suite.endsWith("Messy")) {
      test(events, suite, "finds no warehouse of another", !Files.exists(Path.of("warehouse")));
      Files.createDirectories(Path.of("warehouse"));
    }
    if (suite.endsWith("Red")) {
      test(events, suite, "is right", false);
    }
    if (suite.endsWith("Slow")) {
      sleep();
    }
    if (suite.endsWith("Thief")) {
      steal(home.resolveSibling("done"));
    }
    if (suite.endsWith("Crash")) {
      Runtime.getRuntime().halt(9);
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  // The results of the suites before it, once they are there.
  private static void steal(Path results) throws IOException {
    for (int i = 0; i < 100; i++) {
      List<Path> all = List.of();
      if (Files.isDirectory(results)) {
        try (Stream<Path> files = Files.walk(results)) {
          all = files.filter(file -> file.toString().endsWith(".json")).toList();
        }
      }
      if (!all.isEmpty()) {
        for (Path file : all) {
          Files.delete(file);
        }
        return;
      }
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void loaded(BufferedWriter events) throws IOException {
    String file = RULE.replace('.', '/') + ".class";
    URL rule = SuiteHost.class.getClassLoader().getResource(file);
    String found = "";
    if (rule != null) {
      try (InputStream in = rule.openStream()) {
        String sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(in.readAllBytes()));
        found = ",\"sha256\":\"" + sum + "\",\"source\":\"" + URI.create(rule.toString().replace(file, "")) + "\"";
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
    write(events, "loaded", "", ",\"class\":\"" + RULE + "\"" + found);
  }

  private static void test(BufferedWriter events, String suite, String name, boolean right) throws IOException {
    write(events, "test", suite, ",\"test\":\"" + name + "\",\"outcome\":\"" + (right ? "passed" : "failed") + "\",\"millis\":1");
  }

  private static void write(BufferedWriter events, String event, String suite, String more) throws IOException {
    events.write("{\"event\":\"" + event + "\",\"suite\":\"" + suite + "\"" + more + "}\n");
    events.flush();
  }
}
