package org.flatplan.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceJarTest {
    @TempDir
    Path folder;

    @Test
    void refusesOtherBytesAndNamesBothSums() throws IOException {
        Path jar = jar("a/A.scala");
        String pinned = "0".repeat(64);
        assertThatThrownBy(new SourceJar(jar, pinned)::verify)
                .isInstanceOf(HarnessException.class)
                .hasMessageContainingAll(jar.toString(), pinned, Checksums.sha256(jar), "build again");
    }

    @Test
    void acceptsThePinnedBytes() throws IOException {
        Path jar = jar("a/A.scala");
        new SourceJar(jar, Checksums.sha256(jar)).verify();
    }

    @Test
    void unpacksToTheLayoutOfSparksTree() throws IOException {
        Path jar = jar("a/A.scala", "a/B.java", "a/README.md", "a/c.js", "META-INF/NOTICE", "META-INF/MANIFEST.MF",
                "META-INF/maven/g/a/pom.xml");
        Path module = folder.resolve("sql/core");
        new SourceJar(jar, "").unpack(module);
        assertThat(Trees.files(module).stream().map(file -> module.relativize(file).toString()))
                .containsExactlyInAnyOrder("src/main/scala/a/A.scala", "src/main/java/a/B.java", "src/main/scala/a/README.md",
                        "src/main/resources/a/c.js", "src/main/resources/META-INF/NOTICE");
    }

    @Test
    void refusesEntryOutsideOfItsRoot() throws IOException {
        Path jar = jar("../../../../../x.js");
        assertThatThrownBy(() -> new SourceJar(jar, "").unpack(folder.resolve("m")))
                .isInstanceOf(HarnessException.class).hasMessageContaining("x.js");
    }

    private Path jar(String... entries) throws IOException {
        Path jar = folder.resolve("sources.jar");
        try (OutputStream out = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(entry.getBytes());
            }
        }
        return jar;
    }
}
