/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/** Runs programs in this JVM, one at a time, each in a session that holds nothing of another program. */
final class ProgramRunner implements AutoCloseable {
  static final String ENABLED = "spark.sql.analyzer.earlyCollapseProject.enabled";
  /** Settings that only the rebuild knows. */
  private static final String OWN = "spark.sql.analyzer.earlyCollapseProject.";
  /** A session serves so many programs: to make one takes longer than a short program. */
  private static final int PROGRAMS_OF_A_SESSION = 200;
  private static final Map<String, String> SETTINGS = Map.ofEntries(
      Map.entry("spark.sql.shuffle.partitions", "1"),
      Map.entry("spark.sql.leafNodeDefaultParallelism", "1"),
      Map.entry("spark.sql.adaptive.enabled", "false"),
      // The many small queries would spend most of their time on generated code and broadcasts.
      Map.entry("spark.sql.codegen.wholeStage", "false"),
      Map.entry("spark.sql.codegen.factoryMode", "NO_CODEGEN"),
      Map.entry("spark.sql.autoBroadcastJoinThreshold", "-1"),
      Map.entry("spark.sql.session.timeZone", "UTC"),
      Map.entry("spark.sql.ui.explainMode", "simple"),
      Map.entry("spark.sql.debug.maxToStringFields", "1"),
      Map.entry("spark.sql.crossJoin.enabled", "true"),
      Map.entry("spark.sql.streaming.forceDeleteTempCheckpointLocation", "true"));

  /** With what a program is run. */
  enum Mode {
    /** The rebuild with the rule on. */
    ON,
    /** The rebuild with the rule off by its setting. */
    OFF,
    /** The release, which does not know the setting. */
    STOCK
  }

  private final Path scratch;
  private final SparkSession root;
  private SparkSession extended;
  private final Map<Boolean, Sources> sources = new HashMap<>();
  private final Map<Place, SparkSession> sessions = new HashMap<>();
  private final Map<Place, Integer> served = new HashMap<>();
  private int runs;

  private record Place(Mode mode, boolean extended) {}

  /**
   * @param scratch a folder of its own
   */
  ProgramRunner(Path scratch) {
    this.scratch = scratch;
    this.root = SparkSession.builder().master("local[1]").appName("flatplan fuzz")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.ui.retainedJobs", "10")
        .config("spark.ui.retainedStages", "10")
        .config("spark.ui.retainedTasks", "10")
        .config("spark.sql.ui.retainedExecutions", "5")
        .config("spark.sql.streaming.numRecentProgressUpdates", "1")
        .config("spark.worker.ui.retainedExecutors", "1")
        .config("spark.sql.warehouse.dir", scratch.resolve("warehouse").toUri().toString())
        .config("spark.local.dir", scratch.resolve("local").toString())
        .getOrCreate();
    SETTINGS.forEach((key, value) -> root.conf().set(key, value));
    sources.put(false, new Sources(root, scratch.resolve("sources")));
  }

  /** Runs a program. Never throws what the program raises; what ends a JVM, such as a lack of memory, gets through. */
  Trace run(FuzzProgram program, Mode mode) {
    runs++;
    Path folder = scratch.resolve("run" + runs);
    Place place = new Place(mode, program.settings().containsKey(ProgramGenerator.EXTENSION));
    SparkSession session = session(place);
    SparkSession.setActiveSession(session);
    program.settings().forEach((key, value) -> {
      if (mode != Mode.STOCK || !key.startsWith(OWN)) {
        session.conf().set(key, value);
      }
    });
    try {
      return new ProgramRun(program, session, sources.get(place.extended()), folder, mode).trace();
    } finally {
      cleanUp(program, session);
      delete(folder);
    }
  }

  private SparkSession session(Place place) {
    if (served.merge(place, 1, Integer::sum) > PROGRAMS_OF_A_SESSION) {
      served.put(place, 1);
      sessions.remove(place);
    }
    return sessions.computeIfAbsent(place, each -> {
      SparkSession session = place.extended() ? extended().newSession() : root.newSession();
      SETTINGS.forEach((key, value) -> session.conf().set(key, value));
      if (place.mode() != Mode.STOCK) {
        session.conf().set(ENABLED, Boolean.toString(place.mode() == Mode.ON));
      }
      SparkSession.setActiveSession(session);
      FunctionCalls.register(session);
      return session;
    });
  }

  /** A session with an extension. It has tables of its own: only a session that others come from takes extensions. */
  private SparkSession extended() {
    if (extended == null) {
      SparkSession.clearActiveSession();
      SparkSession.clearDefaultSession();
      extended = SparkSession.builder().withExtensions(ForeignRule.extension()).getOrCreate();
      SparkSession.setDefaultSession(root);
      SETTINGS.forEach((key, value) -> extended.conf().set(key, value));
      sources.put(true, new Sources(extended, scratch.resolve("sources-extended")));
    }
    return extended;
  }

  private void cleanUp(FuzzProgram program, SparkSession session) {
    SparkSession.setActiveSession(session);
    for (var query : session.streams().active()) {
      try {
        query.stop();
      } catch (java.util.concurrent.TimeoutException e) {
        throw new IllegalStateException("a stream does not end", e);
      }
    }
    session.catalog().clearCache();
    ((org.apache.spark.sql.classic.SparkSession) session).sessionState().catalog().clearTempTables();
    program.steps().stream().filter(step -> step.rule() == Rule.SAVE_TABLE).forEach(step -> session.sql("drop table if exists " + step.texts().get(0)));
    program.settings().keySet().forEach(key -> {
      session.conf().unset(key);
      if (SETTINGS.containsKey(key)) {
        session.conf().set(key, SETTINGS.get(key));
      }
    });
    SparkSession.setActiveSession(root);
  }

  private static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    root.stop();
    delete(scratch);
  }
}
