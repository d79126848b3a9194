/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JUnitSuitesTest {
  private static final String NAMES = Samples.Names.class.getName();

  @TempDir
  Path folder;
  private String aborted;

  private List<JsonNode> run(String suite, String... excludedTags) throws IOException {
    Path file = folder.resolve("events");
    try (EventLog log = new EventLog(file)) {
      SuiteListener listener = new SuiteListener(log, suite);
      new JUnitSuites(List.of(excludedTags)).run(listener);
      aborted = listener.aborted();
    }
    return Events.read(file);
  }

  private List<JsonNode> run(Class<?> suite, String... excludedTags) throws IOException {
    return run(suite.getName(), excludedTags);
  }

  private static Map<String, String> byName(List<JsonNode> events, String field) {
    Map<String, String> byName = new TreeMap<>();
    for (JsonNode event : events) {
      byName.put(event.get("test").asText(), event.has(field) ? event.get(field).asText() : "none");
    }
    return byName;
  }

  @Test
  void eachTestHasItsOutcome() throws IOException {
    List<JsonNode> events = run(Samples.Outcomes.class);
    assertThat(events).hasSize(4).allSatisfy(event -> {
      assertThat(event.get("event").asText()).isEqualTo("test");
      assertThat(event.get("suite").asText()).isEqualTo(Samples.Outcomes.class.getName());
    });
    assertThat(byName(events, "outcome")).containsOnly(Map.entry("good()", "passed"), Map.entry("bad()", "failed"), Map.entry("off()", "ignored"),
        Map.entry("unmet()", "canceled"));
    assertThat(aborted).isNull();
  }

  @Test
  void whatDoesNotPassSaysWhy() throws IOException {
    List<JsonNode> events = run(Samples.Outcomes.class);
    assertThat(byName(events, "message")).containsEntry("good()", "none").containsEntry("off()", "not today")
        .hasEntrySatisfying("bad()", message -> assertThat(message).contains("AssertionFailedError", "1 is not 2"))
        .hasEntrySatisfying("unmet()", message -> assertThat(message).contains("no network"));
    assertThat(byName(events, "millis")).containsEntry("off()", "none").hasEntrySatisfying("good()", millis -> assertThat(millis).matches("\\d+"));
  }

  @Test
  void eachTestHasANameOfItsOwn() throws IOException {
    List<JsonNode> events = run(Samples.Names.class);
    assertThat(events).extracting(event -> event.get("test").asText()).containsExactlyInAnyOrder("plain()",
        "given(String): given(String)[1]", "given(String): given(String)[2]", "given(int): given(int)[1]", "given(int): given(int)[2]",
        "again(): again()[1]", "again(): again()[2]", "made(): made()[1]", "made(): made()[2]",
        NAMES + "$One: plain()", NAMES + "$Two: plain()",
        NAMES + "$One: " + NAMES + "$One$Deeper: given(int): given(int)[1]", NAMES + "$One: " + NAMES + "$One$Deeper: given(int): given(int)[2]");
  }

  @Test
  void aSuiteThatCannotStartSaysWhy() throws IOException {
    assertThat(run(Samples.BadStart.class)).isEmpty();
    assertThat(aborted).isEqualTo("java.lang.IllegalStateException: no database");
  }

  @Test
  void theTestsOfADisabledSuiteAreIgnored() throws IOException {
    assertThat(byName(run(Samples.Off.class), "outcome")).containsOnly(Map.entry("one()", "ignored"),
        Map.entry(Samples.Off.class.getName() + "$Inner: other()", "ignored"));
    assertThat(aborted).isNull();
  }

  @Test
  void aDisabledTestThatWouldHaveRunMoreThanOnceIsIgnored() throws IOException {
    List<JsonNode> events = run(Samples.OffWithArguments.class);
    assertThat(byName(events, "outcome")).containsOnly(Map.entry("given(int)", "ignored"), Map.entry("again()", "ignored"), Map.entry("plain()", "passed"));
    assertThat(byName(events, "message")).containsEntry("given(int)", "not today").containsEntry("again()", "nor this one");
    assertThat(aborted).isNull();
  }

  @Test
  void anExcludedTagLeavesTestsOut() throws IOException {
    assertThat(byName(run(Samples.Tagged.class, "slow", "other"), "outcome")).containsOnlyKeys("quick()");
    assertThat(byName(run(Samples.Tagged.class), "outcome")).containsOnlyKeys("quick()", "slow()");
  }

  @Test
  void aLongMessageIsCut() throws IOException {
    assertThat(run(Samples.Long.class)).singleElement().extracting(event -> event.get("message").asText().length()).isEqualTo(2_000);
  }

  @Test
  void aClassWithoutTestsHasNone() throws IOException {
    assertThat(run(Samples.NoSuite.class)).isEmpty();
  }

  @Test
  void aSuiteThatIsNotThereSaysSo() throws IOException {
    assertThat(run("a.NoSuch")).isEmpty();
    assertThat(aborted).contains("a.NoSuch");
  }
}
