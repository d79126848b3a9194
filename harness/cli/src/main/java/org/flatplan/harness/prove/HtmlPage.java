/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import static org.flatplan.harness.page.Html.text;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.flatplan.harness.page.Html;

/** The rebuild report as one page that needs nothing else: no script, no font, no picture from elsewhere. */
final class HtmlPage {
  private static final int SHOWN_PROBLEMS = 30;

  private final StringBuilder out = new StringBuilder();
  private final RebuildReport report;

  private HtmlPage(RebuildReport report) {
    this.report = report;
  }

  static String render(RebuildReport report) {
    return new HtmlPage(report).page();
  }

  private String page() {
    line(Html.head("Rebuild report: Spark " + report.rebuiltVersion()));
    verdict();
    totals();
    line("<h2>What differs, and why</h2>");
    report.modules().forEach(this::differences);
    line("<h2>Public interface</h2>")
        .line("<p class=\"soft\">Public and protected members of the release, compared by signature. None may vanish or change; new ones are listed.</p>");
    report.modules().forEach(this::signatures);
    patches();
    inputs();
    line("<h2>Identical classes</h2>");
    report.modules().forEach(this::identical);
    return line(Html.FOOT).out.toString();
  }

  private void verdict() {
    int identical = 0;
    int compared = 0;
    for (RebuildReport.Module module : report.modules()) {
      identical += module.totals().get(Category.IDENTICAL.label()).classes();
      compared += (int) module.differences().stream().filter(each -> each.kind().equals("class") && !each.change().equals("new")).count();
    }
    compared += identical;
    line("<div class=\"verdict" + (report.passed() ? "" : " fail") + "\"><div class=\"mark\">" + (report.passed() ? "PASS" : "FAIL") + "</div><div>")
        .line("<h1>Spark " + text(report.releaseVersion()) + ", rebuilt as " + text(report.rebuiltVersion()) + "</h1>");
    if (report.passed()) {
      line(String.format(Locale.ROOT, "<p>%,d classes are byte for byte the release's. Each of the others comes from a source file that a patch touches or from"
          + " java-src. Nothing is missing, nothing is unexplained.</p>", identical));
    } else {
      line(String.format(Locale.ROOT, "<p>%,d of the release's %,d classes are byte for byte the same. %,d %s, listed below; each one fails the build.</p>",
          identical, compared, report.problems().size(), report.problems().size() == 1 ? "problem" : "problems"));
    }
    line("<p class=\"soft\">Spark line " + text(report.line()) + ", made at " + text(report.generated())
        + ". The same content for programs: <code>rebuild-report.json</code></p></div></div>");
    if (!report.problems().isEmpty()) {
      line("<ul class=\"problems\">");
      report.problems().stream().limit(SHOWN_PROBLEMS).forEach(problem -> line("<li><code>" + text(problem) + "</code></li>"));
      if (report.problems().size() > SHOWN_PROBLEMS) {
        line("<li>and " + (report.problems().size() - SHOWN_PROBLEMS) + " more, below</li>");
      }
      line("</ul>");
    }
  }

  private void totals() {
    line("<h2>Totals</h2><div class=\"scroll\"><table><thead><tr><th>Jar</th><th>Entries</th>");
    for (Category category : Category.values()) {
      line("<th class=\"n\">" + category.label() + "</th>");
    }
    line("<th class=\"n\">duplicates</th></tr></thead><tbody>");
    for (RebuildReport.Module module : report.modules()) {
      for (String kind : List.of("classes", "resources", "directories")) {
        line("<tr><td>" + (kind.equals("classes") ? "<b>" + text(module.artifact()) + "</b>" : "") + "</td><td>" + kind + "</td>");
        for (Category category : Category.values()) {
          RebuildReport.Total total = module.totals().get(category.label());
          int n = kind.equals("classes") ? total.classes() : kind.equals("resources") ? total.resources() : total.directories();
          number(n, category.failure());
        }
        if (kind.equals("classes")) {
          number(module.duplicates().size(), true);
        } else {
          line("<td></td>");
        }
        line("</tr>");
      }
    }
    line("</tbody></table></div>");
  }

  private void differences(RebuildReport.Module module) {
    line("<h3>" + text(module.artifact()) + "</h3>");
    if (module.differences().isEmpty()) {
      line("<p>No entry differs.</p>");
      return;
    }
    List<RebuildReport.Entry> open = module.differences().stream().filter(each -> !each.kind().equals("directory") || failure(each)).toList();
    line("<div class=\"scroll\"><table><thead><tr><th>Kind</th><th>Entry</th><th>Explained by</th></tr></thead><tbody>");
    for (RebuildReport.Entry entry : open) {
      String by = entry.explainedBy().isEmpty() ? "<b>nothing</b>"
          : String.join("<br>", entry.explainedBy().stream().map(each -> "<code>" + text(each) + "</code>").toList());
      line("<tr><td><span class=\"tag " + entry.category() + "\">" + entry.category() + "</span><br><span class=\"soft\">" + entry.change()
          + "</span></td><td><code>" + text(entry.entry()) + "</code></td><td>" + by + "<br><span class=\"soft\">" + text(entry.detail())
          + "</span></td></tr>");
    }
    line("</tbody></table></div>");
  }

