// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the calls of user-defined functions; static, since a function is copied to each task. */
final class Calls {
  private static final Map<String, AtomicLong> COUNTS = new ConcurrentHashMap<>();

  private Calls() {}

  static void hit(String name) {
    COUNTS.computeIfAbsent(name, key -> new AtomicLong()).incrementAndGet();
  }

  /** The count so far, which starts again at zero. */
  static long take(String name) {
    AtomicLong count = COUNTS.remove(name);
    return count == null ? 0 : count.get();
  }
}
