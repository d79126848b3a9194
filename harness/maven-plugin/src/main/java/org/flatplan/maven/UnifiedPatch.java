package org.flatplan.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A patch file in unified format, as {@code git diff} writes it.
 *
 * @param name the file name, for messages
 * @param files the changes, one for each file, in order
 */
record UnifiedPatch(String name, List<FileChange> files) {
    private static final Pattern HUNK = Pattern.compile("@@ -(\\d+)(?:,(\\d+))? \\+(\\d+)(?:,(\\d+))? @@.*");
    private static final String NO_FILE = "/dev/null";

    /** The edits of one file; no old path means a new file, no new path a deleted one. */
    record FileChange(Optional<String> oldPath, Optional<String> newPath, List<Hunk> hunks) {
        String path() {
            return newPath.or(() -> oldPath).orElseThrow();
        }
    }

    /** One hunk: the number counts from 1 in its file; lines keep their first character and lack the line end. */
    record Hunk(int number, int oldStart, int oldCount, int newStart, int newCount, List<String> lines,
            boolean oldEndsWithoutNewline, boolean newEndsWithoutNewline) {

        List<String> oldLines() {
            return side('-');
        }

        List<String> newLines() {
            return side('+');
        }

        private List<String> side(char kind) {
            return lines.stream()
                    .filter(line -> line.charAt(0) == ' ' || line.charAt(0) == kind)
                    .map(line -> line.substring(1))
                    .toList();
        }
    }

    /** Parses a patch; text between the changes of two files, such as a header, is passed over. */
    static UnifiedPatch parse(String name, String text) {
        String[] lines = text.split("\n", -1);
        List<FileChange> files = new ArrayList<>();
        int at = 0;
        while (at < lines.length) {
            String line = lines[at];
            if (line.startsWith("rename from ") || line.startsWith("GIT binary patch") || line.startsWith("Binary files ")) {
                throw new HarnessException("The patch " + name + ", line " + (at + 1)
                        + ", renames a file or changes a binary one, which this build does not apply. Write it as text changes.");
            }
            if (line.startsWith("@@ ")) {
                throw malformed(name, at, "has a hunk without the names of its file");
            }
            if (!(line.startsWith("--- ") && at + 1 < lines.length && lines[at + 1].startsWith("+++ "))) {
                at++;
                continue;
            }
            Optional<String> oldPath = path(name, at, line, "a/");
            Optional<String> newPath = path(name, at + 1, lines[at + 1], "b/");
            if (oldPath.isEmpty() && newPath.isEmpty()
                    || oldPath.isPresent() && newPath.isPresent() && !oldPath.equals(newPath)) {
                throw malformed(name, at, "does not name one file");
            }
            at += 2;
            List<Hunk> hunks = new ArrayList<>();
            while (at < lines.length && lines[at].startsWith("@@ ")) {
                at = hunk(name, lines, at, hunks);
            }
            if (hunks.isEmpty()) {
                throw malformed(name, at, "names a file but has no hunk for it");
            }
            // A line of the wrong kind right after a hunk would be dropped without a word: its counts are wrong.
            if (at < lines.length && !lines[at].isEmpty() && " +".indexOf(lines[at].charAt(0)) >= 0) {
                throw malformed(name, at, "has more lines than the head of hunk #" + hunks.size() + " of "
                        + newPath.or(() -> oldPath).orElseThrow() + " says");
            }
            files.add(new FileChange(oldPath, newPath, List.copyOf(hunks)));
        }
        if (files.isEmpty()) {
            throw new HarnessException("The patch " + name + " changes no file. Write it as a unified diff or delete it.");
        }
        return new UnifiedPatch(name, List.copyOf(files));
    }

    private static int hunk(String name, String[] lines, int start, List<Hunk> hunks) {
        Matcher head = HUNK.matcher(lines[start]);
        if (!head.matches()) {
            throw malformed(name, start, "has a hunk head that is not in unified format");
        }
        int oldCount = count(head.group(2));
        int newCount = count(head.group(4));
        int oldSeen = 0;
        int newSeen = 0;
        boolean oldBare = false;
        boolean newBare = false;
        List<String> body = new ArrayList<>();
        int at = start + 1;
        while (at < lines.length && (oldSeen < oldCount || newSeen < newCount || lines[at].startsWith("\\"))) {
            String line = lines[at];
            char kind = line.isEmpty() ? '?' : line.charAt(0);
            if (kind == '\\' && !body.isEmpty()) {
                char previous = body.get(body.size() - 1).charAt(0);
                oldBare |= previous != '+';
                newBare |= previous != '-';
            } else if (kind == ' ' || kind == '-' || kind == '+') {
                oldSeen += kind == '+' ? 0 : 1;
                newSeen += kind == '-' ? 0 : 1;
                body.add(line);
            } else {
                throw malformed(name, at, "has a line in hunk #" + (hunks.size() + 1) + " that starts with none of ' ', '-', '+'");
            }
            at++;
        }
        if (oldSeen != oldCount || newSeen != newCount) {
            throw malformed(name, start, "has a hunk #" + (hunks.size() + 1) + " with other counts of lines than its head says");
        }
        hunks.add(new Hunk(hunks.size() + 1, Integer.parseInt(head.group(1)), oldCount,
                Integer.parseInt(head.group(3)), newCount, List.copyOf(body), oldBare, newBare));
        return at;
    }

    private static int count(String group) {
        return group == null ? 1 : Integer.parseInt(group);
    }

    private static Optional<String> path(String name, int at, String line, String prefix) {
        String path = line.substring(4).split("\t", 2)[0].strip();
        if (path.equals(NO_FILE)) {
            return Optional.empty();
        }
        if (!path.startsWith(prefix) || path.contains("..")) {
            throw malformed(name, at, "names the file " + path + ", which must start with " + prefix + " and stay in the tree");
        }
        return Optional.of(path.substring(prefix.length()));
    }

    private static HarnessException malformed(String name, int at, String what) {
        return new HarnessException("The patch " + name + ", line " + (at + 1) + ", " + what
                + ". Write it anew with git diff against the patched tree.");
    }
}
