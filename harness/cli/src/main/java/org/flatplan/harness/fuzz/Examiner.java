/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** Runs programs on both sides and judges what they show. Not thread-safe. */
final class Examiner implements AutoCloseable {
  private static final int AGAIN = 3;
  /** Whether stock Spark inlines a column that is used twice depends on the order in which it finds the uses in a hash map. */
  private static final int AGAIN_FOR_FIGURES = 8;

  private final Oracle oracle;
  private final LongFunction<FuzzProgram> programs;

  /** A program that was made small, and what it still shows. */
  record Shrunk(FuzzProgram program, Difference difference) {
  }

  Examiner(Oracle oracle, LongFunction<FuzzProgram> programs) {
    this.oracle = oracle;
    this.programs = programs;
  }

  Verdict examine(long seed) throws IOException, InterruptedException {
    FuzzProgram program = programs.apply(seed);
    Traces first = oracle.run(program);
    Coverage coverage = new Coverage();
    coverage.add(program, first);
    Optional<Difference> difference = first.difference(program);
    Verdict.Kind kind = first.lost() ? Verdict.Kind.LOST : difference.isEmpty() ? Verdict.Kind.SAME
        : isSteady(program, first, difference.get()) ? Verdict.Kind.MISMATCH : difference.get().ofFigure() ? Verdict.Kind.SAME : Verdict.Kind.UNSTEADY;
    return new Verdict(program, kind, difference.orElse(null), first.lost() ? first.baseline().observations().get(0).value() : null, coverage.counters());
  }

  // What stock Spark leaves to chance it shows differently by itself; a cost says something only if it is always that high.
  private boolean isSteady(FuzzProgram program, Traces first, Difference difference) throws IOException, InterruptedException {
    List<Traces> again = new ArrayList<>();
    int times = difference.ofFigure() ? AGAIN_FOR_FIGURES : AGAIN;
    for (int i = 0; i < times; i++) {
      again.add(oracle.run(program));
    }
    if (!again.stream().allMatch(each -> TraceComparison.same(first.baseline(), each.baseline()))) {
      return false;
    }
    long differ = again.stream().filter(each -> each.difference(program).isPresent()).count();
    return differ == times || differ > 0 && !difference.ofFigure();
  }

  /** Makes a program small that showed a difference. */
  Shrunk shrink(Verdict mismatch, Duration limit) throws IOException, InterruptedException {
    Difference[] last = {mismatch.difference()};
    FuzzProgram small = ProgramShrinker.shrink(mismatch.program(), last[0].step() == null ? -1 : last[0].step().id(), candidate -> {
      Optional<Difference> found = oracle.run(candidate).difference(candidate).filter(each -> each.signature().equals(mismatch.difference().signature()));
      found.ifPresent(difference -> last[0] = difference);
      return found.isPresent();
    }, limit);
    return new Shrunk(small, last[0]);
  }

  @Override
  public void close() {
    oracle.close();
  }
}
