/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The JVMs that a run has started, and their folders. A run that is stopped leaves none behind, and takes nothing for a result that it
 * killed. Thread-safe.
 */
final class LiveWorkers implements AutoCloseable {
  private final Map<Process, Path> alive = new ConcurrentHashMap<>();
  private final Thread hook = new Thread(this::stop);
  private volatile boolean stopping;
  private volatile Runnable last = () -> {
  };

  LiveWorkers() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** What to do first when the run is stopped. */
  void onStop(Runnable action) {
    last = action;
  }

  void add(Process process, Path scratch) {
    alive.put(process, scratch);
    if (stopping) {
      kill(process);
    }
  }

  // One at a time: who ends the run waits until the folders are gone.
  synchronized void kill(Process process) {
    // Not to be interrupted: it takes no time.
    process.destroyForcibly().onExit().join();
    Path scratch = alive.remove(process);
    if (scratch != null) {
      delete(scratch);
    }
  }

  boolean stopping() {
    return stopping;
  }

  private void stop() {
    stopping = true;
    last.run();
    killAll();
  }

  private synchronized void killAll() {
    alive.keySet().forEach(this::kill);
  }

  @Override
  public void close() {
    killAll();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The shutdown has begun, and the hook runs.
      Thread.currentThread().interrupt();
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // It is in the folder of temporary files; what stays there does no harm.
    }
  }
}
