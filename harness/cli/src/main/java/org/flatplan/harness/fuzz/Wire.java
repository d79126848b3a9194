/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;

/** What command and worker say to each other: JSON, a line for each. Half a character, as a program may hold one, comes through. */
final class Wire {
  private static final ObjectMapper JSON = new ObjectMapper();

  static {
    JSON.getFactory().configure(JsonGenerator.Feature.ESCAPE_NON_ASCII, true);
    JSON.getFactory().setStreamReadConstraints(StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build());
  }

  private Wire() {
  }

  static String line(Object value) throws JsonProcessingException {
    return JSON.writeValueAsString(value);
  }

  static <T> T read(String line, Class<T> type) throws JsonProcessingException {
    return JSON.readValue(line, type);
  }
}
