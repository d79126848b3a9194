/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.ArrayList;
import java.util.List;

/** Measurements made up for tests. */
final class Made {
  static final String CLASSES = "0123456789ab";
  static final Seen.Jvm JVM = new Seen.Jvm("17", "G1", 1024, 4096);

  private Made() {
  }

  static Measurement done(Workload workload, int columns, Variant variant, int run, double totalMillis) {
    return done(workload, columns, variant, run, totalMillis, "rows of " + workload + columns);
  }

  /** With a tenth of the time on the processor. */
  static Measurement done(Workload workload, int columns, Variant variant, int run, double totalMillis, String rows) {
    Seen seen = new Seen(Outcome.DONE, Phase.JOB, null, totalMillis + 9, "1.2.3", !variant.onRelease(), JVM, times(totalMillis * 0.5), times(totalMillis * 0.25),
        times(totalMillis * 0.25), times(9), new Seen.Size(2, 2, 1, 10L * columns), new Seen.Size(2, 2, 1, 5L * columns), 64L << 20, 20L, 3L + columns,
        rows, "schema");
    return new Measurement(new Key(workload, columns, variant, run), CLASSES, "4g", 600, totalMillis / 1000 + 5, seen);
  }

  private static Times times(double millis) {
    return new Times(millis, millis / 10);
  }

  static Measurement lost(Workload workload, int columns, Variant variant, int run, Outcome outcome, double reachedMillis) {
    return new Measurement(new Key(workload, columns, variant, run), CLASSES, "4g", 600, 600, Seen.lost(outcome, Phase.BUILD, "lost", reachedMillis));
  }

  static Results results(List<Integer> columns, Measurement... all) {
    return new Results(new Matrix(List.of(Workload.values()), columns, List.of(Variant.values()), 3), List.of(all), Clock.WALL);
  }

  /** A whole matrix in which the rebuild grows linearly and the release with the square, and chains overflow on the release. */
  static Results all() {
    List<Measurement> all = new ArrayList<>();
    List<Integer> sizes = List.of(100, 250, 500, 1000, 2000);
    for (Workload workload : Workload.values()) {
      double own = 1 + workload.ordinal() * 0.2;
      for (int columns : sizes) {
        double square = own * columns * columns / 100.0;
        if (workload == Workload.CHAIN && columns == 1000) {
          all.add(lost(workload, columns, Variant.STOCK, 1, Outcome.STACK_OVERFLOW, square));
        } else if (workload == Workload.FEED && columns == 1000) {
          all.add(lost(workload, columns, Variant.STOCK, 1, Outcome.TIMEOUT, 590_000));
        } else if (columns <= 500 || workload != Workload.CHAIN && workload != Workload.FEED) {
          all.add(done(workload, columns, Variant.STOCK, 1, square));
        }
        all.add(done(workload, columns, Variant.OFF, 1, own * columns * columns / 101.0));
        all.add(done(workload, columns, Variant.REBUILT, 1, own * columns / 5.0));
        if (workload.hasSelect()) {
          all.add(done(workload, columns, Variant.SELECT, 1, columns / 10.0));
        }
      }
    }
    return results(sizes, all.toArray(Measurement[]::new));
  }
}
