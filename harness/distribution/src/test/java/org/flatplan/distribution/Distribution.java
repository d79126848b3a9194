/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A distribution as {@code flatplan dist} assembles it, once for all tests.
 *
 * @param folder its root; there is white space in the path
 */
record Distribution(Path folder) {
  static final Path WORK = Path.of(System.getProperty("dist.work"));
  private static final Path ALL = WORK.resolve("all distributions");

  private static final class Rebuilt {
    static final Distribution INSTANCE = assemble("rebuilt");
  }

  private static final class Stock {
    static final Distribution INSTANCE = assemble("stock", "--stock");
  }

  static Distribution rebuilt() {
    return Rebuilt.INSTANCE;
  }

  static Distribution stock() {
    return Stock.INSTANCE;
  }

  private static Distribution assemble(String name, String... options) {
    Path output = ALL.resolve(name);
    List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
        System.getProperty("dist.cli"), "dist", "--home", System.getProperty("dist.home"), "--no-archive", "--output", output.toString(),
        "--maven-arg", "-Dmaven.repo.local=" + System.getProperty("dist.repository")));
    command.addAll(List.of(options));
    try {
      Program.run(WORK.resolve("assembly"), Map.of(), null, command);
      try (Stream<Path> made = Files.list(output)) {
        return new Distribution(made.filter(Files::isDirectory).findFirst().orElseThrow());
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  String script(String name) {
    return folder.resolve(name).toString();
  }

  /** Processes that run from a distribution of these tests. */
  static List<ProcessHandle> processes() {
    return ProcessHandle.allProcesses().filter(process -> process.info().commandLine().orElse("").contains(ALL.toString())).toList();
  }
}
