/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {
  @TempDir
  Path folder;

  @Test
  void eachEventIsALineAtOnce() throws IOException {
    Path file = folder.resolve("events");
    Files.writeString(file, "of an earlier run\n");
    try (EventLog log = new EventLog(file)) {
      log.write("end");
      assertThat(file).hasContent("{\"event\":\"end\"}");
      log.write("test", "test", "two\nlines", "millis", 5L, "message", null);
      assertThat(Files.readString(file)).isEqualTo("{\"event\":\"end\"}\n{\"event\":\"test\",\"test\":\"two\\nlines\",\"millis\":5}\n");
    }
  }

  @Test
  void anyTextComesBack() throws IOException {
    String text = "tab\t return\r nul\0 \"quoted\" back\\slash é 東京 😀 \u2028";
    try (EventLog log = new EventLog(folder.resolve("events"))) {
      log.write("test", "test", text);
    }
    assertThat(Events.read(folder.resolve("events"))).singleElement().extracting(event -> event.get("test").asText()).isEqualTo(text);
  }

  @Test
  void threadsDoNotMixTheirLines() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (EventLog log = new EventLog(folder.resolve("events"))) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String name = Integer.toString(i).repeat(100);
        all.add(threads.submit(() -> {
          for (int j = 0; j < 200; j++) {
            log.write("test", "test", name);
          }
        }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(Events.read(folder.resolve("events"))).hasSize(800).extracting((JsonNode event) -> event.get("test").asText())
        .allMatch(name -> name.matches("(\\d)\\1{99}"));
  }
}
