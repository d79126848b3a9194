/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.flatplan.harness.page.Html.text;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.flatplan.harness.page.Html;

/** A comparison as a page: the differences first, then modules, the slowest suites, where the rule merged, and each suite. */
final class ComparisonPage {
  private static final int SLOWEST = 25;

  private final StringBuilder out = new StringBuilder();
  private final Comparison comparison;
  private final SuiteLayout layout;
  private final Map<String, String> classes;

  private ComparisonPage(Comparison comparison, SuiteLayout layout, Map<String, String> classes) {
    this.comparison = comparison;
    this.layout = layout;
    this.classes = classes;
  }

  static String render(Comparison comparison, SuiteLayout layout, Map<String, String> classes) {
    return new ComparisonPage(comparison, layout, classes).page();
  }

  private String page() {
    line(Html.head("Spark's suites: " + layout.sparkVersion() + " and its rebuild"));
    verdict();
    findings("What fails the comparison", comparison.findings().stream().filter(finding -> finding.kind().failing()).toList(), true);
    findings("What is known", comparison.findings().stream().filter(finding -> !finding.kind().failing()).toList(), false);
    modules();
    suites("The slowest suites", comparison.suites().stream().filter(suite -> suite.rebuilt() != null)
        .sorted(Comparator.comparingLong((Comparison.Suite suite) -> suite.rebuilt().millis()).reversed()).limit(SLOWEST).toList(), true);
    suites("Where the rule merged most", comparison.suites().stream().filter(suite -> suite.rebuilt() != null && suite.rebuilt().merged() > 0)
        .sorted(Comparator.comparingLong((Comparison.Suite suite) -> suite.rebuilt().merged()).reversed()).limit(SLOWEST).toList(), true);
    line("<h2>All suites</h2>");
    for (SuiteLayout.Module module : layout.modules()) {
      List<Comparison.Suite> own = of(module);
      if (!own.isEmpty()) {
        suites(module.name() + ", " + own.size() + " suites", own, false);
      }
    }
    return line(Html.FOOT).out.toString();
  }

  private List<Comparison.Suite> of(SuiteLayout.Module module) {
    return comparison.suites().stream().filter(suite -> suite.module().equals(module.name())).toList();
  }

  private void verdict() {
    line("<div class=\"verdict" + (comparison.passed() ? "" : " fail") + "\"><div class=\"mark\">" + (comparison.passed() ? "PASS" : "FAIL")
        + "</div><div><h1>Spark's own suites: " + text(layout.sparkVersion()) + " and its rebuild</h1>");
    long failing = comparison.findings().stream().filter(finding -> finding.kind().failing()).count();
    line(String.format(Locale.ROOT, "<p>%,d suites. On the rebuild %,d tests passed, %,d failed, %,d did not run. %s</p>",
        comparison.suites().size(), comparison.sum(Comparison.Side::passed), comparison.sum(Comparison.Side::failed),
        comparison.sum(Comparison.Side::others),
        failing == 0 ? "Each test says the same as on the release, or it is known why not." : failing + " differences, listed below."));
    line(String.format(Locale.ROOT, "<p class=\"soft\">The rule was asked %,d times and merged %,d times. The same content for programs:"
        + " <code>comparison.json</code></p></div></div>", comparison.sum(Comparison.Side::asked), comparison.sum(Comparison.Side::merged)));
  }

  private void findings(String title, List<Comparison.Finding> findings, boolean bad) {
    if (findings.isEmpty()) {
      return;
    }
    line("<h2>" + title + "</h2><div class=\"scroll\"><table><thead><tr><th>Kind</th><th>Suite, test</th><th>release</th><th>rebuild</th></tr></thead><tbody>");
    for (Comparison.Finding finding : findings) {
      line("<tr><td><span class=\"tag " + (bad ? "bad-tag" : "version") + "\">" + SuitesCompareCommand.label(finding.kind()) + "</span></td><td><code>"
          + text(finding.module() + " " + finding.suite()) + "</code>" + (finding.test() == null ? "" : "<br>" + text(finding.test()))
          + (finding.detail() == null ? "" : "<br><span class=\"soft\">" + text(shortened(finding.detail())) + "</span>") + "</td><td>"
          + outcome(finding.stock()) + "</td><td>" + outcome(finding.rebuilt()) + "</td></tr>");
    }
    line("</tbody></table></div>");
  }

  private static String shortened(String detail) {
    return detail.length() <= 600 ? detail : detail.substring(0, 600) + " ...";
  }

