/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SuiteForksTest {
  private static final Timings NEVER_TIMED = new Timings(Map.of());

  @TempDir
  Path folder;

  private static SuiteId id(String module, String name, SuiteId.Runner runner) {
    return new SuiteId(module, name, runner);
  }

  private static List<String> groups(List<SuiteId> suites, int size) {
    return SuiteForks.group(suites, size, NEVER_TIMED).stream().map(group -> group.get(0).module() + " " + group.get(0).runner() + " "
        + String.join(",", group.stream().map(SuiteId::name).toList())).toList();
  }

  @Test
  void aGroupIsOfOneModuleAndRunner() {
    List<SuiteId> suites = List.of(id("sql", "D", SuiteId.Runner.SCALATEST), id("sql", "C", SuiteId.Runner.JUNIT),
        id("catalyst", "B", SuiteId.Runner.SCALATEST), id("sql", "A", SuiteId.Runner.SCALATEST), id("catalyst", "J", SuiteId.Runner.JUNIT));
    assertThat(groups(suites, 25)).containsExactly("sql SCALATEST A,D", "catalyst SCALATEST B", "catalyst JUNIT J", "sql JUNIT C");
  }

  @Test
  void aGroupIsNoLargerThanItMay() {
    List<SuiteId> suites = IntStream.range(0, 5).mapToObj(i -> id("sql", "S" + i, SuiteId.Runner.SCALATEST)).toList();
    assertThat(groups(suites, 2)).containsExactly("sql SCALATEST S0,S1", "sql SCALATEST S2,S3", "sql SCALATEST S4");
    assertThat(groups(suites, 5)).containsExactly("sql SCALATEST S0,S1,S2,S3,S4");
    assertThat(groups(suites, 1)).hasSize(5);
  }

  @Test
  void aLongSuiteIsAloneAndTheLongestComeFirst() {
    Map<SuiteId, SuiteResult> known = new HashMap<>();
    for (Map.Entry<String, Long> each : Map.of("A", 1_000L, "B", 120_001L, "C", 120_000L, "D", 500_000L).entrySet()) {
      SuiteId suite = id("sql", each.getKey(), SuiteId.Runner.SCALATEST);
      known.put(suite, new SuiteResult(suite, SuiteResult.End.COMPLETED, each.getValue(), null, "", 0, 0, List.of()));
    }
    List<SuiteId> suites = new ArrayList<>(known.keySet());
    suites.add(id("sql", "Untimed", SuiteId.Runner.SCALATEST));
    assertThat(SuiteForks.group(suites, 25, new Timings(known)).stream().map(group -> String.join(",", group.stream().map(SuiteId::name).toList())))
        .containsExactly("D", "A,C,Untimed", "B");
  }

  @Test
  @Timeout(40)
  void theFirstJvmThatCannotRunEndsTheOthersAtOnce() throws Exception {
    SuitesClone clone = new SuitesClone(folder.toRealPath()).scalatest("catalyst", "a.Slow").scalatest("sql", "a.One", "a.Two");
    clone.layOut();
    SuiteLayout layout = SuiteLayout.read(clone.root.resolve("harness/upstream-suites/target/layout.json"));
    // The first one goes on for long, the second one is of a module that is not laid out.
    List<SuiteId> suites = List.of(id("catalyst", "a.Slow", SuiteId.Runner.SCALATEST), id("hive", "a.Zero", SuiteId.Runner.SCALATEST),
        id("sql", "a.One", SuiteId.Runner.SCALATEST), id("sql", "a.Two", SuiteId.Runner.SCALATEST));
    RunFolder results = new RunFolder(clone.output().resolve("rebuilt"));
    SuiteForks forks = new SuiteForks(layout, Target.REBUILT, new TestedClasses(layout, Target.REBUILT), results,
        clone.root.resolve("harness/suite-host/target/flatplan-suite-host.jar"), new SuiteForks.Settings(2, 1, Duration.ofMinutes(5)), NEVER_TIMED,
        new Progress(new PrintWriter(new StringWriter()), suites, NEVER_TIMED, 2));
    assertThatThrownBy(() -> forks.run(suites)).isInstanceOf(UserError.class).hasMessageContaining("there is no module hive");
    assertThat(results.results()).isEmpty();
    try (Stream<ProcessHandle> children = ProcessHandle.current().children()) {
      assertThat(children.filter(child -> child.info().commandLine().orElse("").contains(clone.root.toString()))).isEmpty();
    }
  }

  @Test
  void eachSuiteIsInOneGroup() {
    List<SuiteId> suites = IntStream.range(0, 40).mapToObj(i -> id(i % 3 == 0 ? "sql" : "catalyst", "S" + i,
        i % 5 == 0 ? SuiteId.Runner.JUNIT : SuiteId.Runner.SCALATEST)).toList();
    assertThat(SuiteForks.group(suites, 7, NEVER_TIMED).stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(suites);
    assertThat(SuiteForks.group(List.of(), 7, NEVER_TIMED)).isEmpty();
    assertThat(SuiteForks.group(suites, 7, NEVER_TIMED)).allSatisfy(group -> assertThat(group).hasSizeBetween(1, 7));
  }
}
