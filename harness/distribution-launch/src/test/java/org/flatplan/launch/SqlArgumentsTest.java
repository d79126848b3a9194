/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlArgumentsTest {
  @TempDir
  Path folder;

  @Test
  void everythingIsUnderstood() throws IOException {
    Path one = Files.writeString(folder.resolve("one"), "1");
    Path two = Files.writeString(folder.resolve("two"), "2");
    assertThat(SqlArguments.parse(List.of("-i", one.toString(), "-S", "-f", two.toString(), "-i", two.toString())))
        .isEqualTo(new SqlArguments(List.of(one, two), "2", true));
    assertThat(SqlArguments.parse(List.of("-e", "-S"))).isEqualTo(new SqlArguments(List.of(), "-S", false));
    assertThat(SqlArguments.parse(List.of())).isEqualTo(new SqlArguments(List.of(), null, false));
  }

  @ParameterizedTest
  @CsvSource({"-e a -e b,'-e and -f may be given once, and not both'", "-f,-f needs a value", "-f /no/such/file,no such file: /no/such/file",
      "--database x,unknown argument --database"})
  void whatIsWrongIsSaid(String arguments, String message) {
    assertThatThrownBy(() -> SqlArguments.parse(List.of(arguments.split(" ")))).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
