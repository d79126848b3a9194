/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.flatplan.harness.cli.Flatplan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MicrobenchCommandTest {
  @Test
  void saysWhatIsNotBuiltAndLeavesNothing(@TempDir Path home) {
    StringWriter err = new StringWriter();
    CommandLine line = Flatplan.commandLine();
    line.setErr(new PrintWriter(err));
    assertThat(line.execute("microbench", "--home", home.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("run 'mvn package' first");
    assertThat(home).isEmptyDirectory();
  }
}
