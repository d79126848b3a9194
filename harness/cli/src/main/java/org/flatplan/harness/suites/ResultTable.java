/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.flatplan.harness.cli.UserError;

/**
 * Results as a table of text that Git can compare: columns with tabs between, sorted by suite and test. The line of a suite comes before
 * those of its tests and has no test; it also says how often the rule was asked and merged, and what the suite ran against.
 */
final class ResultTable {
  private static final String HEADER = "suite\trunner\ttest\toutcome\tseconds\tasked\tmerged\tclasses";

  private static final int COLUMNS = 8;
  /** The line of a test ends before what is said of suites only. */
  private static final int COLUMNS_OF_TEST = 5;

  private ResultTable() {
  }

  static void write(Path file, Collection<SuiteResult> results) throws IOException {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    for (SuiteResult result : results.stream().sorted(Comparator.comparing(SuiteResult::suite)).toList()) {
      String suite = result.suite().name() + "\t" + result.suite().runner().name().toLowerCase(Locale.ROOT) + "\t";
      text.append(suite).append('\t').append(result.end().label()).append('\t').append(seconds(result.millis())).append('\t')
          .append(result.asked()).append('\t').append(result.merged()).append('\t').append(result.classes()).append('\n');
      for (SuiteResult.Test test : result.tests().stream().sorted(Comparator.comparing(SuiteResult.Test::name)).toList()) {
        text.append(suite).append(escape(test.name())).append('\t').append(test.outcome()).append('\t')
            .append(test.millis() == null ? "" : seconds(test.millis())).append('\n');
      }
    }
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    Files.writeString(partial, text);
    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The results of the module that the file is named after, in the order of the file. */
  static List<SuiteResult> read(Path file) throws IOException {
    String name = file.getFileName().toString();
    String module = name.substring(0, name.lastIndexOf('.'));
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
      throw new UserError(file + " does not begin with the line of its columns; restore it from Git");
    }
    List<SuiteResult> results = new ArrayList<>();
    List<SuiteResult.Test> tests = List.of();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t", -1);
      try {
        if (cells.length == COLUMNS) {
          tests = new ArrayList<>();
          SuiteId suite = new SuiteId(module, cells[0], SuiteId.Runner.valueOf(cells[1].toUpperCase(Locale.ROOT)));
          results.add(new SuiteResult(suite, SuiteResult.End.valueOf(cells[3].toUpperCase(Locale.ROOT)), millis(cells[4]), null, cells[7],
              Long.parseLong(cells[5]), Long.parseLong(cells[6]), tests));
        } else {
          if (cells.length != COLUMNS_OF_TEST || !results.get(results.size() - 1).suite().name().equals(cells[0])) {
            throw new IllegalArgumentException("a test without its suite");
          }
          tests.add(new SuiteResult.Test(unescape(cells[2]), cells[3], cells[4].isEmpty() ? null : millis(cells[4]), null));
        }
      } catch (RuntimeException e) {
        throw new UserError(file + ": cannot read '" + line + "'; restore it from Git");
      }
    }
    return results;
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f", millis / 1000.0);
  }

  private static long millis(String seconds) {
    return Math.round(Double.parseDouble(seconds) * 1000);
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
  }

  private static String unescape(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\' || i + 1 == text.length()) {
        plain.append(c);
        continue;
      }
      i++;
      plain.append(switch (text.charAt(i)) {
        case 't' -> '\t';
        case 'n' -> '\n';
        case 'r' -> '\r';
        default -> text.charAt(i);
      });
    }
    return plain.toString();
  }
}
