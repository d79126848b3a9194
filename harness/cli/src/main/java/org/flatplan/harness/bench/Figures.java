/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.Locale;

/** Numbers as tables show them. */
final class Figures {
  private Figures() {
  }

  /** Three digits, in ms or s. */
  static String time(double millis) {
    return millis < 999.5 ? digits(millis) + " ms" : digits(millis / 1000) + " s";
  }

  /** Three digits, or all before the point. */
  static String digits(double value) {
    double size = Math.abs(value);
    return String.format(Locale.ROOT, size < 9.995 ? "%,.2f" : size < 99.95 ? "%,.1f" : "%,.0f", value);
  }
}
