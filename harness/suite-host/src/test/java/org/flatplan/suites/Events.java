/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is in a file of events. */
final class Events {
  private Events() {
  }

  static List<JsonNode> read(Path file) throws IOException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      events.add(new ObjectMapper().readTree(line));
    }
    return events;
  }
}
