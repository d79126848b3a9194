package org.flatplan.maven;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A module in a tree like Spark's own, filled from published jars: suites find their files by their place in it.
 *
 * @param root the module's folder
 */
record SuiteTree(Path root) {
    /** Counts up when the layout of the tree changes. */
    private static final String LAYOUT = "layout 1";

    /** A tests jar has everything of its module's test resources but this. */
    private static final String LOG_SETTINGS = "log4j2.properties";

    Path pom() {
        return root.resolve("pom.xml");
    }

    /**
     * Copies the POM that the module was built from out of its jar. The published one is reduced: it lacks what tests need.
     *
     * @param jar the jar of the release
     */
    void layOutPom(Path jar, String artifactId) throws IOException {
        String name = "META-INF/maven/org.apache.spark/" + artifactId + "/pom.xml";
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw new HarnessException("There is no " + name + " in " + jar
                        + ". Delete the file and build again to fetch it anew; a jar that is published without its POM cannot be used.");
            }
            try (InputStream in = zip.getInputStream(entry)) {
                Trees.replace(pom(), in.readAllBytes());
            }
        }
    }

    /**
     * Unpacks a tests jar as classes and as resources, unless that is done; returns whether there was work to do.
     *
     * @param tests the tests jar
     * @param sha256 the sum of the tests jar
     * @param testClasses where the module's build compiles its tests to
     * @param resources the folder with the settings for logging
     */
    boolean layOutTests(Path tests, String sha256, Path testClasses, Path resources) throws IOException {
        Path target = root.resolve("target");
        Files.createDirectories(target.resolve("tmp"));
        Path settings = resources.resolve(LOG_SETTINGS);
        Path marker = target.resolve("suites.marker");
        Path testResources = root.resolve("src/test/resources");
        String inputs = LAYOUT + "\n" + sha256 + "\n" + Checksums.sha256(settings) + "\n" + root.relativize(testClasses) + "\n";
        if (Files.isRegularFile(marker) && Files.readString(marker).equals(inputs)) {
            return false;
        }
        Files.deleteIfExists(marker);
        Trees.delete(testClasses);
        Trees.delete(testResources);
        Files.createDirectories(testClasses);
        Files.createDirectories(testResources);
        unpack(tests, testClasses, testResources);
        Files.copy(settings, testClasses.resolve(LOG_SETTINGS));
        Files.copy(settings, testResources.resolve(LOG_SETTINGS));
        Trees.replace(marker, inputs.getBytes(StandardCharsets.UTF_8));
        return true;
    }

    private static void unpack(Path jar, Path classes, Path resources) throws IOException {
        JarEntries.unpack(jar, classes, Optional::of, (content, file) -> {
            Files.copy(content, file);
            String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
            if (isResource(name)) {
                Path copy = resources.resolve(name);
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        });
    }

    private static boolean isResource(String entry) {
        return !entry.endsWith(".class") && !entry.startsWith("META-INF/maven/") && !entry.equals("META-INF/MANIFEST.MF");
    }
}
