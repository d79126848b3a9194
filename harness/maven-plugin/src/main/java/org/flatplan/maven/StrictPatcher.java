package org.flatplan.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.flatplan.maven.UnifiedPatch.FileChange;
import org.flatplan.maven.UnifiedPatch.Hunk;

/**
 * Works out, in memory, what a series of patches makes of a tree. Each hunk must match at its stated line, every line of it:
 * no offset, no fuzz, no guess at a reversed patch.
 */
public final class StrictPatcher {
    private static final String NEXT = "\nRefresh the patch against this Spark version, or correct it.";

    private final Path tree;
    private final Map<String, Optional<String>> changed = new LinkedHashMap<>();

    /** @param tree the tree that the patches' paths start from; it is only read */
    public StrictPatcher(Path tree) {
        this.tree = tree;
    }

    /** Applies one more patch on top of the ones before. */
    public void apply(String name, String text) throws IOException {
        for (FileChange change : UnifiedPatch.parse(name, text).files()) {
            apply(name, change);
        }
    }

    /** The new text of each file that the patches touch so far; empty for a deleted one. */
    public Map<String, Optional<String>> result() {
        return Map.copyOf(changed);
    }

    private void apply(String name, FileChange change) throws IOException {
        String path = change.path();
        Optional<String> before = read(path);
        if (change.oldPath().isPresent() && before.isEmpty()) {
            throw new HarnessException("The patch " + name + " changes " + path
                    + " (hunk #1), but there is no such file in the sources." + NEXT);
        }
        if (change.oldPath().isEmpty() && before.isPresent()) {
            throw new HarnessException("The patch " + name + " adds " + path
                    + " (hunk #1), but that file is there: the patch is already applied or not needed." + NEXT);
        }
        String after = edit(name, path, change.hunks(), before.orElse(""));
        if (change.newPath().isEmpty() && !after.isEmpty()) {
            throw new HarnessException("The patch " + name + " deletes " + path + " (hunk #" + change.hunks().size()
                    + "), but does not remove all of its lines." + NEXT);
        }
        changed.put(path, change.newPath().isEmpty() ? Optional.empty() : Optional.of(after));
    }

    private Optional<String> read(String path) throws IOException {
        Optional<String> known = changed.get(path);
        if (known != null) {
            return known;
        }
        Path file = tree.resolve(path);
        return Files.isRegularFile(file) ? Optional.of(Files.readString(file, StandardCharsets.UTF_8)) : Optional.empty();
    }

    private static String edit(String name, String path, List<Hunk> hunks, String text) {
        boolean endsInNewline = text.isEmpty() || text.endsWith("\n");
        List<String> lines = text.isEmpty() ? List.of() : Arrays.asList((endsInNewline ? text.substring(0, text.length() - 1) : text).split("\n", -1));
        List<String> out = new ArrayList<>();
        int at = 0;
        boolean newline = endsInNewline;
        for (Hunk hunk : hunks) {
            // With no old lines the head gives the line after which to insert, else the first line of the hunk.
            int start = hunk.oldCount() == 0 ? hunk.oldStart() : hunk.oldStart() - 1;
            List<String> old = hunk.oldLines();
            if (start < at || start + old.size() > lines.size() || !lines.subList(start, start + old.size()).equals(old)) {
                throw mismatch(name, path, hunk, lines, start);
            }
            out.addAll(lines.subList(at, start));
            int newStart = hunk.newCount() == 0 ? hunk.newStart() : hunk.newStart() - 1;
            if (newStart != out.size()) {
                throw new HarnessException("The patch " + name + " says that hunk #" + hunk.number() + " of " + path
                        + " ends up at line " + hunk.newStart() + ", but it ends up at line "
                        + (out.size() + (hunk.newCount() == 0 ? 0 : 1)) + ": a hunk before it was edited by hand." + NEXT);
            }
            out.addAll(hunk.newLines());
            at = start + old.size();
            boolean last = at == lines.size();
            boolean oldBare = last && !endsInNewline;
            if (hunk.oldEndsWithoutNewline() != (oldBare && !old.isEmpty())) {
                throw new HarnessException("The patch " + name + ", hunk #" + hunk.number() + " of " + path
                        + ", disagrees with the file about the newline at its end." + NEXT);
            }
            if (last) {
                newline = !hunk.newEndsWithoutNewline();
            }
        }
        out.addAll(lines.subList(at, lines.size()));
        return out.isEmpty() ? "" : String.join("\n", out) + (newline ? "\n" : "");
    }

    private static HarnessException mismatch(String name, String path, Hunk hunk, List<String> lines, int start) {
        String head = "The patch " + name + " does not apply to " + path + ": hunk #" + hunk.number() + " at line "
                + hunk.oldStart() + " ";
        List<String> old = hunk.oldLines();
        int elsewhere = find(lines, old);
        if (elsewhere >= 0) {
            return new HarnessException(head + "matches only at line " + (elsewhere + 1) + ", an offset of "
                    + (elsewhere - start) + "." + NEXT);
        }
        if (find(lines, hunk.newLines()) >= 0) {
            return new HarnessException(head + "finds its result there already: the patch is applied or reversed." + NEXT);
        }
        for (int i = 0; i < old.size(); i++) {
            int line = start + i;
            if (line < 0 || line >= lines.size()) {
                return new HarnessException(head + "lies outside of the file, which has " + lines.size() + " lines." + NEXT);
            }
            if (!lines.get(line).equals(old.get(i))) {
                return new HarnessException(head + "differs from the source at line " + (line + 1) + ":\n"
                        + "  patch:  " + old.get(i) + "\n"
                        + "  source: " + lines.get(line) + NEXT);
            }
        }
        return new HarnessException(head + "overlaps the hunk before it." + NEXT);
    }

    private static int find(List<String> lines, List<String> wanted) {
        if (wanted.isEmpty()) {
            return -1;
        }
        for (int i = 0; i + wanted.size() <= lines.size(); i++) {
            if (lines.subList(i, i + wanted.size()).equals(wanted)) {
                return i;
            }
        }
        return -1;
    }
}
