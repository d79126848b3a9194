/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The main class of a JVM that runs suites.
 *
 * <pre>
 *   list TEST-CLASSES OUTPUT            writes the suites below a folder as a JSON object: class name, what runs it
 *   run RUNNER EVENTS SUITES [TAG]...   runs the suites that a file names, a line each, without the tests that have one of the tags;
 *                                       CLASS@TEXT runs the tests of a suite whose names contain a text
 * </pre>
 */
public final class SuiteHost {
  static final String SCALATEST = "scalatest";
  static final String JUNIT = "junit";

  /** The exit code if the events cannot be written down. */
  static final int EXIT_NO_EVENTS = 3;

  private SuiteHost() {
  }

  /** See the class. */
  public static void main(String[] arguments) {
    try {
      start(List.of(arguments));
    } catch (Throwable e) {
      // Whatever it is, the threads that suites leave behind must not keep the JVM alive.
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
    System.exit(0);
  }

  private static void start(List<String> all) throws IOException {
    switch (all.get(0)) {
      case "list" -> Files.write(Path.of(all.get(2)), new ObjectMapper().writeValueAsBytes(SuiteInventory.of(Path.of(all.get(1)))));
      case "run" -> run(all.get(1), Path.of(all.get(2)), Files.readAllLines(Path.of(all.get(3))), all.subList(4, all.size()));
      default -> throw new IllegalArgumentException(all.get(0));
    }
  }

  private static void run(String runnerName, Path events, List<String> suites, List<String> excludedTags) throws IOException {
    SuiteRunner runner = runnerName.equals(JUNIT) ? new JUnitSuites(excludedTags) : new ScalaTestSuites(excludedTags);
    try (EventLog log = new EventLog(events)) {
      for (String name : LoadedClasses.WATCHED) {
        LoadedClasses.Loaded loaded = LoadedClasses.load(name);
        log.write("loaded", "class", name, "sha256", loaded == null ? null : loaded.sha256(), "source", loaded == null ? null : loaded.source());
      }
      for (String suite : suites) {
        SuiteListener listener = new SuiteListener(log, suite);
        long asked = Firings.asked();
        long merged = Firings.merged();
        long start = System.nanoTime();
        log.write("suite-start", "suite", suite);
        try {
          runner.run(listener);
        } catch (VirtualMachineError e) {
          // Nothing that runs after it could be trusted.
          throw e;
        } catch (Throwable e) {
          listener.abort(e.toString(), e);
        }
        log.write("suite-end", "suite", suite, "millis", (System.nanoTime() - start) / 1_000_000, "aborted", listener.aborted(),
            "asked", Firings.asked() - asked, "merged", Firings.merged() - merged);
      }
      log.write("end");
    }
  }
}
