package org.flatplan.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreesTest {
    @TempDir
    Path folder;

    @Test
    void mirrorsOnlyWhatDiffers() throws IOException {
        Path source = Files.createDirectories(folder.resolve("source/d")).getParent();
        Path target = Files.createDirectories(folder.resolve("target"));
        Files.writeString(source.resolve("same"), "1");
        Files.writeString(source.resolve("d/changed"), "new");
        Files.writeString(target.resolve("same"), "1");
        Files.writeString(target.resolve("gone"), "x");
        FileTime old = FileTime.fromMillis(1_000_000_000_000L);
        Files.setLastModifiedTime(target.resolve("same"), old);

        assertThat(Trees.mirror(source, target)).isEqualTo(2);
        assertThat(Files.getLastModifiedTime(target.resolve("same"))).isEqualTo(old);
        assertThat(target.resolve("d/changed")).hasContent("new");
        assertThat(target.resolve("gone")).doesNotExist();
        assertThat(Trees.mirror(source, target)).isZero();
    }

    @Test
    void replacesAFileOnlyWhenItDiffers() throws IOException {
        Path file = folder.resolve("d/a");
        Trees.replace(file, "1".getBytes());
        FileTime old = FileTime.fromMillis(1_000_000_000_000L);
        Files.setLastModifiedTime(file, old);

        Trees.replace(file, "1".getBytes());
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(old);
        Trees.replace(file, "2".getBytes());
        assertThat(file).hasContent("2");
        assertThat(Trees.files(folder)).containsExactly(file);
    }

    @Test
    void fingerprintChangesWithTheTree() throws IOException {
        Files.writeString(folder.resolve("a"), "1");
        String before = Trees.fingerprint(folder);
        assertThat(Trees.fingerprint(folder)).isEqualTo(before);
        Files.writeString(folder.resolve("a"), "12");
        assertThat(Trees.fingerprint(folder)).isNotEqualTo(before);
    }
}
