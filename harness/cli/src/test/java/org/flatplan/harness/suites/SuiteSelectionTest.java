/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.flatplan.harness.cli.UserError;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SuiteSelectionTest {
  private static final List<SuiteId> ALL = IntStream.range(0, 10)
      .mapToObj(i -> new SuiteId(i < 7 ? "catalyst" : "sql", "a.S" + i, SuiteId.Runner.SCALATEST)).toList();

  @TempDir
  Path folder;

  @BeforeEach
  void tiers() throws IOException {
    Files.writeString(folder.resolve("smoke.txt"), "catalyst S0\nsql S7\n");
    Files.writeString(folder.resolve("core.txt"), "! catalyst S3\ncatalyst **\n");
  }

  private List<String> select(String... options) {
    SuiteSelection selection = new SuiteSelection();
    new CommandLine(selection).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(options);
    return selection.select(ALL, new Upstream(folder)).stream().map(SuiteId::name).toList();
  }

  @Test
  void withoutOptionsItIsSmoke() {
    assertThat(select()).containsExactly("a.S0", "a.S7");
  }

  @Test
  void aTierIsItsList() {
    assertThat(select("--tier", "core")).containsExactly("a.S0", "a.S1", "a.S2", "a.S4", "a.S5", "a.S6");
    assertThat(select("--tier", "full")).hasSize(10);
  }

  @Test
  void aSuiteIsLookedForInAllTiersUnlessOneIsNamed() {
    assertThat(select("--suite", "S3", "--suite", "a.S9")).containsExactly("a.S3", "a.S9");
    assertThatThrownBy(() -> select("--suite", "S3", "--tier", "core")).isInstanceOf(UserError.class).hasMessageContaining("no suite matches S3");
  }

  @Test
  void aModuleLeavesOutTheOthers() {
    assertThat(select("--tier", "full", "--module", "sql")).containsExactly("a.S7", "a.S8", "a.S9");
  }

  @Test
  void anUnknownModuleIsRefused() {
    assertThatThrownBy(() -> select("--module", "hvie")).isInstanceOf(UserError.class)
        .hasMessage("there is no module hvie; there are [catalyst, sql]");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 10})
  void shardsAreDisjointAndComplete(int parts) {
    List<String> all = new ArrayList<>();
    for (int part = 1; part <= parts; part++) {
      List<String> own = select("--tier", "full", "--shard", part + "/" + parts);
      assertThat(own.size()).isBetween(10 / parts, (10 + parts - 1) / parts);
      all.addAll(own);
    }
    assertThat(all).containsExactlyInAnyOrderElementsOf(ALL.stream().map(SuiteId::name).toList());
  }

  @Test
  void aChoiceOfNothingIsRefused() throws IOException {
    assertThat(select("--tier", "full", "--shard", "10/11")).containsExactly("a.S9");
    assertThatThrownBy(() -> select("--tier", "full", "--shard", "11/11")).isInstanceOf(UserError.class)
        .hasMessage("no suite is left of what --tier, --module, --suite and --shard choose together");
    assertThatThrownBy(() -> select("--tier", "core", "--module", "sql")).isInstanceOf(UserError.class).hasMessageContaining("no suite is left");
    Files.writeString(folder.resolve("smoke.txt"), "# none yet\n");
    assertThatThrownBy(() -> select()).isInstanceOf(UserError.class).hasMessageContaining("no suite is left");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0/2", "3/2", "2", "1/0", "a/b", "1/2/3", "-1/2", "1/9999999"})
  void aShardThatIsNoneIsRefused(String shard) {
    assertThatThrownBy(() -> select("--shard", shard)).isInstanceOf(UserError.class).hasMessageContaining("--shard").hasMessageContaining(shard);
  }
}
