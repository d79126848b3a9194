/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What happens in this JVM, as one line of JSON for each event, in a file that the process which started the JVM reads meanwhile. Each
 * line is on the disk before the next step, so that what a crash leaves is true. Thread-safe.
 */
final class EventLog implements Closeable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final OutputStream out;

  EventLog(Path file) throws IOException {
    this.out = Files.newOutputStream(file);
  }

  /**
   * Writes one event.
   *
   * @param event its kind
   * @param fields names and values by turns; what is null is left out
   */
  synchronized void write(String event, Object... fields) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", event);
    for (int i = 0; i < fields.length; i += 2) {
      if (fields[i + 1] != null) {
        line.put((String) fields[i], fields[i + 1]);
      }
    }
    try {
      byte[] json = JSON.writeValueAsBytes(line);
      byte[] whole = Arrays.copyOf(json, json.length + 1);
      whole[json.length] = '\n';
      out.write(whole);
    } catch (IOException e) {
      // The results would be lost unseen otherwise.
      System.err.println("Cannot write the events of the suites: " + e);
      Runtime.getRuntime().halt(SuiteHost.EXIT_NO_EVENTS);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
