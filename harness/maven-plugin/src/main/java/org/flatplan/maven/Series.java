package org.flatplan.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The patches of one Spark line in the order in which they apply.
 *
 * @param directory the folder that holds them
 * @param names the file names, in order
 */
public record Series(Path directory, List<String> names) {
    /** The file that lists the patches. */
    public static final String FILE = "series";

    /** Copies the list. */
    public Series {
        names = List.copyOf(names);
    }

    /** Reads the series and stops the build unless it names each patch of the folder exactly once. */
    public static Series read(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            throw new HarnessException("There is no " + file
                    + ". Choose a Spark line that has a folder under patches/, or add the list of its patches.");
        }
        List<String> names = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            String name = line.strip();
            if (name.isEmpty() || name.startsWith("#")) {
                continue;
            }
            if (names.contains(name)) {
                throw new HarnessException(file + " names " + name + " twice. Remove one of the lines.");
            }
            if (!name.endsWith(".patch") || name.contains("/")) {
                throw new HarnessException(
                        file + " names " + name + ", which is not a *.patch file of that folder. Correct or remove the line.");
            }
            names.add(name);
        }
        Set<String> present = patchFiles(directory);
        for (String name : names) {
            if (!present.contains(name)) {
                throw new HarnessException(file + " names " + name + ", but there is no such file. Add it to "
                        + directory + " or remove the line.");
            }
        }
        for (String name : present) {
            if (!names.contains(name)) {
                throw new HarnessException("The patch " + directory.resolve(name) + " is missing from " + file
                        + ". Add a line for it where it applies, or delete it.");
            }
        }
        return new Series(directory, names);
    }

    /** The names of all patches in a folder, sorted. */
    static Set<String> patchFiles(Path directory) throws IOException {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.map(path -> path.getFileName().toString()).filter(name -> name.endsWith(".patch")).forEach(found::add);
        }
        return found;
    }

    /** Copies the patches to an empty folder under names that sort as the series does, for tools that read folders. */
    public void copyInOrder(Path target) throws IOException {
        Trees.delete(target);
        Files.createDirectories(target);
        for (int i = 0; i < names.size(); i++) {
            Files.copy(directory.resolve(names.get(i)), target.resolve("%04d-%s".formatted(i + 1, names.get(i))));
        }
    }
}
