/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.Locale;

/**
 * Something the measurements should show.
 *
 * @param name what
 * @param verdict whether they do
 * @param measured what they show
 */
record Target(String name, Verdict verdict, String measured) {
  /** What the measurements say of a target. */
  enum Verdict {
    MET, NOT_MET, NOT_MEASURED;

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }
}
