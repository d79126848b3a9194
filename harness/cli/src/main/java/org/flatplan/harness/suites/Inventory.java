/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Digests;

/** Which suites the jars of the release hold. What is found out is kept next to the layout, by the checksum of the jar. */
final class Inventory {
  private static final TypeReference<Map<String, String>> NAMES = new TypeReference<>() {
  };

  private final Path folder;
  private final Path hostJar;

  /**
   * @param folder where to keep the lists
   * @param hostJar the jar that runs in the JVMs of suites
   */
  Inventory(Path folder, Path hostJar) {
    this.folder = folder;
    this.hostJar = hostJar;
  }

  /** The suites of all modules, sorted. */
  List<SuiteId> of(SuiteLayout layout) throws IOException, InterruptedException {
    List<SuiteId> all = new ArrayList<>();
    for (SuiteLayout.Module module : layout.modules()) {
      names(module).forEach((name, runner) -> all.add(new SuiteId(module.name(), name, SuiteId.Runner.valueOf(runner.toUpperCase(Locale.ROOT)))));
    }
    return all.stream().sorted().toList();
  }

  private Map<String, String> names(SuiteLayout.Module module) throws IOException, InterruptedException {
    Path file = folder.resolve("inventory-" + module.name() + "-" + module.testsSha256().substring(0, 12) + "-"
        + Digests.sha256(hostJar).substring(0, 12) + ".json");
    if (!Files.isRegularFile(file)) {
      Files.createDirectories(folder);
      Path partial = Files.createTempFile(folder, "inventory", ".partial");
      Path log = folder.resolve("inventory-" + module.name() + ".log");
      try {
        list(module, partial, log);
        if (read(partial).isEmpty()) {
          throw new UserError("there are no suites in " + module.testClasses() + "; run 'mvn pre-integration-test' again");
        }
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(partial);
      }
    }
    return read(file);
  }

  private static Map<String, String> read(Path file) throws IOException {
    return new ObjectMapper().readValue(file.toFile(), NAMES);
  }

  private void list(SuiteLayout.Module module, Path output, Path log) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JavaProgram.path()));
    command.addAll(module.scalatest().jvmArguments());
    command.addAll(List.of("-cp", String.join(File.pathSeparator, module.stockClasspath()) + File.pathSeparator + hostJar,
        "org.flatplan.suites.SuiteHost", "list", module.testClasses().toString(), output.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      if (!process.waitFor(10, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new UserError("cannot list the suites of " + module.name() + "; see " + log);
      }
    } finally {
      process.destroyForcibly();
    }
  }
}
