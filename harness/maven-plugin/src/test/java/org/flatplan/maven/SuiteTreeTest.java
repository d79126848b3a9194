package org.flatplan.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteTreeTest {
    private static final String POM = "META-INF/maven/org.apache.spark/spark-sql_2.13/pom.xml";

    @TempDir
    Path folder;

    private SuiteTree tree;
    private Path testClasses;
    private Path settings;

    @BeforeEach
    void writeSettings() throws IOException {
        tree = new SuiteTree(folder.resolve("sql/core"));
        testClasses = tree.root().resolve("target/scala-2.13/test-classes");
        settings = Files.createDirectories(folder.resolve("settings"));
        Files.writeString(settings.resolve("log4j2.properties"), "level = info");
    }

    private Path jar(String... entries) throws IOException {
        Path jar = folder.resolve("some.jar");
        try (OutputStream out = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(entry.getBytes());
            }
        }
        return jar;
    }

    private boolean layOut(Path jar) throws IOException {
        return tree.layOutTests(jar, Checksums.sha256(jar), testClasses, settings);
    }

    @Test
    void copiesThePomOutOfTheJar() throws IOException {
        tree.layOutPom(jar(POM), "spark-sql_2.13");
        assertThat(tree.pom()).hasContent(POM);
    }

    @Test
    void namesAPomThatIsMissing() throws IOException {
        Path jar = jar("a.class");
        assertThatThrownBy(() -> tree.layOutPom(jar, "spark-sql_2.13"))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining(POM)
                .hasMessageContaining(jar.toString());
    }

    @Test
    void unpacksClassesAndResources() throws IOException {
        assertThat(layOut(jar("META-INF/MANIFEST.MF", POM, "META-INF/services/a", "a/B.class", "data/c.csv"))).isTrue();
        assertThat(Trees.files(testClasses).stream().map(testClasses::relativize).map(Path::toString)).containsExactly(
                "META-INF/MANIFEST.MF", POM, "META-INF/services/a", "a/B.class", "data/c.csv", "log4j2.properties");
        Path resources = tree.root().resolve("src/test/resources");
        assertThat(Trees.files(resources).stream().map(resources::relativize).map(Path::toString)).containsExactly(
                "META-INF/services/a", "data/c.csv", "log4j2.properties");
        assertThat(tree.root().resolve("target/tmp")).isDirectory();
    }

    @Test
    void unpacksAgainOnlyWhenTheJarOrTheSettingsChange() throws IOException {
        Path jar = jar("a.class");
        assertThat(layOut(jar)).isTrue();
        assertThat(layOut(jar)).isFalse();
        Files.writeString(settings.resolve("log4j2.properties"), "level = warn");
        assertThat(layOut(jar)).isTrue();
        assertThat(layOut(jar("b.class"))).isTrue();
        assertThat(testClasses.resolve("a.class")).doesNotExist();
    }

    @Test
    void refusesEntriesOutsideOfTheFolderAndStartsAgainAfterwards() throws IOException {
        assertThatThrownBy(() -> layOut(jar("a.class", "../../../../../out.class")))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("out.class");
        assertThat(folder.resolve("out.class")).doesNotExist();
        assertThat(layOut(jar("b.class"))).isTrue();
        assertThat(testClasses.resolve("a.class")).doesNotExist();
    }
}
