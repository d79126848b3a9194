package org.flatplan.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A published sources jar with the sum pinned for it.
 *
 * @param file the jar
 * @param sha256 the pinned sum
 */
public record SourceJar(Path file, String sha256) {

    /** Stops the build unless the jar has the pinned sum. */
    public void verify() throws IOException {
        String actual = Checksums.sha256(file);
        if (!actual.equalsIgnoreCase(sha256)) {
            throw new HarnessException("The sources jar " + file + " is not the pinned one:\n"
                    + "  pinned SHA-256: " + sha256 + "\n"
                    + "  actual SHA-256: " + actual + "\n"
                    + "Delete the file and build again to fetch it anew. If the sums still differ, the repository serves"
                    + " other bytes than the pin in the Spark line's profile in pom.xml: find out why before you change the pin.");
        }
    }

    /** Unpacks the jar below {@code moduleDirectory} in the layout of Spark's own tree. */
    public void unpack(Path moduleDirectory) throws IOException {
        JarEntries.unpack(file, moduleDirectory, SourceJar::place, Files::copy);
    }

    /**
     * Where an entry lies in a module of Spark's tree; empty for what the build writes itself. A sources jar merges the
     * source roots, so the kind of file tells the root. Notes for developers lie next to Scala sources and are not packaged.
     */
    static Optional<String> place(String entry) {
        if (entry.equals("META-INF/MANIFEST.MF") || entry.startsWith("META-INF/maven/")) {
            return Optional.empty();
        }
        if (entry.endsWith(".java")) {
            return Optional.of("src/main/java/" + entry);
        }
        if (entry.endsWith(".scala") || entry.endsWith(".md")) {
            return Optional.of("src/main/scala/" + entry);
        }
        return Optional.of("src/main/resources/" + entry);
    }
}
