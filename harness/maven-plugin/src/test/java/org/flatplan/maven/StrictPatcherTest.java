package org.flatplan.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrictPatcherTest {
    private static final String PATH = "sql/core/src/main/scala/A.scala";
    private static final String HEAD = "Why.\n\n--- a/" + PATH + "\n+++ b/" + PATH + "\n";
    private static final String GOOD = HEAD + "@@ -2,3 +2,4 @@ object A\n two\n-three\n+3\n+3.5\n four\n";

    @TempDir
    Path tree;

    private StrictPatcher patcher;

    @BeforeEach
    void writeSource() throws IOException {
        Path file = tree.resolve(PATH);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "one\ntwo\nthree\nfour\nfive\nsix\n");
        patcher = new StrictPatcher(tree);
    }

    @Test
    void appliesExactHunks() throws IOException {
        patcher.apply("0001-a.patch", GOOD + "@@ -6 +7 @@\n-six\n+6\n");
        assertThat(patcher.result()).containsEntry(PATH, Optional.of("one\ntwo\n3\n3.5\nfour\nfive\n6\n"));
    }

    @Test
    void appliesPatchesOnTopOfEachOther() throws IOException {
        patcher.apply("0001-a.patch", GOOD);
        patcher.apply("0002-b.patch", HEAD + "@@ -3 +3 @@\n-3\n+drei\n");
        assertThat(patcher.result()).containsEntry(PATH, Optional.of("one\ntwo\ndrei\n3.5\nfour\nfive\nsix\n"));
    }

    @Test
    void addsAndDeletesFiles() throws IOException {
        patcher.apply("0001-a.patch", "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+x\n+y\n");
        patcher.apply("0002-b.patch", "--- a/new.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n");
        assertThat(patcher.result()).containsEntry("new.txt", Optional.empty());
    }

    @Test
    void refusesWrongContextLine() {
        refuses(GOOD.replace(" four\n", " fourth\n"), "hunk #1", "at line 4", "patch:  fourth", "source: four");
    }

    @Test
    void refusesWrongContextInLaterHunk() {
        refuses(GOOD + "@@ -6 +7 @@\n-sox\n+6\n", "hunk #2", "at line 6");
    }

    @Test
    void refusesWhiteSpaceDifference() {
        refuses(GOOD.replace(" four\n", " four \n"), "hunk #1", "at line 4");
    }

    @Test
    void refusesOffset() {
        refuses(HEAD + "@@ -3,3 +3,4 @@\n two\n-three\n+3\n+3.5\n four\n", "hunk #1", "an offset of -1");
    }

    @Test
    void refusesWrongOffsetOfTheResult() {
        refuses(GOOD + "@@ -6 +6 @@\n-six\n+6\n", "hunk #2", "ends up at line 7");
    }

    @Test
    void refusesReversedPatch() {
        refuses(HEAD + "@@ -2,4 +2,3 @@\n two\n-3\n-3.5\n+three\n four\n", "hunk #1", "applied or reversed");
    }

    @Test
    void refusesSecondApplication() throws IOException {
        patcher.apply("0001-a.patch", GOOD);
        refuses(GOOD, "hunk #1", "applied or reversed");
    }

    @Test
    void refusesUnknownFile() {
        refuses(GOOD.replace("A.scala", "B.scala"), "B.scala", "hunk #1", "no such file");
    }

    @Test
    void refusesNewFileThatIsThere() {
        refuses("--- /dev/null\n+++ b/" + PATH + "\n@@ -0,0 +1 @@\n+x\n", "hunk #1", "already applied");
    }

    @Test
    void refusesWrongCounts() {
        refuses(GOOD.replace("-2,3", "-2,4"), "hunk #1");
        refuses(GOOD.replace("-2,3 +2,4", "-2,2 +2,3"), "hunk #1");
    }

    @Test
    void refusesPatchWithoutChange() {
        refuses("only text\n", "changes no file");
    }

    @Test
    void refusesPathOutsideOfTheTree() {
        refuses(GOOD.replace(PATH, "../A.scala"), "stay in the tree");
    }

    @Test
    void readsMissingNewlineAtTheEnd() throws IOException {
        Files.writeString(tree.resolve("b"), "x\ny");
        patcher.apply("0001-a.patch", "--- a/b\n+++ b/b\n@@ -1,2 +1,2 @@\n x\n-y\n\\ No newline at end of file\n+z\n");
        assertThat(patcher.result()).containsEntry("b", Optional.of("x\nz\n"));
    }

    private void refuses(String patch, String... parts) {
        assertThatThrownBy(() -> patcher.apply("0009-x.patch", patch))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("0009-x.patch")
                .hasMessageContainingAll(parts);
    }
}
