/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Shorter texts in place of an expression: what stands in its parentheses, between its commas and operators. */
final class SimplerTexts {
  private static final String LITERAL = "1";

  private SimplerTexts() {
  }

  /** From the shortest on; each is shorter than the text. */
  static List<String> of(String text) {
    Set<String> all = new LinkedHashSet<>();
    all.add(LITERAL);
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '(') {
        int end = end(text, i);
        if (end > i) {
          all.add(text.substring(i + 1, end));
          parts(text.substring(i + 1, end)).forEach(all::add);
        }
      }
    }
    parts(text).forEach(all::add);
    return all.stream().map(String::strip).filter(each -> !each.isEmpty() && each.length() < text.length()).distinct()
        .sorted((one, other) -> Integer.compare(one.length(), other.length())).toList();
  }

  private static int end(String text, int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  // Outside of parentheses; a part that is cut out of a string fails as its Spark does, and is then not taken.
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int begin = 0;
    for (int i = 0; i <= text.length(); i++) {
      char at = i == text.length() ? ',' : text.charAt(i);
      depth += at == '(' ? 1 : at == ')' ? -1 : 0;
      if (depth == 0 && (at == ',' || at == ' ') || i == text.length()) {
        if (i > begin) {
          parts.add(text.substring(begin, i));
        }
        begin = i + 1;
      }
    }
    return parts;
  }
}
