/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A workload of one size on one variant, in all its runs.
 *
 * @param workload which
 * @param columns how many calls
 * @param variant on what
 * @param state what is known
 * @param runs the measurements, by run
 * @param cause the measurement that ended before its time, here or at a smaller size; null if there is none
 * @param clock which time counts
 */
record Cell(Workload workload, int columns, Variant variant, State state, List<Measurement> runs, Measurement cause, Clock clock) {
  /** What is known of a cell. */
  enum State {
    /** All runs came to their end. */
    DONE,
    /** A run did not. */
    FAILED,
    /** A smaller size did not come to its end. */
    NOT_RUN,
    /** Nothing. */
    NOT_MEASURED,
    /** The workload has no select. */
    NO_SELECT;

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  boolean done() {
    return state == State.DONE;
  }

  boolean known() {
    return state == State.DONE || state == State.FAILED || state == State.NOT_RUN;
  }

  /** Calls, optimization and planning; of a cell that is done. */
  Spread total() {
    return Spread.of(runs.stream().map(run -> clock.millis(run.total())).toList());
  }

  /** The middle time of a phase; of a cell that is done. */
  double phase(Function<Seen, Times> phase) {
    return median(seen -> clock.millis(phase.apply(seen)));
  }

  double median(ToDoubleFunction<Seen> number) {
    return Spread.of(runs.stream().map(run -> number.applyAsDouble(run.seen())).toList()).median();
  }

  /** What is known of the total. The calls of a smaller size are among those of a larger one. */
  Interval millis() {
    if (done()) {
      return Interval.exactly(total().median());
    }
    if (!known()) {
      return Interval.UNKNOWN;
    }
    if (cause.seen().outcome() != Outcome.TIMEOUT) {
      return Interval.INFINITE;
    }
    // Of a time-out no more is known than what went by on the clock.
    return clock == Clock.WALL && cause.seen().reachedMillis() != null ? Interval.atLeast(cause.seen().reachedMillis()) : Interval.UNKNOWN;
  }

  /** For a table. */
  String text() {
    return switch (state) {
      case DONE -> Figures.time(total().median());
      case FAILED -> (cause.seen().outcome() == Outcome.TIMEOUT ? "> " + cause.timeoutSeconds() + " s" : cause.seen().outcome().title())
          + (runs.size() > 1 ? " in run " + cause.key().run() : "");
      case NOT_RUN -> "not run (" + cause.seen().outcome().title() + " at " + cause.key().columns() + ")";
      case NOT_MEASURED -> "";
      case NO_SELECT -> "-";
    };
  }
}
