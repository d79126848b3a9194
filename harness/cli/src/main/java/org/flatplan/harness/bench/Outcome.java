/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.Optional;

/** What became of a measurement; each is a result. */
public enum Outcome {
  /** It came to its end. */
  DONE("done"),
  /** It was killed at the limit. */
  TIMEOUT("timeout"),
  /** The stack did not suffice. */
  STACK_OVERFLOW("stack overflow"),
  /** The heap did not suffice. */
  OUT_OF_MEMORY("out of memory");

  private final String title;

  Outcome(String title) {
    this.title = title;
  }

  /** For people. */
  public String title() {
    return title;
  }

  /** What an error means, or its absence; empty if it is no result but a fault. */
  static Optional<Outcome> of(Throwable thrown) {
    if (thrown == null) {
      return Optional.of(DONE);
    }
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      // What a task dies of may reach the driver in a message only.
      String text = each.getMessage() == null ? "" : each.getMessage();
      if (each instanceof StackOverflowError || text.contains(StackOverflowError.class.getName())) {
        return Optional.of(STACK_OVERFLOW);
      }
      if (each instanceof OutOfMemoryError || text.contains(OutOfMemoryError.class.getName())) {
        return Optional.of(OUT_OF_MEMORY);
      }
    }
    return Optional.empty();
  }
}
