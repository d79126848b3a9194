/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignatureComparisonTest {
  @TempDir
  Path folder;
  private Fixture fixture;

  @BeforeEach
  void setUp() throws IOException {
    fixture = new Fixture(folder);
  }

  private SignatureComparison compare(byte[] rebuilt) throws IOException {
    Path release = fixture.write("old.jar", Map.of("a/T.class", Fixture.type("a/T", "T.scala", "run", "$anonfun$run$1")));
    return SignatureComparison.of(fixture.write("new.jar", Map.of("a/T.class", rebuilt)), release);
  }

  @Test
  void aNewMethodIsListedAndNoProblem() throws IOException {
    SignatureComparison result = compare(Fixture.type("a/T", "T.scala", "run", "more", "$anonfun$run$1"));
    assertThat(result.problems()).isEmpty();
    assertThat(result.added()).singleElement().asString().contains("a.T.more()");
  }

  @Test
  void aMethodThatVanishesIsAProblem() throws IOException {
    assertThat(compare(Fixture.type("a/T", "T.scala", "other")).problems()).anyMatch(problem -> problem.contains("removed") && problem.contains("a.T.run()"));
  }

  @Test
  void theBodiesOfClosuresAreNobodysInterface() throws IOException {
    assertThat(compare(Fixture.type("a/T", "T.scala", "run", "$anonfun$run$2")).problems()).isEmpty();
  }

  @Test
  void aClassThatVanishesIsAProblem() throws IOException {
    assertThat(compare(Fixture.type("a/U", "U.scala")).removed()).contains("class a.T");
  }
}
