/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import java.util.concurrent.atomic.AtomicLong;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/** How often the rule was asked, and how often it merged. Thread-safe. */
public final class Firings {
  private static final AtomicLong ASKED = new AtomicLong();
  private static final AtomicLong MERGED = new AtomicLong();

  private Firings() {
  }

  /** Since the JVM started. */
  static long asked() {
    return ASKED.get();
  }

  /** Since the JVM started. */
  static long merged() {
    return MERGED.get();
  }

  /** Public since it is called from the rule's class. */
  public static void count(boolean merged) {
    ASKED.incrementAndGet();
    if (merged) {
      MERGED.incrementAndGet();
    }
  }

  /** Its body is copied to the end of the rule's {@code apply(plan)}. */
  static final class Counting {
    private Counting() {
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object before,
        @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object after) {
      count(before != after);
    }
  }
}
