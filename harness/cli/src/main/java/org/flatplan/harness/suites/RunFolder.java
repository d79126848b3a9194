/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flatplan.harness.prove.Json;

/**
 * The results of the last runs against one target, a file for each suite. A file is whole or is not there, whatever ends the run.
 * Thread-safe for different suites.
 *
 * @param folder for this target alone
 */
record RunFolder(Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();

  Path logs() {
    return folder.resolve("logs");
  }

  /** Reports as JUnit's, which other tools read. */
  Path junit() {
    return folder.resolve("junit");
  }

  void save(SuiteResult result) throws IOException {
    Json.save(file(result.suite()), result);
    JUnitReport.write(report(result.suite()), result);
  }

  void remove(SuiteId suite) throws IOException {
    Files.deleteIfExists(file(suite));
    Files.deleteIfExists(report(suite));
  }

  /** All results, by suite. */
  Map<SuiteId, SuiteResult> results() throws IOException {
    Map<SuiteId, SuiteResult> results = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder.resolve("done"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).toList()) {
        SuiteResult result = JSON.readValue(file.toFile(), SuiteResult.class);
        results.put(result.suite(), result);
      }
    } catch (NoSuchFileException e) {
      return results;
    }
    return results;
  }

  private Path file(SuiteId suite) {
    return folder.resolve("done").resolve(suite.module()).resolve(suite.name() + ".json");
  }

  private Path report(SuiteId suite) {
    return junit().resolve(suite.module()).resolve("TEST-" + suite.name() + ".xml");
  }
}
