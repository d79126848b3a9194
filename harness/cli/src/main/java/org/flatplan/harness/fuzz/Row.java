/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import org.flatplan.harness.cli.Shard;
import org.flatplan.harness.cli.UserError;

/**
 * Seeds that follow each other.
 *
 * @param first of them
 * @param programs how many
 */
record Row(long first, long programs) {

  /** One part of a row; the parts are of one length, or one longer. */
  static Row of(long first, long programs, Shard shard) {
    long begin = programs * (shard.part() - 1) / shard.parts();
    long end = programs * shard.part() / shard.parts();
    if (begin == end) {
      throw new UserError("--shard " + shard.part() + "/" + shard.parts() + " has none of " + programs + " programs; use fewer parts");
    }
    return new Row(first + begin, end - begin);
  }
}
