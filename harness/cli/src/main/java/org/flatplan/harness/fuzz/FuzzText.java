/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.flatplan.harness.page.Html;

/** A summary as people read it. */
final class FuzzText {
  private static final int WIDTH = 120;
  private static final int LISTED = 20;

  private FuzzText() {
  }

  static String of(FuzzSummary summary) {
    StringBuilder text = new StringBuilder();
    Against against = Against.of(summary.against());
    summary.kinds().forEach((signature, kind) -> text.append("DIFFERENT: ").append(signature).append(": ").append(kind.count()).append(" programs, seeds ")
        .append(kind.seeds()).append('\n').append(kind.text() == null ? "" : kind.text()).append("\n\n"));
    noted(text, "unsteady", summary.unsteady());
    noted(text, "too much for stock Spark", summary.lost());
    wrapped(text, "Reached: ", summary.coverage());
    text.append(String.format(Locale.ROOT, "%,d of %,d programs of up to %d steps, seeds %s, %s against %s, in %s: %d differ, %d unsteady, %d too much for stock"
        + " Spark.%n", summary.programs(), summary.asked(), summary.maxSteps(), String.join(", ", summary.seeds()), against.candidateTitle(),
        against.baselineTitle(), Html.time(summary.seconds()), summary.mismatches(), summary.unsteady().size(), summary.lost().size()));
    if (!summary.coverageChecked()) {
      text.append("Coverage is asked for from ").append(Coverage.FEWEST_PROGRAMS).append(" programs on; ").append(summary.low().size())
          .append(" counters are below ").append(Coverage.needed(summary.programs())).append(".\n");
    }
    summary.problems().forEach(problem -> text.append("FAIL: ").append(problem).append('\n'));
    return text.append(summary.passes() ? "PASS\n" : "").toString();
  }

  private static void noted(StringBuilder text, String title, SortedMap<Long, String> seeds) {
    seeds.entrySet().stream().limit(LISTED).forEach(each -> text.append(title).append(": seed ").append(each.getKey()).append(": ").append(each.getValue()).append('\n'));
    if (seeds.size() > LISTED) {
      text.append(title).append(": ").append(seeds.size() - LISTED).append(" more\n");
    }
  }

  private static void wrapped(StringBuilder text, String title, Map<String, Long> counters) {
    StringBuilder line = new StringBuilder(title);
    for (Map.Entry<String, Long> each : counters.entrySet()) {
      String next = each.getKey() + " " + each.getValue();
      if (line.length() + next.length() + 2 > WIDTH) {
        text.append(line.toString().stripTrailing()).append('\n');
        line = new StringBuilder("  ");
      }
      line.append(next).append(", ");
    }
    text.append(line.toString().stripTrailing().replaceAll(",$", "")).append('\n');
  }
}
