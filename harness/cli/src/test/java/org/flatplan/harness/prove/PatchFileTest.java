/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatchFileTest {
  @TempDir
  Path folder;

  @Test
  void countsHunksAndLinesOfEachFile() {
    PatchFile patch = PatchFile.parse("0001-x.patch", "00", """
        Subject: [PATCH 1/2] wire it

        --- a/x/One.scala\t2026
        +++ b/x/One.scala
        @@ -1,3 +1,4 @@ object One
         a
        --- not a header
        +++ b/nor/this
        +c
         d
        @@ -9 +10 @@
        -x
        +y
        --- /dev/null
        +++ b/x/Two.java
        @@ -0,0 +1 @@
        +z
        """);
    assertThat(patch.subject()).isEqualTo("wire it");
    assertThat(patch.targets()).containsExactly(new PatchFile.Target("x/One.scala", 2, 3, 2), new PatchFile.Target("x/Two.java", 1, 1, 0));
  }

  @Test
  void theSeriesIsCheckedAgainstTheFolder() throws IOException {
    Files.writeString(folder.resolve("series"), "# order\n0001-a.patch # first\n0002-gone.patch\n0001-a.patch\n");
    Files.writeString(folder.resolve("0001-a.patch"), "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n");
    Files.writeString(folder.resolve("0003-stray.patch"), "");
    PatchSeries series = PatchSeries.read(folder);
    assertThat(series.patches()).extracting(PatchFile::name).containsExactly("0001-a.patch");
    assertThat(series.problems()).containsExactly("series names 0002-gone.patch, but there is no such file", "series names 0001-a.patch twice",
        "patch 0003-stray.patch is not in series");
  }

  @Test
  void aPatchWithoutHunkIsAProblem() throws IOException {
    Files.writeString(folder.resolve("series"), "0001-a.patch\n");
    Files.writeString(folder.resolve("0001-a.patch"), "nothing\n");
    assertThat(PatchSeries.read(folder).problems()).singleElement().asString().contains("0001-a.patch has no hunk");
  }
}
