/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.ArrayList;
import java.util.List;

/**
 * A kind of mismatch.
 *
 * @param count how many programs showed it
 * @param seeds of some of them
 * @param text of one of them: what differs, and the program, as small as it could be made, in Java; null if that is not known yet
 */
record FoundKind(long count, List<Long> seeds, String text) {
  /** How many seeds are kept. */
  static final int SEEDS = 10;

  FoundKind plus(FoundKind other) {
    List<Long> all = new ArrayList<>(seeds);
    other.seeds.stream().limit(SEEDS - (long) seeds.size()).forEach(all::add);
    return new FoundKind(count + other.count, List.copyOf(all), text == null ? other.text : text);
  }
}
