/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.List;
import java.util.Map;

/** A program without a trace: its JVM died, or took too long. That it is lost is all that was seen. */
final class Lost {
  static final String WHAT = "outcome";
  static final String TIMEOUT = "timeout";
  static final String OUT_OF_MEMORY = "OutOfMemoryError";

  private Lost() {
  }

  static Trace trace(String outcome) {
    return new Trace(List.of(new Observation(-1, WHAT, outcome, Observation.Kind.SAME)), Map.of());
  }

  static boolean is(Trace trace) {
    return trace.observations().size() == 1 && trace.observations().get(0).step() == -1 && trace.observations().get(0).what().equals(WHAT);
  }
}
