/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code spark-sql} was asked for.
 *
 * @param first files to run first
 * @param text the statements; null to read them from standard input
 * @param silent whether to print rows only
 */
record SqlArguments(List<Path> first, String text, boolean silent) {

  /** @throws IllegalArgumentException says what is wrong with the arguments */
  static SqlArguments parse(List<String> arguments) throws IOException {
    List<Path> first = new ArrayList<>();
    String text = null;
    boolean silent = false;
    for (int i = 0; i < arguments.size(); i++) {
      String option = arguments.get(i);
      switch (option) {
        case "-S" -> silent = true;
        case "-i" -> first.add(file(value(arguments, i++)));
        case "-e", "-f" -> {
          if (text != null) {
            throw new IllegalArgumentException("-e and -f may be given once, and not both");
          }
          String value = value(arguments, i++);
          text = option.equals("-e") ? value : Files.readString(file(value));
        }
        default -> throw new IllegalArgumentException("unknown argument " + option);
      }
    }
    return new SqlArguments(first, text, silent);
  }

  private static String value(List<String> arguments, int option) {
    if (option + 1 == arguments.size()) {
      throw new IllegalArgumentException(arguments.get(option) + " needs a value");
    }
    return arguments.get(option + 1);
  }

  private static Path file(String name) {
    Path file = Path.of(name);
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("no such file: " + name);
    }
    return file;
  }
}
