package org.flatplan.maven;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Unpacks jars. */
final class JarEntries {
    private JarEntries() {}

    /** Takes the content of one file of a jar. */
    interface Sink {
        /**
         * @param content read up to where the entry ends; not to be closed
         * @param file where it belongs; its folder is there
         */
        void write(InputStream content, Path file) throws IOException;
    }

    /**
     * Passes on each file of a jar, and none that would lie outside of {@code root}.
     *
     * @param place where an entry belongs below {@code root}; empty for one that is left out
     */
    static void unpack(Path jar, Path root, Function<String, Optional<String>> place, Sink sink) throws IOException {
        Path top = root.normalize();
        try (InputStream in = Files.newInputStream(jar); ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Optional<String> name = entry.isDirectory() ? Optional.empty() : place.apply(entry.getName());
                if (name.isEmpty()) {
                    continue;
                }
                Path file = top.resolve(name.get()).normalize();
                if (!file.startsWith(top)) {
                    throw new HarnessException("The jar " + jar + " has an entry outside of its root: " + entry.getName()
                            + ". Do not use it.");
                }
                Files.createDirectories(file.getParent());
                sink.write(zip, file);
            }
        }
    }
}
