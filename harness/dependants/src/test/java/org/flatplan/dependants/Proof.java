/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.dependants;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;

/** The sums of the jars that the build compared. */
final class Proof {
  private final JsonNode report;

  private Proof(JsonNode report) {
    this.report = report;
  }

  static Proof read() throws IOException {
    Path file = Settings.path("dependants.report");
    return new Proof(new ObjectMapper().readTree(file.toFile()));
  }

  /** The sum of the rebuilt jar of a module as the proof names it. */
  String rebuilt(String module) {
    return module(module).get("rebuilt").get("sha256").asText();
  }

  /** The sum of the jar of the release. */
  String release(String module) {
    return module(module).get("release").get("sha256").asText();
  }

  private JsonNode module(String name) {
    for (JsonNode module : report.get("modules")) {
      if (module.get("name").asText().equals(name)) {
        return module;
      }
    }
    throw new IllegalStateException("The proof says nothing about " + name);
  }
}
