/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first thing in which a run with the rule is not as it should be.
 *
 * @param step what was called; null for the program as a whole
 * @param baseline what was seen on stock behaviour; null: nothing any more
 * @param candidate what was seen with the rule; null: nothing any more
 */
record Difference(Step step, Observation baseline, Observation candidate) {
  /** As {@link Shown} writes them. */
  private static final Pattern ERROR = Pattern.compile("^(build|run) <- (\\w+)");
  private static final Pattern CONDITION = Pattern.compile("\\[([A-Z][A-Z_.0-9]+) ");
  private static final Pattern OUTCOME = Pattern.compile("timeout|the JVM ended with \\d+");
  private static final int SHOWN = 1_200;
  private static final int BEFORE = 300;

  static Difference of(FuzzProgram program, Observation baseline, Observation candidate) {
    int id = baseline == null ? candidate.step() : candidate == null ? baseline.step() : Math.min(baseline.step(), candidate.step());
    return new Difference(program.steps().stream().filter(each -> each.id() == id).findFirst().orElse(null), baseline, candidate);
  }

  /** What differs, without the names and values of the program: equal for differences of one kind. */
  String signature() {
    return (step == null ? "program" : step.rule().name()) + ": " + what() + ", " + form(baseline) + " / " + form(candidate);
  }

  /** Whether one side only costs more than the other. */
  boolean ofFigure() {
    return baseline != null && candidate != null && baseline.kind() == Observation.Kind.AT_MOST && candidate.kind() == Observation.Kind.AT_MOST;
  }

  private String what() {
    if (baseline == null || candidate == null) {
      return plain(baseline == null ? candidate : baseline);
    }
    return plain(baseline).equals(plain(candidate)) ? plain(baseline) : plain(baseline) + " / " + plain(candidate);
  }

  private static String plain(Observation observation) {
    return observation.what().replaceAll("\\d+", "");
  }

  private static String form(Observation observation) {
    if (observation == null) {
      return "nothing";
    }
    if (observation.kind() == Observation.Kind.AT_MOST) {
      return "a figure";
    }
    if (observation.step() == -1 && OUTCOME.matcher(observation.value()).matches()) {
      return observation.value();
    }
    Matcher error = ERROR.matcher(observation.value());
    if (!error.find()) {
      return "a value";
    }
    Matcher condition = CONDITION.matcher(observation.value());
    return error.group(1) + " " + (condition.find() ? condition.group(1) : error.group(2));
  }

  /** Both sides, around the place where they part. */
  String text(Against against) {
    int begin = baseline == null || candidate == null ? 0 : Math.max(0, common(baseline.value(), candidate.value()) - BEFORE);
    return (step == null ? "the program" : "step " + step.id() + ", " + step.call()) + "\n  " + against.baselineTitle() + ": " + shown(baseline, begin)
        + "\n  " + against.candidateTitle() + ": " + shown(candidate, begin);
  }

  private static int common(String one, String other) {
    int length = 0;
    while (length < Math.min(one.length(), other.length()) && one.charAt(length) == other.charAt(length)) {
      length++;
    }
    return length;
  }

  private static String shown(Observation observation, int begin) {
    if (observation == null) {
      return "nothing more";
    }
    String value = observation.value();
    int from = Math.min(begin, value.length());
    int to = Math.min(from + SHOWN, value.length());
    return "step " + observation.step() + ", " + observation.what() + " = " + (from > 0 ? "..." : "") + value.substring(from, to)
        + (to < value.length() ? "..." : "");
  }
}