  private void signatures(RebuildReport.Module module) {
    RebuildReport.Signatures all = module.signatures();
    line("<details" + (all.removed().isEmpty() && all.changed().isEmpty() ? "" : " open") + "><summary>" + text(module.artifact()) + ": "
        + all.removed().size() + " removed, " + all.changed().size() + " changed, " + all.added().size() + " added</summary><ul>");
    members("missing", "removed", all.removed());
    members("unexplained", "changed", all.changed());
    members("added", "added", all.added());
    line("</ul></details>");
  }

  private void members(String style, String label, Collection<String> members) {
    members.forEach(member -> line("<li><span class=\"tag " + style + "\">" + label + "</span> <code>" + text(member) + "</code></li>"));
  }

  private void patches() {
    line("<h2>Patches, in order</h2>");
    if (report.patches().isEmpty()) {
      line("<p>None.</p>");
    } else {
      line("<div class=\"scroll\"><table><thead><tr><th>Patch</th><th>Edits</th><th class=\"n\">hunks</th><th class=\"n\">lines</th>"
          + "<th class=\"n\">explains</th></tr></thead><tbody>");
      for (RebuildReport.Patch patch : report.patches()) {
        int explains = patch.explains().values().stream().mapToInt(Integer::intValue).sum();
        int rows = Math.max(1, patch.targets().size());
        for (int i = 0; i < patch.targets().size(); i++) {
          PatchFile.Target target = patch.targets().get(i);
          line("<tr>" + (i > 0 ? "" : "<td rowspan=\"" + rows + "\"><code><b>" + text(patch.name()) + "</b></code><br>"
              + (patch.subject().isEmpty() ? "" : text(patch.subject()) + "<br>") + "<code class=\"sum\">" + patch.sha256() + "</code></td>")
              + "<td><code>" + text(target.path()) + "</code></td><td class=\"n\">" + target.hunks() + "</td><td class=\"n\">+" + target.added()
              + " −" + target.removed() + "</td>" + (i > 0 ? "" : "<td class=\"n\" rowspan=\"" + rows + "\">" + explains
              + (explains == 1 ? " entry" : " entries") + "</td>") + "</tr>");
        }
      }
      line("</tbody></table></div>");
    }
    line("<h2>Java sources</h2>");
    if (report.javaSources().isEmpty()) {
      line("<p>None.</p>");
    } else {
      line("<div class=\"scroll\"><table><thead><tr><th>File</th><th>SHA-256</th></tr></thead><tbody>");
      report.javaSources().forEach(source -> line("<tr><td><code>java-src/" + text(source.module()) + "/" + text(source.path())
          + "</code></td><td><code class=\"sum\">" + source.sha256() + "</code></td></tr>"));
      line("</tbody></table></div>");
    }
  }

  private void inputs() {
    line("<h2>Inputs and tools</h2><div class=\"scroll\"><table><thead><tr><th>File</th><th>SHA-256</th><th class=\"n\">bytes</th></tr></thead><tbody>");
    for (RebuildReport.Module module : report.modules()) {
      input("release", module.release(), "");
      boolean pinned = module.sources().sha256().equalsIgnoreCase(module.sourcesPinnedSha256());
      input("sources", module.sources(), pinned ? "<span class=\"tag identical\">as pinned</span>"
          : "<span class=\"tag bad-tag\">pinned is another</span> <code class=\"sum\">" + text(module.sourcesPinnedSha256()) + "</code>");
      input("rebuilt", module.rebuilt(), "");
    }
    line("</tbody></table></div><div class=\"scroll\"><table><thead><tr><th>Tool</th><th>Version</th></tr></thead><tbody>");
    for (Map.Entry<String, String> tool : report.tools().entrySet()) {
      line("<tr><td>" + text(tool.getKey()) + "</td><td>" + text(tool.getValue()) + "</td></tr>");
    }
    line("</tbody></table></div>");
  }

  private void input(String role, RebuildReport.Input input, String note) {
    line("<tr><td><span class=\"soft\">" + role + "</span><br><code>" + text(input.file()) + "</code></td><td><code class=\"sum\">" + input.sha256()
        + "</code> " + note + "</td>" + String.format(Locale.ROOT, "<td class=\"n\">%,d</td></tr>", input.bytes()));
  }

  private void identical(RebuildReport.Module module) {
    int all = module.totals().get(Category.IDENTICAL.label()).classes();
    line(String.format(Locale.ROOT, "<details><summary>%s: %,d classes in %d packages</summary>", text(module.artifact()), all, module.identicalClasses().size()))
        .line("<div class=\"scroll\"><table><thead><tr><th>Package</th><th class=\"n\">identical classes</th></tr></thead><tbody>");
    new TreeMap<>(module.identicalClasses()).forEach((name, n) ->
        line("<tr><td><code>" + text(name) + "</code></td>" + String.format(Locale.ROOT, "<td class=\"n\">%,d</td></tr>", n)));
    line("</tbody></table></div></details>");
  }

  private void number(int n, boolean failure) {
    line(String.format(Locale.ROOT, "<td class=\"n%s\">%,d</td>", n == 0 ? " zero" : failure ? " bad" : "", n));
  }

  private static boolean failure(RebuildReport.Entry entry) {
    return entry.category().equals(Category.MISSING.label()) || entry.category().equals(Category.UNEXPLAINED.label());
  }

  private HtmlPage line(String html) {
    out.append(html).append('\n');
    return this;
  }
}
