/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One patch of the series: what it is and what it touches.
 *
 * @param name the file name in the patch directory
 * @param sha256 its sum
 * @param subject the first line of its Subject or Description header, or empty
 * @param targets the files it edits, upstream paths
 */
public record PatchFile(String name, String sha256, String subject, List<Target> targets) {

  private static final Pattern HUNK = Pattern.compile("^@@ -\\d+(?:,(\\d+))? \\+\\d+(?:,(\\d+))? @@.*");
  private static final Pattern SUBJECT = Pattern.compile("^(?:Subject|Description):\\s*(?:\\[PATCH[^]]*]\\s*)?(.*)$");

  /**
   * One file that a patch edits.
   *
   * @param path upstream path, without the a/ or b/
   * @param hunks number of hunks
   * @param added lines added
   * @param removed lines removed
   */
  public record Target(String path, int hunks, int added, int removed) {
  }

  /** Parses a unified diff with {@code -p1} paths. Lines inside a hunk are counted, so that text such as "--- x" in it is not taken for a header. */
  public static PatchFile parse(String name, String sha256, String text) {
    List<Target> targets = new ArrayList<>();
    String subject = "";
    String before = null;
    String path = null;
    int hunks = 0;
    int added = 0;
    int removed = 0;
    int oldLeft = 0;
    int newLeft = 0;
    for (String line : text.split("\n", -1)) {
      if (oldLeft > 0 || newLeft > 0) {
        char kind = line.isEmpty() ? ' ' : line.charAt(0);
        switch (kind) {
          case '+' -> {
            added++;
            newLeft--;
          }
          case '-' -> {
            removed++;
            oldLeft--;
          }
          case '\\' -> {
          }
          default -> {
            oldLeft--;
            newLeft--;
          }
        }
        continue;
      }
      Matcher hunk = HUNK.matcher(line);
      if (line.startsWith("--- ")) {
        before = pathOf(line);
      } else if (line.startsWith("+++ ") && before != null) {
        if (path != null) {
          targets.add(new Target(path, hunks, added, removed));
        }
        String after = pathOf(line);
        path = after.equals("/dev/null") ? before : after;
        before = null;
        hunks = 0;
        added = 0;
        removed = 0;
      } else if (path != null && hunk.matches()) {
        hunks++;
        oldLeft = hunk.group(1) == null ? 1 : Integer.parseInt(hunk.group(1));
        newLeft = hunk.group(2) == null ? 1 : Integer.parseInt(hunk.group(2));
      } else if (path == null && subject.isEmpty()) {
        Matcher header = SUBJECT.matcher(line);
        if (header.matches()) {
          subject = header.group(1).strip();
        }
      }
    }
    if (path != null) {
      targets.add(new Target(path, hunks, added, removed));
    }
    return new PatchFile(name, sha256, subject, List.copyOf(targets));
  }

  private static String pathOf(String line) {
    String path = line.substring(4);
    int tab = path.indexOf('\t');
    path = (tab < 0 ? path : path.substring(0, tab)).strip();
    return path.equals("/dev/null") ? path : path.substring(path.indexOf('/') + 1);
  }
}
