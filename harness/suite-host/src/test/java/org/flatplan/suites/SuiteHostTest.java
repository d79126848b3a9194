/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SuiteHostTest {
  @TempDir
  Path folder;

  private int java(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
        System.getProperty("java.class.path"), SuiteHost.class.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
    try {
      assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  private static String inShort(JsonNode event) {
    String suite = event.has("suite") ? event.get("suite").asText() : "";
    return event.get("event").asText() + " " + suite.substring(suite.lastIndexOf('$') + 1) + (event.has("test") ? " " + event.get("test").asText() : "");
  }

  @Test
  void theSuitesRunOneAfterTheOther() throws Exception {
    Path names = Files.write(folder.resolve("names"), List.of(Samples.BadStart.class.getName(), "a.NoSuch", Samples.Tagged.class.getName()));
    assertThat(java("run", "junit", folder.resolve("events").toString(), names.toString(), "slow")).isZero();
    List<JsonNode> events = Events.read(folder.resolve("events"));
    assertThat(events).extracting(SuiteHostTest::inShort).containsExactly("loaded ", "loaded ", "suite-start BadStart", "suite-end BadStart",
        "suite-start a.NoSuch", "suite-end a.NoSuch", "suite-start Tagged", "test Tagged quick()", "suite-end Tagged", "end ");
    assertThat(events.get(0)).isEqualTo(new ObjectMapper().readTree("{\"event\":\"loaded\",\"class\":\"" + LoadedClasses.RULE + "\"}"));
    assertThat(events.get(3).get("aborted").asText()).contains("no database");
    assertThat(events.get(5).get("aborted").asText()).contains("a.NoSuch");
    assertThat(events.get(8).fieldNames()).toIterable().containsExactly("event", "suite", "millis", "asked", "merged");
  }

  private List<String> runBefore(String runner, Class<?> suite) throws Exception {
    Path names = Files.write(folder.resolve("names"), List.of(suite.getName(), Samples.Tagged.class.getName()));
    assertThat(java("run", runner, folder.resolve("events").toString(), names.toString())).isEqualTo(1);
    return Events.read(folder.resolve("events")).stream().map(SuiteHostTest::inShort).toList();
  }

  @Test
  void aJvmThatIsOutOfMemoryEndsInTheMidstOfItsSuite() throws Exception {
    assertThat(runBefore("junit", Samples.OutOfMemory.class)).containsExactly("loaded ", "loaded ", "suite-start OutOfMemory");
    assertThat(folder.resolve("log")).content().contains("OutOfMemoryError: nothing left");
  }

  @ParameterizedTest
  @ValueSource(classes = {ScalaSamples.OutOfMemory.class, ScalaSamples.NoMemoryToStart.class})
  void soItDoesInScalaTest(Class<?> suite) throws Exception {
    assertThat(runBefore("scalatest", suite)).containsExactly("loaded ", "loaded ", "suite-start " + suite.getSimpleName());
    assertThat(folder.resolve("log")).content().contains("OutOfMemoryError: nothing left");
  }

  @Test
  void anErrorThatIsNotOfTheJvmAbortsItsSuiteOnly() throws Exception {
    Path names = Files.write(folder.resolve("names"),
        List.of(ScalaSamples.Unlinked.class.getName(), Samples.Tagged.class.getName(), ScalaSamples.Outcomes.class.getName()));
    assertThat(java("run", "scalatest", folder.resolve("events").toString(), names.toString())).isZero();
    List<JsonNode> events = Events.read(folder.resolve("events"));
    assertThat(events).extracting(SuiteHostTest::inShort).containsSubsequence("suite-start Unlinked", "suite-end Unlinked", "suite-start Tagged",
        "suite-end Tagged", "suite-start Outcomes", "test Outcomes good", "suite-end Outcomes", "end ");
    assertThat(events.get(3).get("aborted").asText()).contains("NoClassDefFoundError: a.Gone");
  }

  @Test
  void whatEndsTheHostItselfIsNoSuccess() throws Exception {
    assertThat(java("run", "junit", folder.resolve("events").toString(), folder.resolve("no-names").toString())).isEqualTo(1);
    assertThat(java("fly")).isEqualTo(1);
    assertThat(java()).isEqualTo(1);
  }

  @Test
  void theSuitesOfAFolderAreListed() throws Exception {
    Path file = folder.resolve("classes").resolve(Samples.Tagged.class.getName().replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    try (var in = Samples.class.getResourceAsStream("Samples$Tagged.class")) {
      Files.copy(in, file);
    }
    assertThat(java("list", folder.resolve("classes").toString(), folder.resolve("suites.json").toString())).isZero();
    assertThat(folder.resolve("suites.json")).hasContent("{\"org.flatplan.suites.Samples$Tagged\":\"junit\"}");
  }

  @Test
  void aFolderThatIsNotThereIsNotAnEmptyList() throws Exception {
    assertThat(java("list", folder.resolve("none").toString(), folder.resolve("suites.json").toString())).isNotZero();
    assertThat(folder.resolve("suites.json")).doesNotExist();
  }
}
