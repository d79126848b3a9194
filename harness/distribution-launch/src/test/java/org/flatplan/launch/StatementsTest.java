/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementsTest {
  @Test
  void semicolonsInStringsAndCommentsEndNothing() {
    assertThat(Statements.split("SELECT 'a;b'; -- c; d\nSELECT /* ; */ `e;f`;\n;; -- g\n", true)).map(String::strip)
        .containsExactly("SELECT 'a;b'", "-- c; d\nSELECT /* ; */ `e;f`");
  }

  @Test
  void aScriptIsOneStatementWhereScriptsAreOn() {
    String script = "BEGIN SELECT 1; SELECT 2; END";
    assertThat(Statements.split(script, true)).containsExactly(script);
    assertThat(Statements.split(script, false)).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT 1;\n", "SELECT 1; -- done\n", "SELECT\n1;\n", "\n", "BEGIN SELECT 1; END;\n", "begin\nselect 1;\nend;\n"})
  void whatEndsWithAStatementIsComplete(String text) {
    assertThat(Statements.complete(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT 1\n", "SELECT 'a;\n", "SELECT 1 -- ;\n", "SELECT 1 /* ;\n", "SELECT 1; SELECT 2\n", "BEGIN SELECT 1;\n", "BEGIN SELECT 1; END\n"})
  void whatGoesOnIsNotComplete(String text) {
    assertThat(Statements.complete(text)).isFalse();
  }
}
