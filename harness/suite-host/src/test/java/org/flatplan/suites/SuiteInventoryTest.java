/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.scalatest.DoNotDiscover;
import org.scalatest.funsuite.AnyFunSuite;

class SuiteInventoryTest {
  @TempDir
  Path folder;

  /** A suite of the other kind. */
  public static class Scala extends AnyFunSuite {
  }

  /** Nothing can make it. */
  public static class WithArgument extends AnyFunSuite {
    /** It wants something. */
    public WithArgument(String argument) {
    }
  }

  /** Only others extend it. */
  public abstract static class Base extends AnyFunSuite {
  }

  /** Says itself that it is none. */
  @DoNotDiscover
  public static class Hidden extends AnyFunSuite {
  }

  private static class Private extends AnyFunSuite {
  }

  private void copy(Class<?> type, String name) throws IOException {
    Path file = folder.resolve(name.replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
      Files.copy(in, file);
    }
  }

  private void copy(Class<?>... types) throws IOException {
    for (Class<?> type : types) {
      copy(type, type.getName());
    }
  }

  @Test
  void suitesOfBothKindsAreFound() throws IOException {
    copy(Samples.Outcomes.class, Samples.NoSuite.class, Scala.class);
    Files.writeString(folder.resolve("log4j2.properties"), "");
    assertThat(SuiteInventory.of(folder)).containsExactly(Map.entry(Samples.Outcomes.class.getName(), "junit"), Map.entry(Scala.class.getName(), "scalatest"));
  }

  @Test
  void aNestedClassIsPartOfItsSuite() throws IOException {
    copy(Samples.Names.class, Samples.Names.One.class, Samples.Names.One.Deeper.class, Samples.Names.Two.class);
    assertThat(SuiteInventory.of(folder)).containsOnlyKeys(Samples.Names.class.getName());
  }

  @Test
  void whatTheRunnerWouldNotStartIsNoSuite() throws IOException {
    copy(WithArgument.class, Base.class, Hidden.class, Private.class);
    assertThat(SuiteInventory.of(folder)).isEmpty();
  }

  @Test
  void aClassThatCannotBeLoadedDoesNotGoUnseen() throws IOException {
    copy(Samples.NoSuite.class, "a.Renamed");
    assertThatThrownBy(() -> SuiteInventory.of(folder)).isInstanceOf(IllegalStateException.class).hasMessageContaining("cannot load a.Renamed");
  }

  @Test
  void aFolderThatIsNotThereIsAnError() {
    assertThatThrownBy(() -> SuiteInventory.of(folder.resolve("none"))).isInstanceOf(IOException.class);
  }
}
