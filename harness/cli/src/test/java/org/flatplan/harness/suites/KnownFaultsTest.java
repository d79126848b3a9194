/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.flatplan.harness.cli.UserError;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownFaultsTest {
  private static final String GOOD = """
      {"environment": [{"needs": "a Git checkout", "suites": ["catalyst a.A", "catalyst a.B"]}, {"needs": "docker", "suites": ["sql a.D"]}],
       "flaky": [{"module": "catalyst", "suite": "a.A", "test": "slow", "reason": "a race", "stockFailures": 1, "stockRuns": 4}],
       "differences": [{"module": "catalyst", "suite": "a.A", "test": "x", "rebuilt": "failed", "kind": "plan", "reason": "merged", "evidence": "run 1"},
                       {"module": "catalyst", "suite": "a.A", "test": "y", "rebuilt": "canceled", "kind": "plan", "reason": "merged", "evidence": "run 2"}]}
      """;

  @TempDir
  Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("known-faults.json");
  }

  private KnownFaults read(String json) throws IOException {
    return KnownFaults.read(Files.writeString(file, json));
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(String old, String replacement) {
    assertThat(GOOD).contains(old);
    return assertThatThrownBy(() -> read(GOOD.replace(old, replacement))).isInstanceOf(UserError.class).hasMessageContaining("known-faults.json");
  }

  @Test
  void whatIsKnownIsFound() throws IOException {
    KnownFaults known = read(GOOD);
    assertThat(known.lack(Sample.suite("B"))).isEqualTo("a Git checkout");
    assertThat(known.lack(Sample.suite("D"))).isNull();
    assertThat(known.flaky(Sample.suite("A"), "slow")).get().extracting(KnownFaults.Flaky::stockRuns).isEqualTo(4);
    assertThat(known.flaky(Sample.suite("B"), "slow")).isEmpty();
    assertThat(known.difference(Sample.suite("A"), "y")).get().extracting(KnownFaults.Difference::rebuilt, KnownFaults.Difference::evidence)
        .containsExactly("canceled", "run 2");
    assertThat(known.difference(Sample.suite("A"), "z")).isEmpty();
  }

  @Test
  void aListThatIsNotSortedIsRefusedWithItsOrder() {
    assertRefused("\"catalyst a.A\", \"catalyst a.B\"", "\"catalyst a.B\", \"catalyst a.A\"")
        .hasMessageContaining("the list a Git checkout").hasMessageEndingWith("the order is\n  catalyst a.A\n  catalyst a.B");
    assertRefused("a Git checkout", "the Git checkout").hasMessageContaining("the list environment");
    assertRefused("\"test\": \"x\"", "\"test\": \"z\"").hasMessageContaining("the list differences")
        .hasMessageEndingWith("\n  catalyst a.A y\n  catalyst a.A z");
  }

  @Test
  void anEntryTwiceIsRefused() {
    assertRefused("\"test\": \"x\"", "\"test\": \"y\"").hasMessageContaining("has an entry twice");
  }

  @ParameterizedTest
  @CsvSource({"\"stockFailures\": 1, \"stockFailures\": 0", "\"stockFailures\": 1, \"stockFailures\": 5", "a race, ' '"})
  void aFlakyTestWithoutAReasonOrAFailureOnStockIsRefused(String old, String replacement) {
    assertRefused(old, replacement).hasMessageContaining("catalyst a.A slow is called flaky without");
  }

  @ParameterizedTest
  @CsvSource({"run 2, ' '", "\"evidence\": \"run 2\", \"evidence\": \"\""})
  void aDifferenceWithoutEvidenceIsRefused(String old, String replacement) {
    assertRefused(old, replacement).hasMessageContaining("catalyst a.A y has no kind, reason or evidence");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"'\"flaky\":'|'\"flakey\":'", "', \"stockRuns\": 4'|''", "'\"reason\": \"a race\", '|''",
      "'\"evidence\": \"run 2\"'|'\"evidence\": null'",
      "'\"rebuilt\": \"failed\", '|''", "'\"kind\": \"plan\", '|''", "'\"stockRuns\": 4'|'\"stockRuns\": 4, \"since\": 1'"})
  void aFieldThatIsMissingOrUnknownIsRefused(String old, String replacement) {
    assertRefused(old, replacement).hasMessageContaining("cannot read");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"docker|' '", "docker|''", "'\"sql a.D\"'|''"})
  void aLackOfNothingOrOfNobodyIsRefused(String old, String replacement) {
    // A blank name sorts before the others.
    String first = "{\"needs\": \"a Git checkout\", \"suites\": [\"catalyst a.A\", \"catalyst a.B\"]}, ";
    assertThat(GOOD).contains(first, old);
    assertThatThrownBy(() -> read(GOOD.replace(first, "").replace(old, replacement))).isInstanceOf(UserError.class)
        .hasMessage("known-faults.json: an entry of the environment does not say what is missing, or who misses it");
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> KnownFaults.read(file)).isInstanceOf(UserError.class).hasMessageContaining("cannot read known-faults.json");
  }

  @Test
  void entriesWithoutASuiteAreFound() throws IOException {
    SuiteId other = new SuiteId("sql", "a.D", SuiteId.Runner.SCALATEST);
    assertThat(read(GOOD).withoutSuite(List.of(Sample.suite("A"), other))).containsExactly("catalyst a.B");
    assertThat(read(GOOD).withoutSuite(List.of(Sample.suite("A"), Sample.suite("B"), other))).isEmpty();
    assertThat(read(GOOD).withoutSuite(List.of())).containsExactly("catalyst a.A", "catalyst a.B", "sql a.D");
  }

  @Test
  void entriesOfEachListWithoutASuiteAreFound() {
    KnownFaults known = new KnownFaults(List.of(new KnownFaults.Lack("docker", List.of("sql a.Lacking"))),
        List.of(new KnownFaults.Flaky("sql", "a.Flaky", "t", "a race", 1, 4)),
        List.of(new KnownFaults.Difference("catalyst", "a.Different", "t", "failed", "plan", "merged", "run 1")));
    assertThat(known.withoutSuite(List.of())).containsExactly("catalyst a.Different", "sql a.Flaky", "sql a.Lacking");
    assertThat(known.withoutSuite(List.of(new SuiteId("catalyst", "a.Different", SuiteId.Runner.SCALATEST), new SuiteId("sql", "a.Flaky", SuiteId.Runner.JUNIT))))
        .containsExactly("sql a.Lacking");
  }
}
