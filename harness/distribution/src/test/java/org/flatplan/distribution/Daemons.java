/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the scripts of {@code sbin} start from one distribution: on loopback, with ports that are free, ids and logs in a folder of the test. */
final class Daemons implements AutoCloseable {
  private static final Pattern MASTER = Pattern.compile("Starting Spark master at (spark://\\S+)");

  private final Distribution distribution;
  private final Path folder;
  private final List<String[]> started = new ArrayList<>();
  private String master;

  Daemons(Distribution distribution, Path folder) {
    this.distribution = distribution;
    this.folder = folder;
  }

  /** A master and two workers. */
  static Daemons cluster(Distribution distribution, Path folder) throws IOException, InterruptedException {
    Daemons daemons = new Daemons(distribution, folder);
    try {
      daemons.start("master", "one", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0");
      Matcher matcher = MASTER.matcher(daemons.log("master", "one"));
      assertThat(matcher.find()).isTrue();
      daemons.master = matcher.group(1);
      daemons.startWorker("one");
      daemons.startWorker("two");
      return daemons;
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      daemons.close();
      throw e;
    }
  }

  String master() {
    return master;
  }

  void startWorker(String ident) throws IOException, InterruptedException {
    start("worker", ident, master, "--host", "127.0.0.1", "--webui-port", "0", "--cores", "1", "--memory", "1g");
  }

  /** Starts one, and waits until it is up, as the script does. */
  void start(String name, String ident, String... options) throws IOException, InterruptedException {
    started.add(new String[] {name, ident});
    Program program = script("start-" + name + ".sh", ident, options);
    program.succeeds();
    assertThat(program.out()).contains(name + " runs as process " + pid(name, ident));
    assertThat(program.err().lines().filter(line -> !line.startsWith("Picked up JAVA_TOOL_OPTIONS"))).isEmpty();
  }

  Program script(String script, String ident, String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(distribution.script("sbin/" + script)));
    Collections.addAll(command, options);
    try (Program program = Program.start(folder, environment(script, ident), null, command)) {
      program.exitCode();
      return program;
    }
  }

  private Map<String, String> environment(String script, String ident) {
    return new TreeMap<>(Map.of("SPARK_PID_DIR", folder.resolve("pids").toString(), "SPARK_LOG_DIR", folder.resolve("logs").toString(),
        "SPARK_WORKER_DIR", folder.resolve("work").toString(), "SPARK_IDENT_STRING", ident, "SPARK_DAEMON_MEMORY", script.contains("connect") ? "1g" : "256m",
        "SPARK_START_SECONDS", "180"));
  }

  Path pidFile(String name, String ident) {
    return folder.resolve("pids/spark-" + ident + "-" + name + ".pid");
  }

  long pid(String name, String ident) throws IOException {
    return Long.parseLong(Files.readString(pidFile(name, ident)).strip());
  }

  String log(String name, String ident) throws IOException {
    return Files.readString(folder.resolve("logs/spark-" + ident + "-" + name + ".log"));
  }

  /** Stops all, those last that were started first. */
  @Override
  public void close() throws IOException {
    Collections.reverse(started);
    try {
      for (String[] each : started) {
        script("stop-" + each[0] + ".sh", each[1]).succeeds();
        assertThat(pidFile(each[0], each[1])).doesNotExist();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    started.clear();
  }
}
