package org.flatplan.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesTest {
    @TempDir
    Path folder;

    @Test
    void readsNamesInOrder() throws IOException {
        write("b.patch", "a.patch");
        series("# order\nb.patch\n\na.patch\n");
        assertThat(Series.read(folder).names()).containsExactly("b.patch", "a.patch");
    }

    @Test
    void copiesUnderNamesThatSortLikeTheSeries() throws IOException {
        write("b.patch", "a.patch");
        series("b.patch\na.patch\n");
        Path target = folder.resolve("ordered");
        Series.read(folder).copyInOrder(target);
        assertThat(Series.patchFiles(target)).containsExactly("0001-b.patch", "0002-a.patch");
    }

    @Test
    void refusesEntryWithoutFile() throws IOException {
        series("a.patch\n");
        refuses("a.patch", "no such file");
    }

    @Test
    void refusesFileWithoutEntry() throws IOException {
        write("a.patch");
        series("");
        refuses("a.patch", "missing from");
    }

    @Test
    void refusesDuplicate() throws IOException {
        write("a.patch");
        series("a.patch\na.patch\n");
        refuses("a.patch", "twice");
    }

    @Test
    void refusesOtherFiles() throws IOException {
        series("../a.patch\n");
        refuses("../a.patch", "not a *.patch file");
    }

    @Test
    void refusesMissingSeries() {
        refuses("series", "Choose a Spark line");
    }

    private void refuses(String... parts) {
        assertThatThrownBy(() -> Series.read(folder)).isInstanceOf(HarnessException.class).hasMessageContainingAll(parts);
    }

    private void series(String text) throws IOException {
        Files.writeString(folder.resolve(Series.FILE), text);
    }

    private void write(String... names) throws IOException {
        for (String name : names) {
            Files.writeString(folder.resolve(name), name);
        }
    }
}
