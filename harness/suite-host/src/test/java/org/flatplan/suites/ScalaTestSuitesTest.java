/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScalaTestSuitesTest {
  @TempDir
  Path folder;
  private String aborted;

  private List<String> run(String suite) throws IOException {
    Path file = folder.resolve("events");
    try (EventLog log = new EventLog(file)) {
      SuiteListener listener = new SuiteListener(log, suite);
      new ScalaTestSuites(List.of()).run(listener);
      aborted = listener.aborted();
    }
    return Events.read(file).stream().map(ScalaTestSuitesTest::inShort).toList();
  }

  private static String inShort(JsonNode event) {
    return event.get("test").asText() + " " + event.get("outcome").asText() + (event.has("message") ? ": " + event.get("message").asText() : "");
  }

  @Test
  void eachTestHasItsOutcome() throws IOException {
    assertThat(run(ScalaSamples.Outcomes.class.getName())).containsExactlyInAnyOrder("good passed", "bad failed: java.lang.IllegalStateException: 1 is not 2",
        "unmet canceled: org.scalatest.exceptions.TestCanceledException: no network", "off ignored: ");
    assertThat(aborted).isNull();
  }

  @Test
  void aSuiteThatDoesNotSucceedAndDoesNotSayWhyIsAborted() throws IOException {
    assertThat(run(ScalaSamples.Unsaid.class.getName())).containsExactly("good passed");
    assertThat(aborted).isEqualTo("ScalaTest says that the suite did not succeed, and not why");
  }

  @Test
  void aSuiteThatCannotStartSaysWhy() throws IOException {
    assertThat(run(ScalaSamples.BadStart.class.getName())).isEmpty();
    assertThat(aborted).contains("no database");
  }

  @Test
  void aSuiteThatIsNotThereSaysSo() throws IOException {
    assertThat(run("a.NoSuch")).isEmpty();
    assertThat(aborted).contains("a.NoSuch");
  }
}
