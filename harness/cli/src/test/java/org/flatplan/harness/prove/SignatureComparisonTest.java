/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

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

  private List<String> problemsWithout(int classAccess, int methodAccess, String method) throws IOException {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT | classAccess, "a/T", null, "java/lang/Object", null);
    writer.visitMethod(methodAccess | Opcodes.ACC_ABSTRACT, method, "()V", null, null).visitEnd();
    writer.visitEnd();
    ClassWriter without = new ClassWriter(0);
    without.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT | classAccess, "a/T", null, "java/lang/Object", null);
    without.visitEnd();
    return SignatureComparison.of(fixture.write("new.jar", Map.of("a/T.class", without.toByteArray())),
        fixture.write("old.jar", Map.of("a/T.class", writer.toByteArray()))).problems();
  }

  @Test
  void aPrivateMethodIsNobodysInterface() throws IOException {
    assertThat(problemsWithout(0, Opcodes.ACC_PRIVATE, "look")).isEmpty();
    assertThat(problemsWithout(0, Opcodes.ACC_PROTECTED, "look")).isNotEmpty();
  }

  @Test
  void aPrivateMethodThatTheCompilerWidenedIsNobodysInterfaceUnlessATraitHasIt() throws IOException {
    assertThat(problemsWithout(0, Opcodes.ACC_PUBLIC, "a$T$$look")).isEmpty();
    assertThat(problemsWithout(0, Opcodes.ACC_PUBLIC, "a$Other$$look")).isNotEmpty();
    assertThat(problemsWithout(Opcodes.ACC_INTERFACE, Opcodes.ACC_PUBLIC, "a$T$$look")).isNotEmpty();
  }

  @Test
  void aClassThatVanishesIsAProblem() throws IOException {
    assertThat(compare(Fixture.type("a/U", "U.scala")).removed()).contains("class a.T");
  }
}