  private static String outcome(String outcome) {
    return outcome == null ? "" : text(outcome);
  }

  private void modules() {
    line("<h2>Modules</h2><div class=\"scroll\"><table><thead><tr><th>Module</th><th>Side</th><th class=\"n\">suites</th><th class=\"n\">passed</th>"
        + "<th class=\"n\">failed</th><th class=\"n\">not run</th><th class=\"n\">time in suites</th><th class=\"n\">asked</th><th class=\"n\">merged</th>"
        + "<th>Ran against</th></tr></thead><tbody>");
    for (SuiteLayout.Module module : layout.modules()) {
      List<Comparison.Suite> own = of(module);
      if (!own.isEmpty()) {
        side("<b>" + text(module.artifact()) + "</b>", "release", own.stream().map(Comparison.Suite::stock).toList(), layout.sparkVersion());
        side("", "rebuild", own.stream().map(Comparison.Suite::rebuilt).toList(), classes.get(module.name()));
      }
    }
    line("</tbody></table></div>");
  }

  private void side(String module, String name, List<Comparison.Side> all, String against) {
    List<Comparison.Side> sides = all.stream().map(side -> side == null ? Comparison.Side.NONE : side).toList();
    line("<tr><td>" + module + "</td><td>" + name + "</td>" + number(sides.stream().filter(side -> side != Comparison.Side.NONE).count(), false)
        + number(sum(sides, Comparison.Side::passed), false) + number(sum(sides, Comparison.Side::failed), true)
        + number(sum(sides, Comparison.Side::others), false) + "<td class=\"n\">" + Progress.time(sum(sides, Comparison.Side::millis) / 1000.0)
        + "</td>" + number(sum(sides, Comparison.Side::asked), false) + number(sum(sides, Comparison.Side::merged), false) + "<td><code class=\"sum\">"
        + text(against) + "</code></td></tr>");
  }

  private static long sum(List<Comparison.Side> sides, ToLongFunction<Comparison.Side> number) {
    return sides.stream().mapToLong(number).sum();
  }

  private void suites(String title, List<Comparison.Suite> suites, boolean open) {
    line("<details" + (open ? " open" : "") + "><summary>" + text(title) + "</summary><div class=\"scroll\"><table><thead><tr><th>Suite</th>"
        + "<th class=\"n\">passed</th><th class=\"n\">failed</th><th class=\"n\">not run</th><th class=\"n\">release</th><th class=\"n\">rebuild</th>"
        + "<th class=\"n\">merged</th></tr></thead><tbody>");
    for (Comparison.Suite suite : suites) {
      Comparison.Side stock = suite.stock() == null ? Comparison.Side.NONE : suite.stock();
      Comparison.Side rebuilt = suite.rebuilt() == null ? Comparison.Side.NONE : suite.rebuilt();
      line("<tr><td><code>" + text(suite.name()) + "</code>" + ends(stock, rebuilt) + "</td>" + both(stock.passed(), rebuilt.passed())
          + both(stock.failed(), rebuilt.failed()) + both(stock.others(), rebuilt.others()) + "<td class=\"n\">"
          + Progress.time(stock.millis() / 1000.0) + "</td><td class=\"n\">" + Progress.time(rebuilt.millis() / 1000.0) + "</td>"
          + number(rebuilt.merged(), false) + "</tr>");
    }
    line("</tbody></table></div></details>");
  }

  private static String ends(Comparison.Side stock, Comparison.Side rebuilt) {
    String completed = SuiteResult.End.COMPLETED.label();
    return stock.end().equals(completed) && rebuilt.end().equals(completed) ? ""
        : " <span class=\"tag version\">" + text(name(stock) + " / " + name(rebuilt)) + "</span>";
  }

  private static String name(Comparison.Side side) {
    return side == Comparison.Side.NONE ? "no result" : side.end();
  }

  /** The number of the rebuild, and of the release where that is another. */
  private static String both(long stock, long rebuilt) {
    return stock == rebuilt ? number(rebuilt, false) : String.format(Locale.ROOT, "<td class=\"n bad\">%,d / %,d</td>", stock, rebuilt);
  }

  private static String number(long n, boolean bad) {
    return String.format(Locale.ROOT, "<td class=\"n%s\">%,d</td>", n == 0 ? " zero" : bad ? " bad" : "", n);
  }

  private ComparisonPage line(String html) {
    out.append(html).append('\n');
    return this;
  }
}
