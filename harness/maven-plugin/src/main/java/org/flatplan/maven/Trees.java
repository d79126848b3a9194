package org.flatplan.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Work on whole folders. */
final class Trees {
    private Trees() {}

    /** All files below a folder, sorted; none if there is no such folder. */
    static List<Path> files(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    static void delete(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** Writes a file whole or not at all; leaves one that is equal untouched. */
    static void replace(Path file, byte[] content) throws IOException {
        if (Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), content)) {
            return;
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.write(fresh, content);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Makes {@code target} equal to {@code source} and leaves files that are equal untouched; returns how many it changed. */
    static int mirror(Path source, Path target) throws IOException {
        int changes = 0;
        for (Path file : files(target)) {
            if (!Files.isRegularFile(source.resolve(target.relativize(file).toString()))) {
                Files.delete(file);
                changes++;
            }
        }
        for (Path file : files(source)) {
            Path copy = target.resolve(source.relativize(file).toString());
            if (!Files.isRegularFile(copy) || Files.mismatch(file, copy) != -1) {
                Trees.delete(copy);
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
                changes++;
            }
        }
        return changes;
    }

    /** A sum over names, sizes and times of all files: changes when somebody touches the tree. */
    static String fingerprint(Path root) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Path file : files(root)) {
            text.append(root.relativize(file)).append(' ').append(Files.size(file)).append(' ')
                    .append(Files.getLastModifiedTime(file).toMillis()).append('\n');
        }
        return Checksums.sha256(text.toString());
    }
}
