/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.flatplan.harness.cli.UserError;

/**
 * A list of suites that people edit: a line {@code module pattern} takes suites in, a line {@code module pattern text} only their tests
 * whose names contain the text, a line {@code ! module pattern} leaves some of them out again. In a pattern {@code *} stands for any text without a dot, {@code **} for any text. Checked: sorted, each line once, each
 * matching a suite.
 */
final class SuitePatterns {
  /** @param part null for whole suites */
  private record Line(String text, boolean excludes, String module, Pattern pattern, String part) {
    boolean matches(SuiteId suite) {
      return suite.module().equals(module) && pattern.matcher(suite.name()).matches();
    }
  }

  private final String source;
  private final List<Line> lines;

  private SuitePatterns(String source, List<Line> lines) {
    this.source = source;
    this.lines = lines;
  }

  static SuitePatterns read(Path file) {
    try {
      return parse(file.getFileName().toString(), Files.readAllLines(file));
    } catch (IOException e) {
      throw new UserError("cannot read the list of suites " + file + ": " + e.getMessage());
    }
  }

  static SuitePatterns parse(String source, List<String> text) {
    List<String> entries = text.stream().map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith("#")).toList();
    List<String> sorted = List.copyOf(new TreeSet<>(entries));
    if (!entries.equals(sorted)) {
      throw new UserError(source + " is not sorted, or has a line twice; it should be:\n  " + String.join("\n  ", sorted));
    }
    List<Line> lines = new ArrayList<>();
    for (String entry : entries) {
      boolean excludes = entry.startsWith("!");
      String[] words = (excludes ? entry.substring(1).strip() : entry).split("\\s+");
      if (words.length != 2 && (excludes || words.length != 3)) {
        throw new UserError(source + ": '" + entry + "' is not 'module pattern', 'module pattern text' or '! module pattern'");
      }
      lines.add(new Line(entry, excludes, words[0], glob(words[1]), words.length == 3 ? words[2] : null));
    }
    return new SuitePatterns(source, lines);
  }

  /** A pattern as people write it; a name without a dot stands for the class of that name in any package. */
  static Pattern glob(String pattern) {
    StringBuilder regex = new StringBuilder(pattern.contains(".") || pattern.startsWith("**") ? "" : "(.*\\.)?");
    for (String part : pattern.replaceAll("\\*{3,}", "**").split("(?<=\\*\\*)|(?=\\*\\*)")) {
      if (part.equals("**")) {
        regex.append(".*");
      } else {
        for (String piece : part.split("(?<=\\*)|(?=\\*)")) {
          regex.append(piece.equals("*") ? "[^.]*" : Pattern.quote(piece));
        }
      }
    }
    return Pattern.compile(regex.toString());
  }

  /** The suites of the list, sorted. */
  List<SuiteId> select(Collection<SuiteId> all) {
    Optional<Line> stale = lines.stream().filter(line -> all.stream().noneMatch(line::matches)).findFirst();
    if (stale.isPresent()) {
      throw new UserError(source + ": no suite matches '" + stale.get().text() + "'; take the line out or mend it");
    }
    return all.stream()
        .filter(suite -> lines.stream().noneMatch(line -> line.excludes() && line.matches(suite)))
        .flatMap(suite -> lines.stream().filter(line -> !line.excludes() && line.matches(suite))
            .map(line -> line.part() == null ? suite : suite.part(line.part())))
        .distinct().sorted().toList();
  }
}
