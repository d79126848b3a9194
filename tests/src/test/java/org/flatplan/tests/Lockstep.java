// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Runs a program with the rule off (stock Spark) and on, and asserts that no step shows a difference.
 * The system property {@code lockstep.print} prints what each step gave.
 */
record Lockstep(Outcome off, Outcome on) {

  static Lockstep run(Program.Text text) {
    Lockstep both = new Lockstep(Program.run(false, text), Program.run(true, text));
    if (Boolean.getBoolean("lockstep.print")) {
      String caller = StackWalker.getInstance().walk(frames -> frames.skip(1).findFirst().map(StackWalker.StackFrame::toString).orElse(""));
      both.off.steps().forEach((name, step) -> System.out.println(caller + " '" + name + "': " + step));
    }
    both.assertEqual();
    return both;
  }

  private void assertEqual() {
    assertThat(off.steps()).as("the program recorded steps").isNotEmpty();
    Set<String> names = new LinkedHashSet<>(off.steps().keySet());
    names.addAll(on.steps().keySet());
    StringBuilder differences = new StringBuilder();
    for (String name : names) {
      Outcome.Step stock = off.steps().get(name);
      Outcome.Step ours = on.steps().get(name);
      if (!Objects.equals(stock, ours)) {
        differences.append("\nstep '").append(name).append("'\n  off: ").append(stock).append("\n  on:  ").append(ours);
      }
    }
    if (!differences.isEmpty()) {
      fail("the rule changed what the program shows:" + differences);
    }
  }

  /** Also pins the rows stock Spark gives, so that a program that stops testing anything is noticed. */
  Lockstep gives(String step, Object[]... rows) {
    List<List<Object>> expected = java.util.Arrays.stream(rows).map(java.util.Arrays::asList).toList();
    assertThat(off.step(step).error()).as("error of step '%s'", step).isNull();
    assertThat(off.step(step).rows()).as("rows of step '%s'", step).isEqualTo(expected);
    return this;
  }

  Lockstep hasColumns(String step, String... columns) {
    assertThat(off.step(step).columns()).as("columns of step '%s'", step).containsExactly(columns);
    return this;
  }

  Lockstep is(String step, Object value) {
    assertThat(off.step(step).error()).as("error of step '%s'", step).isNull();
    assertThat(off.step(step).value()).as("value of step '%s'", step).isEqualTo(value);
    return this;
  }

  /** The step succeeds on stock Spark, whatever its rows are. */
  Lockstep succeeds(String step) {
    assertThat(off.step(step).error()).as("error of step '%s'", step).isNull();
    return this;
  }

  /** The step fails while the plan is built (not when it runs), with this condition. */
  Lockstep failsToBuild(String step, String condition) {
    assertThat(off.step(step).error()).as("error of step '%s'", step).startsWith("build").contains(condition);
    return this;
  }

  /** The step builds, and fails when it runs, with this condition. */
  Lockstep failsToRun(String step, String condition) {
    assertThat(off.step(step).error()).as("error of step '%s'", step).startsWith("run").contains(condition);
    return this;
  }

  /** With the rule on the analyzed plan of the step has fewer projects than with the rule off: the rule was at work. */
  Lockstep merged(String step) {
    assertThat(on.shape(step).projects()).as("projects of step '%s'", step).isLessThan(off.shape(step).projects());
    return this;
  }

  /** With the rule on the analyzed plan of the step has as many projects as with the rule off. */
  Lockstep notMerged(String step) {
    assertThat(on.shape(step).projects()).as("projects of step '%s'", step).isEqualTo(off.shape(step).projects());
    return this;
  }
}
