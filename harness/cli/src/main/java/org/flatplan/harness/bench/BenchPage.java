/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import static org.flatplan.harness.page.Html.text;

import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flatplan.harness.bench.Target.Verdict;
import org.flatplan.harness.page.Html;

/** The results as a page: targets, pictures, the table, where the time goes. */
final class BenchPage {
  private final StringBuilder out = new StringBuilder();
  private final Results results;
  private final BenchReport report;
  private final Map<String, byte[]> plots;

  private BenchPage(Results results, BenchReport report, Map<String, byte[]> plots) {
    this.results = results;
    this.report = report;
    this.plots = plots;
  }

  static String render(Results results, BenchReport report, Map<String, byte[]> plots) {
    return new BenchPage(results, report, plots).page();
  }

  private String page() {
    line(Html.head("Columns one at a time: the release and the rebuild"));
    verdict();
    if (!report.disagreements().isEmpty()) {
      line("<h2>Rows or schemas that differ</h2><ul class=\"problems\">");
      report.disagreements().forEach(each -> line("<li>" + text(each) + "</li>"));
      line("</ul>");
    }
    targets();
    method();
    table();
    pictures();
    phases();
    return line(Html.FOOT).out.toString();
  }

  private void verdict() {
    boolean failed = !report.disagreements().isEmpty() || count(Verdict.NOT_MET) > 0;
    boolean open = count(Verdict.NOT_MEASURED) > 0;
    line("<div class=\"verdict" + (failed ? " fail" : "") + "\"><div class=\"mark\">" + (failed ? "FAIL" : open ? "OPEN" : "PASS")
        + "</div><div><h1>Columns one at a time: Spark " + text(report.release() == null ? "" : report.release()) + " and its rebuild</h1>");
    line(String.format(Locale.ROOT, "<p>%d measurements, each in a JVM of its own. Targets: %d met, %d not met, %d not measured. %s</p>",
        results.measurements().size(), count(Verdict.MET), count(Verdict.NOT_MET), count(Verdict.NOT_MEASURED),
        report.disagreements().isEmpty() ? "Rows and schema are the same wherever two were measured." : "Rows or schemas differ."));
    Machine machine = report.machine();
    line("<p class=\"soft\">" + text(machine.cores() + " cores, " + machine.memoryMiB() / 1024 + " GiB, " + machine.system() + ", " + machine.java())
        + ". The same content for programs: <code>bench.json</code></p></div></div>");
  }

  private long count(Verdict verdict) {
    return report.targets().stream().filter(target -> target.verdict() == verdict).count();
  }

  private void targets() {
    line("<h2>Targets</h2><div class=\"scroll\"><table><thead><tr><th>Target</th><th></th><th>Measured</th></tr></thead><tbody>");
    for (Target target : report.targets()) {
      String tag = switch (target.verdict()) {
        case MET -> "identical";
        case NOT_MET -> "bad-tag";
        case NOT_MEASURED -> "version";
      };
      line("<tr><td>" + text(target.name()) + "</td><td><span class=\"tag " + tag + "\">" + target.verdict().label() + "</span></td><td>"
          + text(target.measured()) + "</td></tr>");
    }
    line("</tbody></table></div>");
  }

  private void method() {
    Method method = report.method();
    line("<h2>How it was measured</h2>");
    line("<p>Total: " + text(method.measured()) + "; " + text(method.clock()) + ". " + method.runs() + " runs of each cell, limit "
        + method.timeoutSeconds() + " s for a JVM with start and warm-up. " + text(sentence(method.warmUp())) + " " + text(sentence(method.order())) + "</p>");
    line("<p>Session: " + text(method.session()) + ". JVM: <code>" + text(method.jvmOptions().get(0)) + "</code>, with the options that Spark's launcher"
        + " gives a driver; all are in <code>bench.json</code>.</p>");
    line("<p>A time-out, a stack overflow and a full heap are results. Where a size ended so, larger ones were not tried. Not measured: "
        + text(method.leftOut()) + ".</p>");
  }

  private static String sentence(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }

