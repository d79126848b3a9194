/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.Locale;
import org.flatplan.harness.cli.UserError;

/** What the rule is compared with. */
enum Against {
  /** The rule off by its setting, in the same JVM. */
  OFF("rule off", "rule on", ProgramRunner.Mode.OFF),
  /** The release, in a JVM of its own. */
  STOCK("release", "rebuild", ProgramRunner.Mode.STOCK);

  private final String baselineTitle;
  private final String candidateTitle;
  private final ProgramRunner.Mode baseline;

  Against(String baselineTitle, String candidateTitle, ProgramRunner.Mode baseline) {
    this.baselineTitle = baselineTitle;
    this.candidateTitle = candidateTitle;
    this.baseline = baseline;
  }

  /** From an option. */
  static Against of(String text) {
    for (Against each : values()) {
      if (each.label().equals(text)) {
        return each;
      }
    }
    throw new UserError("--against is off or stock, not " + text);
  }

  /** As options and files name it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String baselineTitle() {
    return baselineTitle;
  }

  String candidateTitle() {
    return candidateTitle;
  }

  /** How the side runs that is right by definition. */
  ProgramRunner.Mode baseline() {
    return baseline;
  }
}
