/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flatplan.harness.cli.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MavenProgramTest {
  private static final String BEGIN = "[ERROR] Failed to execute goal on project x: Could not resolve dependencies for project org.x:x:pom:1: ";

  @TempDir
  Path folder;

  /** As Maven 3.8, 3.9 and 4 say it. */
  @ParameterizedTest
  @ValueSource(strings = {
      BEGIN + "Could not find artifact g.h:a_2.13:jar:1.0 in central (https://repo.example.com/maven2) -> [Help 1]",
      BEGIN + "g.h:a_2.13:jar:1.0 was not found in https://repo.example.com during a previous attempt. -> [Help 1]",
      BEGIN + "Failure to find g.h:a_2.13:jar:1.0 in https://repo.example.com was cached -> [Help 1]",
      BEGIN + "Cannot access central (https://repo.example.com) in offline mode and the artifact g.h:a_2.13:jar:1.0 has not been downloaded before. -> [Help 1]",
      BEGIN + "The following artifacts could not be resolved: g.h:a_2.13:jar:1.0, g.h:b:jar:1.0: Could not find -> [Help 1]",
      "[ERROR] Failed to execute goal on project x: Could not resolve dependencies for project org.x:x:pom:1\n"
          + "[ERROR] dependency: g.h:a_2.13:jar:1.0 (compile)\n[ERROR] \tCould not find artifact g.h:a_2.13:jar:1.0 in central (https://repo.example.com)\n"})
  void theArtifactIsNamed(String output) {
    assertThat(MavenProgram.reason("[INFO] x\n\u001B[1m" + output, 1)).startsWith("Maven does not find g.h:a_2.13:jar:1.0; ").doesNotContain("example.com");
  }

  @Test
  void offlineIsTheReasonWhereItIs() {
    assertThat(MavenProgram.reason(BEGIN + "Cannot access central (https://x) in offline mode and the artifact g:a:jar:1 has not been downloaded", 1))
        .isEqualTo("Maven does not find g:a:jar:1; run again without --offline");
  }

  @Test
  void anotherErrorIsToldAsItIs() {
    assertThat(MavenProgram.reason("[INFO] x\n[ERROR] Unknown lifecycle at https://x.example.com/y\n", 1))
        .isEqualTo("Maven failed with 1: Unknown lifecycle at the repository");
    assertThat(MavenProgram.reason("", 137)).isEqualTo("Maven failed with 137: it printed no error");
  }

  @Test
  void withoutAMavenTheNextStepIsSaid() {
    assertThatThrownBy(() -> MavenProgram.find(Map.of("PATH", folder.toString()), List.of())).isInstanceOf(UserError.class)
        .hasMessage("there is no mvn: set MAVEN_HOME or put Maven 3.8 or later on the PATH");
    assertThatThrownBy(() -> MavenProgram.find(Map.of("MAVEN_HOME", folder.toString()), List.of())).isInstanceOf(UserError.class)
        .hasMessageContaining("which has no bin/mvn");
  }
}
