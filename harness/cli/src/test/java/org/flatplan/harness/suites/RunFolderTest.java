/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.harness.suites.Sample.canceled;
import static org.flatplan.harness.suites.Sample.completed;
import static org.flatplan.harness.suites.Sample.failed;
import static org.flatplan.harness.suites.Sample.ignored;
import static org.flatplan.harness.suites.Sample.lost;
import static org.flatplan.harness.suites.Sample.passed;
import static org.flatplan.harness.suites.Sample.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
  @TempDir
  Path folder;

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void withoutARunThereAreNoResults() throws IOException {
    assertThat(new RunFolder(folder.resolve("none")).results()).isEmpty();
  }

  @Test
  void whatIsSavedIsThere() throws IOException {
    SuiteResult one = completed(suite("A"), passed("x\ty → 東京"), failed("b"), canceled("c"), ignored("d"));
    SuiteResult other = lost(new SuiteId("sql", "a.A", SuiteId.Runner.JUNIT), SuiteResult.End.TIMEOUT, passed("x"));
    new RunFolder(folder).save(other);
    new RunFolder(folder).save(one);
    assertThat(new RunFolder(folder).results()).containsExactly(Map.entry(one.suite(), one), Map.entry(other.suite(), other));
  }

  @Test
  void theLastResultOfASuiteCounts() throws IOException {
    RunFolder run = new RunFolder(folder);
    run.save(lost(suite("A"), SuiteResult.End.CRASHED));
    run.save(completed(suite("A"), passed("x")));
    assertThat(run.results().values()).containsExactly(completed(suite("A"), passed("x")));
    assertThat(files()).extracting(file -> file.getFileName().toString()).containsExactlyInAnyOrder("a.A.json", "TEST-a.A.xml");
  }

  @Test
  void suitesOfOneNameInTwoModulesHaveAReportEach() throws IOException {
    RunFolder run = new RunFolder(folder);
    run.save(completed(suite("A"), passed("x")));
    run.save(completed(new SuiteId("sql", "a.A", SuiteId.Runner.SCALATEST), passed("y")));
    assertThat(run.junit().resolve("catalyst/TEST-a.A.xml")).content().contains("\"x\"");
    assertThat(run.junit().resolve("sql/TEST-a.A.xml")).content().contains("\"y\"");
    run.remove(suite("A"));
    assertThat(run.junit().resolve("catalyst/TEST-a.A.xml")).doesNotExist();
    assertThat(run.junit().resolve("sql/TEST-a.A.xml")).exists();
  }

  @Test
  void aFileThatIsHalfWrittenDoesNotCount() throws IOException {
    RunFolder run = new RunFolder(folder);
    run.save(completed(suite("A"), passed("x")));
    Path whole = files().stream().filter(file -> file.toString().endsWith(".json")).findFirst().orElseThrow();
    Files.writeString(whole.resolveSibling("a.B.json.partial"), "{\"suite\"");
    assertThat(run.results()).containsOnlyKeys(suite("A"));
  }

  @Test
  void whatIsRemovedIsGoneWithItsReport() throws IOException {
    RunFolder run = new RunFolder(folder);
    run.save(completed(suite("A"), passed("x")));
    run.save(completed(suite("B"), passed("x")));
    run.remove(suite("A"));
    run.remove(suite("Never"));
    assertThat(run.results()).containsOnlyKeys(suite("B"));
    assertThat(files()).hasSize(2).noneMatch(file -> file.toString().contains("a.A"));
  }
}
