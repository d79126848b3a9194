/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.List;

/**
 * Writes the program of a seed: calls over a few Datasets with few rows, most of which succeed. Long runs of calls on one Dataset are more frequent than in programs of
 * people, since there the Projects merge.
 */
final class ProgramGenerator {
  /** A setting of programs alone: they run in a session with an analyzer rule of an extension. */
  static final String EXTENSION = "fuzz.extension";
  private static final int TRIES = 20;
  private static final List<Rule> SOURCES = List.of(Rule.LOCAL, Rule.LOCAL, Rule.RANGE, Rule.SQL_TEXT, Rule.RDD, Rule.RDD, Rule.RDD, Rule.RDD, Rule.FILE, Rule.FILE,
      Rule.TABLE);

  private final ProgramDraft p;
  private final StepFamily families;
  private final CallPatterns patterns;

  private ProgramGenerator(ProgramDraft program) {
    p = program;
    // Some families draw before they know whether a production is theirs: another order gives other programs.
    families = new SourceSteps(p, new ColumnSteps(p, new ListSteps(p, new RowSteps(p, new GroupSteps(p, new PairSteps(p, new NamedSteps(p, new OtherSteps(p))))))));
    patterns = new CallPatterns(p, this::step);
  }

  /**
   * The program of a seed.
   *
   * @param maxSteps at most so many calls
   */
  static FuzzProgram program(long seed, int maxSteps) {
    ProgramDraft draft = new ProgramDraft(seed, maxSteps);
    new ProgramGenerator(draft).write();
    return new FuzzProgram(seed, draft.settings, draft.steps);
  }

  private void write() {
    step(p.streaming ? Rule.STREAM : p.any(SOURCES));
    RuleChoice choice = new RuleChoice(p);
    List<Rule> due = choice.due();
    // A production that is due is tried about so often before it is given up.
    for (int tries = 0; p.steps.size() < p.length && tries < 1500; tries++) {
      if (!due.isEmpty() && !p.one(4)) {
        if (step(due.get(0)) || p.one(TRIES)) {
          due.remove(0);
        } else if (p.one(3)) {
          RuleChoice.before(due.get(0)).ifPresent(this::step);
        }
      } else if (!p.streaming && p.one(3)) {
        patterns.write();
      } else {
        step(choice.drawn());
      }
    }
  }

  private boolean step(Rule rule) {
    if (p.pool.isEmpty() && rule != Rule.STREAM && !SOURCES.contains(rule)) {
      return false;
    }
    return families.step(rule, p.pool.isEmpty() ? null : p.pick());
  }
}
