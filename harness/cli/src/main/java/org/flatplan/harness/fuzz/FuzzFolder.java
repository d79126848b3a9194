/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Json;

/**
 * The results of one kind of comparison, a file for each row of seeds. A file is whole or is not there, whatever ends the run.
 *
 * @param folder for these alone; logs go there, too
 * @param results where the files are, if they shall be kept elsewhere
 */
record FuzzFolder(Path folder, Path results) {
  private static final ObjectMapper JSON = new ObjectMapper();

  FuzzFolder(Path folder) {
    this(folder, folder);
  }

  Path log(int job, ProgramRunner.Mode mode) {
    return folder.resolve("logs").resolve("worker-" + job + "-" + mode.name().toLowerCase(Locale.ROOT) + ".log");
  }

  Path junit() {
    return folder.resolve("TEST-flatplan-fuzz.xml");
  }

  void save(FuzzPart part) throws IOException {
    Json.save(file(part), part);
  }

  /** What an earlier run left of the same programs and classes. */
  Optional<FuzzPart> earlier(FuzzPart part) throws IOException {
    return Files.isRegularFile(file(part)) ? Optional.of(read(file(part))).filter(part::continues) : Optional.empty();
  }

  /** All, by their first seeds; of those with the same, the longest first. */
  List<FuzzPart> parts() throws IOException {
    List<FuzzPart> parts = new ArrayList<>();
    try (Stream<Path> files = Files.list(results)) {
      for (Path file : files.filter(each -> each.getFileName().toString().matches("part-.*\\.json")).toList()) {
        parts.add(read(file));
      }
    } catch (NoSuchFileException e) {
      return parts;
    }
    parts.sort(Comparator.comparingLong(FuzzPart::firstSeed).thenComparing(FuzzPart::done, Comparator.reverseOrder()));
    return parts;
  }

  private Path file(FuzzPart part) {
    return results.resolve("part-" + part.firstSeed() + "-" + part.programs() + ".json");
  }

  private static FuzzPart read(Path file) throws IOException {
    try {
      return JSON.readValue(file.toFile(), FuzzPart.class);
    } catch (JacksonException e) {
      throw new UserError("cannot read " + file + ", which another version may have written: " + e.getOriginalMessage() + "; delete it");
    }
  }
}
