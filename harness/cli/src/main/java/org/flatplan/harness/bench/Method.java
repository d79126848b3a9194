/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.List;
import org.flatplan.harness.jvm.SparkJvm;

/**
 * How was measured.
 *
 * @param measured what the total is
 * @param clock which time counts
 * @param runs JVMs for each cell
 * @param warmUp what each JVM does before it measures
 * @param order of the JVMs
 * @param timeoutSeconds limit of each JVM, with start and warm-up
 * @param jvmOptions options of each JVM
 * @param session Spark as it is set
 * @param leftOut what is not measured here
 */
record Method(String measured, String clock, int runs, String warmUp, String order, int timeoutSeconds, List<String> jvmOptions, String session,
    String leftOut) {
  static Method of(int runs, int timeoutSeconds, String heap, Clock clock) {
    return new Method("median of all calls with their analysis, optimization and physical planning; not the first job", clock.title(), runs,
        "each JVM runs the workload " + BenchProgram.WARM_UP_RUNS + " times with " + BenchProgram.WARM_UP_COLUMNS + " columns to the end, then once measured",
        "a JVM for each measurement; the order of the variants is reversed with each run", timeoutSeconds, SparkJvm.options(heap),
        "local[2], no UI, 2 shuffle partitions; else the defaults, among them the size of a thread's stack",
        "the rule, the guard and the cache look-up by themselves: there are no microbenchmarks (JMH)");
  }
}