  private void table() {
    line("<h2>Calls, optimization and planning</h2><div class=\"scroll\"><table><thead><tr>");
    List<String> head = BenchTable.head(results);
    for (int i = 0; i < head.size(); i++) {
      line("<th" + (i == 0 ? "" : " class=\"n\"") + ">" + text(head.get(i)) + "</th>");
    }
    line("</tr></thead><tbody>");
    for (List<String> row : BenchTable.rows(results)) {
      StringBuilder cells = new StringBuilder("<tr><td><code>" + text(row.get(0)) + "</code></td>");
      row.stream().skip(1).forEach(cell -> cells.append("<td class=\"n\">").append(text(cell)).append("</td>"));
      line(cells + "</tr>");
    }
    line("</tbody></table></div>");
  }

  private void pictures() {
    if (plots.isEmpty()) {
      return;
    }
    line("<h2>Time against columns</h2><p class=\"soft\">Both axes are logarithmic. A cross is a measurement that did not come to its end, at the time"
        + " when it ended.</p>");
    picture("ratio");
    line("<div style=\"display:grid;grid-template-columns:repeat(auto-fit,minmax(420px,1fr));gap:12px;margin-top:12px\">");
    for (Workload workload : results.matrix().workloads()) {
      if (plots.containsKey(workload.label())) {
        line("<div>");
        picture(workload.label());
        line("<p class=\"soft\"><code>" + text(workload.call()) + "</code></p></div>");
      }
    }
    line("</div>");
  }

  private void picture(String name) {
    if (plots.containsKey(name)) {
      line("<img alt=\"" + text(name) + "\" style=\"width:100%;max-width:760px;border-radius:8px\" src=\"data:image/png;base64,"
          + Base64.getEncoder().encodeToString(plots.get(name)) + "\">");
    }
  }

  private void phases() {
    line("<h2>Where the time goes</h2><details><summary>Phases, heap and plans of each cell</summary><div class=\"scroll\"><table><thead><tr><th>Workload</th>"
        + "<th class=\"n\">columns</th><th>variant</th><th class=\"n\">least - most</th><th class=\"n\">build</th><th class=\"n\">optimize</th>"
        + "<th class=\"n\">plan</th><th class=\"n\">first job</th><th class=\"n\">peak heap</th><th class=\"n\">depth</th><th class=\"n\">Projects</th>"
        + "<th class=\"n\">expressions</th></tr></thead><tbody>");
    for (Cell cell : results.cells()) {
      if (cell.done()) {
        line("<tr><td><code>" + cell.workload().label() + "</code></td><td class=\"n\">" + cell.columns() + "</td><td>" + text(cell.variant().title())
            + "</td>" + number(Figures.time(cell.total().min()) + " - " + Figures.time(cell.total().max())) + number(Figures.time(cell.phase(Seen::build)))
            + number(Figures.time(cell.phase(Seen::optimize))) + number(Figures.time(cell.phase(Seen::plan))) + number(Figures.time(cell.phase(Seen::job)))
            + number(Figures.digits(cell.median(Seen::peakHeapBytes) / (1 << 20)) + " MiB")
            + number(String.format(Locale.ROOT, "%,.0f", cell.median(seen -> seen.analyzed().depth())))
            + number(String.format(Locale.ROOT, "%,.0f", cell.median(seen -> seen.analyzed().projects())))
            + number(String.format(Locale.ROOT, "%,.0f", cell.median(seen -> seen.analyzed().expressions()))) + "</tr>");
      } else if (cell.state() == Cell.State.FAILED) {
        line("<tr><td><code>" + cell.workload().label() + "</code></td><td class=\"n\">" + cell.columns() + "</td><td>" + text(cell.variant().title())
            + "</td><td colspan=\"9\">" + text(cell.text() + " in phase " + cell.cause().seen().phase().label()) + "</td></tr>");
      }
    }
    line("</tbody></table></div><p class=\"soft\" style=\"padding:0 14px 10px\">Depth, Projects and expressions are of the analyzed plan. Peak heap is the sum"
        + " of the peaks of the heap's pools from the first call on.</p></details>");
  }

  private static String number(String text) {
    return "<td class=\"n\">" + text(text) + "</td>";
  }

  private BenchPage line(String html) {
    out.append(html).append('\n');
    return this;
  }
}
