/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.dependants;

import java.util.Locale;

/** Which Spark the third-party project names, by its profile. */
enum Side {
  /** The release, in the version that any build would name. */
  RELEASE,
  /** The rebuild, by its BOM. */
  FLATPLAN;

  String profile() {
    return name().toLowerCase(Locale.ROOT);
  }
}
