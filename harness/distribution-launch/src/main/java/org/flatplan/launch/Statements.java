/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.launch;

import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.catalyst.util.StringUtils;
import scala.jdk.javaapi.CollectionConverters;

/** Statements of a text, as Spark's own command line takes it apart. */
final class Statements {
  private Statements() {
  }

  /**
   * The statements, without the blank ones.
   *
   * @param scripting whether a text from {@code BEGIN} to {@code END} is one statement
   */
  static List<String> split(String text, boolean scripting) {
    return CollectionConverters.asJava(StringUtils.splitSemiColonWithIndex(text, scripting));
  }

  /** Whether what was typed so far ends with a statement: with a semicolon that is in no string or comment, or with the end of a script. */
  static boolean complete(String text) {
    if (text.strip().toUpperCase(Locale.ROOT).matches("(?s)BEGIN\\b.*")) {
      return StringUtils.isSqlScript(text) && text.strip().endsWith(";");
    }
    // What follows a semicolon that ends a statement is another statement.
    return split(text + "x", false).size() > split(text, false).size();
  }
}
