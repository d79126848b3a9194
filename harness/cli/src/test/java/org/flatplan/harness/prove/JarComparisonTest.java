/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JarComparisonTest {
  private static final String EDITED = "sql/catalyst/src/main/scala/a/Edited.scala";

  @TempDir
  Path folder;
  private Fixture fixture;

  @BeforeEach
  void setUp() throws IOException {
    fixture = new Fixture(folder);
  }

  private Difference only(String entry) throws IOException {
    return fixture.compare().differences().stream().filter(each -> each.entry().equals(entry)).findFirst().orElseThrow();
  }

  @Test
  void equalBytesAreIdentical() throws IOException {
    JarComparison result = fixture.compare();
    assertThat(result.counts().get(Category.IDENTICAL)).containsEntry("class", 2).containsEntry("directory", 1);
    assertThat(result.identicalClasses()).containsEntry("a", 2);
    assertThat(result.problems()).isEmpty();
  }

  @Test
  void aChangedClassOfAPatchedSourceNamesThePatch() throws IOException {
    fixture.rebuilt.put("a/Edited.class", Fixture.type("a/Edited", "Edited.scala", "run", "more"));
    fixture.patch("0001-x.patch", EDITED);
    fixture.series("0001-x.patch\n");
    assertThat(only("a/Edited.class").category()).isEqualTo(Category.PATCHED);
    assertThat(only("a/Edited.class").explainedBy()).containsExactly("0001-x.patch");
  }

  @Test
  void aNewClassOfAPatchedSourceNamesThePatch() throws IOException {
    fixture.rebuilt.put("a/Edited$1.class", Fixture.type("a/Edited$1", "Edited.scala"));
    fixture.patch("0001-x.patch", EDITED);
    fixture.series("0001-x.patch\n");
    assertThat(only("a/Edited$1.class").category()).isEqualTo(Category.PATCHED);
    assertThat(only("a/Edited$1.class").change()).isEqualTo("new");
  }

  @Test
  void aScalaSourceMayDeclareAnotherPackageThanItsFolder() throws IOException {
    fixture.sources.put("a/Edited.scala", Fixture.bytes("/* package z */\npackage b\npackage c\n\nclass Edited\n"));
    fixture.release.put("b/c/Edited.class", Fixture.type("b/c/Edited", "Edited.scala"));
    fixture.rebuilt.put("b/c/Edited.class", Fixture.type("b/c/Edited", "Edited.scala", "more"));
    fixture.rebuilt.put("z/Edited.class", Fixture.type("z/Edited", "Edited.scala"));
    fixture.patch("0001-x.patch", EDITED);
    fixture.series("0001-x.patch\n");
    assertThat(only("b/c/Edited.class").category()).isEqualTo(Category.PATCHED);
    assertThat(only("z/Edited.class").category()).isEqualTo(Category.UNEXPLAINED);
  }

  @Test
  void theSamePathInAnotherModuleExplainsNothing() throws IOException {
    fixture.rebuilt.put("a/Edited.class", Fixture.type("a/Edited", "Edited.scala", "more"));
    fixture.patch("0001-x.patch", "sql/core/src/main/scala/a/Edited.scala");
    fixture.series("0001-x.patch\n");
    assertThat(only("a/Edited.class").category()).isEqualTo(Category.UNEXPLAINED);
  }

  @Test
  void aNewClassOfJavaSrcNamesTheSource() throws IOException {
    fixture.java("a/b/Rule.java");
    fixture.rebuilt.put("a/b/", new byte[0]);
    fixture.rebuilt.put("a/b/Rule$State.class", Fixture.type("a/b/Rule$State", "Rule.java"));
    assertThat(only("a/b/Rule$State.class").category()).isEqualTo(Category.ADDED);
    assertThat(only("a/b/Rule$State.class").explainedBy()).containsExactly("a/b/Rule.java");
    assertThat(only("a/b/").category()).isEqualTo(Category.ADDED);
  }

  @Test
  void javaSrcMayNotReplaceAClassOfTheRelease() throws IOException {
    fixture.java("a/Same.java");
    fixture.rebuilt.put("a/Same.class", Fixture.type("a/Same", "Same.java"));
    assertThat(only("a/Same.class").category()).isEqualTo(Category.UNEXPLAINED);
    assertThat(only("a/Same.class").detail()).contains("replaces a class of the release");
  }

  @Test
  void aChangedClassWithoutPatchIsUnexplained() throws IOException {
    fixture.rebuilt.put("a/Same.class", Fixture.type("a/Same", "Same.scala", "other"));
    JarComparison result = fixture.compare();
    assertThat(result.count(Category.UNEXPLAINED)).isEqualTo(1);
    assertThat(result.problems()).singleElement().asString().startsWith("unexplained: a/Same.class").contains("a/Same.scala");
  }

  @Test
  void aClassWithoutSourceOrOutOfPlaceIsUnexplained() throws IOException {
    fixture.java("a/Rule.java");
    fixture.rebuilt.put("a/Nameless.class", Fixture.type("a/Nameless", null));
    fixture.rebuilt.put("x/Rule.class", Fixture.type("a/Rule", "Rule.java"));
    fixture.rebuilt.put("a/Broken.class", new byte[] {1, 2, 3});
    assertThat(only("a/Nameless.class").category()).isEqualTo(Category.UNEXPLAINED);
    assertThat(only("x/Rule.class").category()).isEqualTo(Category.UNEXPLAINED);
    assertThat(only("a/Broken.class").category()).isEqualTo(Category.UNEXPLAINED);
  }

  @Test
  void whatTheRebuildLacksIsMissingEvenIfPatched() throws IOException {
    fixture.patch("0001-x.patch", EDITED);
    fixture.series("0001-x.patch\n");
    fixture.rebuilt.remove("a/Edited.class");
    fixture.release.put("a/data.txt", Fixture.bytes("x"));
    assertThat(only("a/Edited.class").category()).isEqualTo(Category.MISSING);
    assertThat(fixture.compare().problems()).hasSize(2).allMatch(problem -> problem.startsWith("missing: "));
  }

  @Test
  void anAnonymousFunctionMayGoWithAPatchOfItsSource() throws IOException {
    fixture.release.put("a/Edited$$anonfun$4.class", Fixture.type("a/Edited$$anonfun$4", "Edited.scala", "apply"));
    fixture.release.put("a/Edited$Named.class", Fixture.type("a/Edited$Named", "Edited.scala", "apply"));
    fixture.release.put("a/Same$$anonfun$1.class", Fixture.type("a/Same$$anonfun$1", "Same.scala", "apply"));
    fixture.patch("0001-x.patch", EDITED);
    fixture.series("0001-x.patch\n");
    assertThat(only("a/Edited$$anonfun$4.class").category()).isEqualTo(Category.PATCHED);
    assertThat(only("a/Edited$$anonfun$4.class").change()).isEqualTo("gone");
    assertThat(only("a/Edited$Named.class").category()).isEqualTo(Category.MISSING);
    assertThat(only("a/Same$$anonfun$1.class").category()).isEqualTo(Category.MISSING);
  }

  @Test
  void resourcesAreJudgedLikeClasses() throws IOException {
    fixture.both("a/changed.txt", "new", "old");
    fixture.both("a/edited.txt", "new", "old");
    fixture.rebuilt.put("a/stray.txt", Fixture.bytes("x"));
    fixture.patch("0001-x.patch", "sql/catalyst/src/main/resources/a/edited.txt");
    fixture.series("0001-x.patch\n");
    assertThat(only("a/changed.txt").category()).isEqualTo(Category.UNEXPLAINED);
    assertThat(only("a/edited.txt").category()).isEqualTo(Category.PATCHED);
    assertThat(only("a/stray.txt").category()).isEqualTo(Category.UNEXPLAINED);
  }

  @Test
  void aDirectoryWithoutExplainedEntryIsUnexplained() throws IOException {
    fixture.rebuilt.put("empty/", new byte[0]);
    assertThat(only("empty/").category()).isEqualTo(Category.UNEXPLAINED);
  }

  @Test
  void anEntryThatOccursTwiceIsAProblem() throws IOException {
    fixture.rebuilt.put("a/twin1.txt", Fixture.bytes("x"));
    fixture.rebuilt.put("a/twin2.txt", Fixture.bytes("x"));
    Path jar = fixture.write("twins.jar", fixture.rebuilt);
    String raw = new String(Files.readAllBytes(jar), StandardCharsets.ISO_8859_1).replace("a/twin2.txt", "a/twin1.txt");
    Files.write(jar, raw.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(JarContents.read(jar).duplicates()).containsExactly("a/twin1.txt");
  }
}
