// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/** The one local Spark application that all tests share; each run of a program gets a session of its own in it. */
final class Sessions {
  static final String ENABLED = "spark.sql.analyzer.earlyCollapseProject.enabled";
  static final String MAX_GROWTH = "spark.sql.analyzer.earlyCollapseProject.maxGrowth";

  private static final Path SCRATCH = scratchFolder();
  private static final SparkSession ROOT = SparkSession.builder()
      .master("local[2]")
      .appName("flatplan-tests")
      .config("spark.ui.enabled", "false")
      .config("spark.driver.host", "localhost")
      .config("spark.driver.bindAddress", "127.0.0.1")
      .config("spark.sql.shuffle.partitions", "2")
      .config("spark.sql.warehouse.dir", SCRATCH.resolve("warehouse").toUri().toString())
      .config("spark.sql.session.timeZone", "UTC")
      .getOrCreate();

  private Sessions() {}

  /** A fresh session with the rule switched on or off. */
  static SparkSession open(boolean rule) {
    SparkSession session = ROOT.newSession();
    session.conf().set(ENABLED, Boolean.toString(rule));
    // newSession registers nothing as active; some APIs look the session up by thread.
    SparkSession.setActiveSession(session);
    return session;
  }

  static Path scratch(String name) {
    return SCRATCH.resolve(name);
  }

  private static Path scratchFolder() {
    try {
      Path folder = Files.createTempDirectory("flatplan-tests");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      // Best effort: the folder lies under the system's temporary folder.
    }
  }
}
