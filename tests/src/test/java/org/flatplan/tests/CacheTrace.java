// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What a run of a program shows, in order. */
final class CacheTrace {

  /**
   * One thing seen after a step. Equality is that of what a user can see.
   *
   * @param reads the cache entries that a Dataset reads; null for anything but a look at a Dataset
   * @param whole whether the Dataset is read from the cache as a whole
   * @param projects of its analyzed plan
   */
  record Seen(CacheStep step, String what, String value, List<Integer> reads, boolean whole, int projects) {

    boolean same(Seen other) {
      return step.id() == other.step.id() && what.equals(other.what) && Objects.equals(value, other.value);
    }
  }

  record Difference(Seen first, Seen second) {

    /** What differs, without the names of the program: equal for faults of one kind. */
    String signature() {
      if (first == null || second == null || !first.what().equals(second.what())) {
        return "another number of observations";
      }
      String text = first.step().kind() + ": " + first.what().replaceAll("\\d+", "");
      if (first.reads() == null || second.reads() == null) {
        return text;
      }
      List<Integer> missed = CacheCounters.minus(first.reads(), second.reads());
      List<Integer> extra = CacheCounters.minus(second.reads(), first.reads());
      return text + (missed.isEmpty() ? "" : ", missed") + (extra.isEmpty() ? "" : ", extra");
    }

    @Override
    public String toString() {
      return "first difference\n  off: " + text(first) + "\n  on:  " + text(second);
    }

    private static String text(Seen seen) {
      return seen == null ? "nothing" : "after step " + seen.step() + ": " + seen.what() + " = " + seen.value();
    }
  }

  private final List<Seen> seen = new ArrayList<>();

  void add(CacheStep step, String what, Object value) {
    seen.add(new Seen(step, what, String.valueOf(value), null, false, 0));
  }

  void addReads(CacheStep step, String what, String value, List<Integer> reads, boolean whole, int projects) {
    seen.add(new Seen(step, what, value, reads, whole, projects));
  }

  List<Seen> seen() {
    return seen;
  }

  static Optional<Difference> firstDifference(CacheTrace off, CacheTrace on) {
    for (int i = 0; i < Math.max(off.seen.size(), on.seen.size()); i++) {
      Seen first = i < off.seen.size() ? off.seen.get(i) : null;
      Seen second = i < on.seen.size() ? on.seen.get(i) : null;
      if (first == null || second == null || !first.same(second)) {
        return Optional.of(new Difference(first, second));
      }
    }
    return Optional.empty();
  }
}
