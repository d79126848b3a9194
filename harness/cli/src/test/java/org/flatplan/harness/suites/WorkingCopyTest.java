/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkingCopyTest {
  @TempDir
  Path folder;
  private Path original;
  private WorkingCopy copy;

  @BeforeEach
  void tree() throws IOException {
    original = folder.resolve("target/spark");
    copy = new WorkingCopy(original, folder.resolve("work-1"));
    write("pom.xml", "parent");
    write("sql/core/src/test/resources/data.csv", "1,2");
    write("sql/core/target/classes/A.class", "class");
    write("sql/core/target/tmp/old", "old");
    Files.createDirectories(original.resolve("sql/core/empty"));
  }

  private void write(String name, String text) throws IOException {
    Path file = original.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(copy.folder())) {
      return all.map(file -> copy.folder().relativize(file).toString()).sorted().toList();
    }
  }

  @Test
  void theTreeIsCopiedWithoutWhatIsBuilt() throws IOException {
    copy.make();
    assertThat(files()).containsExactly("", "pom.xml", "sql", "sql/core", "sql/core/empty", "sql/core/src", "sql/core/src/test",
        "sql/core/src/test/resources", "sql/core/src/test/resources/data.csv", "sql/core/target", "sql/core/target/tmp");
    assertThat(copy.folder().resolve("sql/core/src/test/resources/data.csv")).hasContent("1,2");
  }

  @Test
  void itIsMadeAnew() throws IOException {
    copy.make();
    List<String> before = files();
    Files.createDirectories(copy.folder().resolve("spark-warehouse/t"));
    Files.writeString(copy.folder().resolve("spark-warehouse/t/part-0"), "row");
    Files.writeString(copy.folder().resolve("pom.xml"), "changed");
    copy.make();
    assertThat(files()).isEqualTo(before);
    assertThat(copy.folder().resolve("pom.xml")).hasContent("parent");
    assertThat(original.resolve("pom.xml")).hasContent("parent");
  }

  @Test
  void itIsDeletedWhole() throws IOException {
    copy.make();
    Files.createSymbolicLink(copy.folder().resolve("link"), original);
    copy.delete();
    copy.delete();
    assertThat(copy.folder()).doesNotExist();
    assertThat(original.resolve("pom.xml")).exists();
  }

  @Test
  void valuesThatNameAnotherFolderStay() {
    assertThat(copy.rebased(original + "-other/x")).isEqualTo(original + "-other/x");
    assertThat(copy.rebased(original + ":" + original + "-other," + original + "/a;" + original))
        .isEqualTo(copy.folder() + ":" + original + "-other," + copy.folder() + "/a;" + copy.folder());
    Path odd = folder.resolve("a$1(b");
    assertThat(new WorkingCopy(odd, folder.resolve("c$2\\d")).rebased(odd + "/x")).isEqualTo(folder.resolve("c$2\\d") + "/x");
  }

  @Test
  void valuesThatNameTheOriginalNameTheCopy() {
    assertThat(copy.rebased(original + "/sql/core/target/tmp")).isEqualTo(copy.folder() + "/sql/core/target/tmp");
    assertThat(copy.rebased(List.of("-Dhome=" + original, "-ea"))).containsExactly("-Dhome=" + copy.folder(), "-ea");
    assertThat(copy.rebased(Map.of("spark.test.home", original.toString()))).containsExactly(Map.entry("spark.test.home", copy.folder().toString()));
  }
}
