/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Json;

/**
 * The measurements, a file for each. A file is whole or is not there, whatever ends the run.
 *
 * @param folder for measurements alone
 */
record BenchFolder(Path folder) {
  private static final ObjectMapper JSON = new ObjectMapper();

  Path log(Key key) {
    return folder.resolve("logs").resolve(key.file() + ".log");
  }

  void save(Measurement measurement) throws IOException {
    Json.save(file(measurement.key()), measurement);
  }

  void remove(Key key) throws IOException {
    Files.deleteIfExists(file(key));
  }

  Map<Key, Measurement> all() throws IOException {
    Map<Key, Measurement> all = new HashMap<>();
    try (Stream<Path> files = Files.walk(folder.resolve("done"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).toList()) {
        Measurement measurement = read(file);
        all.put(measurement.key(), measurement);
      }
    } catch (NoSuchFileException e) {
      return all;
    }
    return all;
  }

  private static Measurement read(Path file) throws IOException {
    try {
      return JSON.readValue(file.toFile(), Measurement.class);
    } catch (JacksonException e) {
      throw new UserError("cannot read " + file + ", which another version may have written: " + e.getOriginalMessage() + "; delete it");
    }
  }

  private Path file(Key key) {
    return folder.resolve("done").resolve(key.file() + ".json");
  }
}
