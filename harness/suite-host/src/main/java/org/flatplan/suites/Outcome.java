/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import java.util.Locale;

/** What became of a test. */
enum Outcome {
  PASSED,
  FAILED,
  /** Its own assumption did not hold. */
  CANCELED,
  IGNORED,
  PENDING;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
