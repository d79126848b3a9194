/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.flatplan.harness.cli.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuitePatternsTest {
  private static final List<SuiteId> ALL = List.of(id("sql", "o.s.DataFrameSuite"), id("catalyst", "o.s.opt.FoldSuite"),
      id("catalyst", "o.s.opt.PruneSuite"), id("catalyst", "o.s.RowSuite"));

  private static SuiteId id(String module, String name) {
    return new SuiteId(module, name, SuiteId.Runner.SCALATEST);
  }

  private static List<String> select(String... lines) {
    return SuitePatterns.parse("smoke.txt", List.of(lines)).select(ALL).stream().map(SuiteId::toString).toList();
  }

  @ParameterizedTest
  @CsvSource({
      "a.b.FooSuite,  a.b.FooSuite,    true",
      "a.b.FooSuite,  a.b.FooSuiteX,   false",
      "a.b.FooSuite,  x.a.b.FooSuite,  false",
      "a.b.FooSuite,  aXb.FooSuite,    false",
      "a.*.FooSuite,  a.b.FooSuite,    true",
      "a.*.FooSuite,  a.b.c.FooSuite,  false",
      "a.b.*,         a.b.FooSuite,    true",
      "a.b.*,         a.b.c.FooSuite,  false",
      "a.**,          a.b.c.FooSuite,  true",
      "a.**.FooSuite, a.b.c.FooSuite,  true",
      "a.**.FooSuite, a.b.c.BarSuite,  false",
      "**Suite,       a.b.FooSuite,    true",
      "**Suite,       a.b.FooTest,     false",
      "FooSuite,      a.b.FooSuite,    true",
      "FooSuite,      FooSuite,        true",
      "FooSuite,      a.b.MyFooSuite,  false",
      "Foo*,          a.b.FooSuite,    true",
      "Foo*,          a.Foo.BarSuite,  false",
      "*Foo*,         a.b.MyFooSuite,  true",
      "a.Foo$Bar,     a.Foo$Bar,       true",
      "a.Foo$*,       a.Foo$Bar,       true",
      "a.Foo$*,       a.FooBar,        false",
      "***Suite,      a.b.FooSuite,    true",
      "a.***.FooSuite, a.b.c.FooSuite, true",
      "a.****,        b.FooSuite,      false",
      "a.F[o]+,       a.Foo,           false",
      "a.F(o|x)?,     a.F(o|x)?,       true",
  })
  void aPatternMatchesWholeNames(String pattern, String name, boolean matches) {
    assertThat(SuitePatterns.glob(pattern).matcher(name).matches()).isEqualTo(matches);
  }

  @Test
  void aLineTakesSuitesOfItsModuleOnly() {
    assertThat(select("catalyst o.s.*", "sql **")).containsExactly("catalyst o.s.RowSuite", "sql o.s.DataFrameSuite");
  }

  @Test
  void anExclusionLeavesOut() {
    assertThat(select("! catalyst PruneSuite", "catalyst **")).containsExactly("catalyst o.s.RowSuite", "catalyst o.s.opt.FoldSuite");
  }

  @Test
  void commentsAndEmptyLinesAreSkipped() {
    assertThat(select("# why", "", "  catalyst RowSuite", "   # sql **", "sql **  ")).containsExactly("catalyst o.s.RowSuite", "sql o.s.DataFrameSuite");
  }

  @Test
  void anUnsortedListIsRefusedWithItsOrder() {
    assertThatThrownBy(() -> select("sql **", "catalyst RowSuite", "! catalyst FoldSuite")).isInstanceOf(UserError.class)
        .hasMessage("smoke.txt is not sorted, or has a line twice; it should be:\n  ! catalyst FoldSuite\n  catalyst RowSuite\n  sql **");
  }

  @Test
  void aLineTwiceIsRefused() {
    assertThatThrownBy(() -> select("sql **", "sql **")).isInstanceOf(UserError.class).hasMessageEndingWith("it should be:\n  sql **");
  }

  @Test
  void aLineThatMatchesNothingIsRefused() {
    assertThatThrownBy(() -> select("catalyst DataFrameSuite", "sql **")).isInstanceOf(UserError.class)
        .hasMessageContaining("no suite matches 'catalyst DataFrameSuite'");
    assertThatThrownBy(() -> select("! sql GoneSuite", "sql **")).isInstanceOf(UserError.class)
        .hasMessageContaining("no suite matches '! sql GoneSuite'");
  }

  @Test
  void aLineOfOneOrThreeWordsIsRefused() {
    assertThatThrownBy(() -> select("catalyst")).isInstanceOf(UserError.class).hasMessageContaining("'catalyst' is not 'module pattern'");
    assertThatThrownBy(() -> select("catalyst RowSuite # why")).isInstanceOf(UserError.class).hasMessageContaining("is not 'module pattern'");
  }

  @Test
  void aMissingListIsNamed() {
    assertThatThrownBy(() -> SuitePatterns.read(Path.of("no/such.txt"))).isInstanceOf(UserError.class).hasMessageContaining("such.txt");
  }
}
