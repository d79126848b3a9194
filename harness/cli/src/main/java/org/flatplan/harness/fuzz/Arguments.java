/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which texts a rule needs, by its Java. */
final class Arguments {
  private static final Pattern PLACE = Pattern.compile("[#%](\\d+)(\\+?)");

  private Arguments() {
  }

  /** Whether a call has all that its rule asks for. */
  static boolean fit(Step step) {
    int needed = 0;
    for (Matcher place = PLACE.matcher(step.rule().java()); place.find();) {
      needed = Math.max(needed, Integer.parseInt(place.group(1)) + 1);
    }
    return step.texts().size() >= needed;
  }

  /** The place of the first text of the list that a rule ends with; very high if it has none. */
  static int beginOfList(Rule rule) {
    for (Matcher place = PLACE.matcher(rule.java()); place.find();) {
      if (!place.group(2).isEmpty()) {
        return Integer.parseInt(place.group(1));
      }
    }
    return Integer.MAX_VALUE;
  }
}
