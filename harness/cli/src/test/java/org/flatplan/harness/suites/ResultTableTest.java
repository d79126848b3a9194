/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultTableTest {
  @TempDir
  Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("catalyst.tsv");
  }

  private List<SuiteResult> again(SuiteResult... results) throws IOException {
    ResultTable.write(file, List.of(results));
    return ResultTable.read(file);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    SuiteResult result = completed(suite("A"), ignored("a"), passed("b"));
    SuiteResult junit = completed(new SuiteId("catalyst", "a.J", SuiteId.Runner.JUNIT), passed("x"));
    assertThat(again(result, junit)).containsExactly(result, junit);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tab\there", "line\nfeed", "return\r\n", "back\\slash", "\\t no tab", "ends in \\",
      "\\\\n", "Zürich → 東京 😀", "\u2028\u0085\u000b", " ", "", "#", "\""})
  void anyNameOfATestComesBack(String name) throws IOException {
    assertThat(again(completed(suite("A"), passed(name)))).singleElement().extracting(SuiteResult::tests).isEqualTo(List.of(passed(name)));
  }

  @Test
  void theOrderOfTheResultsDoesNotMatter() throws IOException {
    SuiteResult one = completed(suite("A"), passed("a"), passed("b"));
    SuiteResult other = completed(suite("B"), passed("c"));
    ResultTable.write(file, List.of(one, other));
    String text = Files.readString(file);
    ResultTable.write(file, List.of(other, completed(suite("A"), passed("b"), passed("a"))));
    assertThat(file).hasContent(text);
    assertThat(text.lines().map(line -> line.replace("\t", "|"))).containsExactly("suite|runner|test|outcome|seconds|asked|merged|classes",
        "a.A|scalatest||completed|1.5|7|3|0123456789ab", "a.A|scalatest|a|passed|0.1", "a.A|scalatest|b|passed|0.1",
        "a.B|scalatest||completed|1.5|7|3|0123456789ab", "a.B|scalatest|c|passed|0.1");
  }

  @Test
  void aSuiteWithoutTestsAndLostSuitesStay() throws IOException {
    List<SuiteResult> read = again(completed(suite("A")), lost(suite("B"), SuiteResult.End.CRASHED, passed("a"), failed("b")),
        lost(suite("C"), SuiteResult.End.TIMEOUT), lost(suite("D"), SuiteResult.End.ABORTED));
    assertThat(read).extracting(SuiteResult::end).containsExactly(SuiteResult.End.COMPLETED, SuiteResult.End.CRASHED, SuiteResult.End.TIMEOUT,
        SuiteResult.End.ABORTED);
    assertThat(read).extracting(result -> result.tests().stream().map(SuiteResult.Test::name).toList())
        .containsExactly(List.of(), List.of("a", "b"), List.of(), List.of());
  }

  @Test
  void nothingIsLeftBesideTheTable() throws IOException {
    again(completed(suite("A")));
    again(completed(suite("B")));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "a.A\tscalatest\t\tcompleted\t1.5\t7\t3\tx\n"})
  void aTableWithoutTheLineOfItsColumnsIsRefused(String text) throws IOException {
    Files.writeString(file, text);
    assertThatThrownBy(() -> ResultTable.read(file)).isInstanceOf(UserError.class).hasMessageContaining("does not begin with the line of its columns");
  }

  @Test
  void aTestWhoseSuiteIsMissingIsNotThatOfTheSuiteBefore() throws IOException {
    ResultTable.write(file, List.of(completed(suite("A"), passed("a")), completed(suite("B"), passed("b"))));
    String whole = Files.readString(file);
    String torn = whole.replaceAll("a\\.B\tscalatest\t\t.*\n", "");
    assertThat(torn.lines().count()).isEqualTo(whole.lines().count() - 1);
    Files.writeString(file, torn);
    assertThatThrownBy(() -> ResultTable.read(file)).isInstanceOf(UserError.class).hasMessageContaining("cannot read 'a.B\tscalatest\tb\tpassed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<<<<<<< HEAD", "a.A\tscalatest\t\tcompleted\t1.5", "a.A\tscalatest\t\tfinished\t1.5\t7\t3\tx",
      "a.A\tspecs\t\tcompleted\t1.5\t7\t3\tx",
      "a.A\tscalatest\ta test before its suite\tpassed\t1.0"})
  void aLineThatIsNoneIsShown(String line) throws IOException {
    ResultTable.write(file, List.of());
    Files.writeString(file, Files.readString(file) + line + "\n");
    assertThatThrownBy(() -> ResultTable.read(file)).isInstanceOf(UserError.class).hasMessageContaining("cannot read '" + line + "'");
  }
}
