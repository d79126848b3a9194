/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.util.Locale;

/** What the suites run against. */
enum Target {
  /** The jars of the release. */
  STOCK,
  /** The rebuilt classes, before relocation. */
  REBUILT;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
