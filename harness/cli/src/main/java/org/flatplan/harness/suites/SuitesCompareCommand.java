/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares the results on the rebuild with those on stock. */
@Command(name = "compare", mixinStandardHelpOptions = true, sortOptions = false,
    description = {"Compare the results of the suites on the rebuild with the recorded ones of stock Spark, test by test.",
        "Writes target/suites/comparison.json and comparison.html."},
    footer = {"", "Exits with 1 if a test passes on stock and not on the rebuild, if one is missing, if a suite ran nothing, if the classes are other"
        + " ones than those built now, or if a difference is not explained in known-faults.json, or explained and not there."})
final class SuitesCompareCommand implements Callable<Integer> {
  private static final int SHOWN = 40;

  @Spec
  private CommandSpec spec;

  @Mixin
  private SuitesHome home;

  @Mixin
  private SuiteSelection selection;

  @Option(names = "--recorded", description = "Take the recorded results of the rebuild where target/suites has none.")
  private boolean recorded;

  @Option(names = "--json", description = "Print the comparison as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    SuiteLayout layout = home.layout();
    Upstream upstream = home.upstream(layout);
    List<SuiteId> all = home.inventory(layout);
    KnownFaults known = upstream.knownFaults();
    List<String> stale = known.withoutSuite(all);
    if (!stale.isEmpty()) {
      throw new UserError("known-faults.json names suites that are not there: " + stale);
    }
    Map<SuiteId, SuiteResult> rebuilt = new TreeMap<>(recorded ? upstream.recorded(Target.REBUILT) : Map.of());
    TestedClasses tested = new TestedClasses(layout, Target.REBUILT);
    Map<String, String> classes = new LinkedHashMap<>();
    layout.modules().forEach(module -> classes.put(module.name(), tested.key(module)));
    // What ran here counts, unless it is of other classes and the record is not.
    home.runFolder(Target.REBUILT).results().forEach((suite, result) -> rebuilt.merge(suite, result,
        (before, here) -> here.classes().equals(classes.get(suite.module())) ? here : before));
    Comparison comparison = Comparison.of(selection.select(all, upstream), upstream.recorded(Target.STOCK), rebuilt,
        layout.sparkVersion(), classes, known);

    Path jsonFile = home.output().resolve("comparison.json");
    Path page = home.output().resolve("comparison.html");
    Files.createDirectories(home.output());
    Files.writeString(jsonFile, Json.write(comparison));
    Files.writeString(page, ComparisonPage.render(comparison, layout, classes));
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? Json.write(comparison) : summary(comparison) + "  page: " + page + "\n");
    out.flush();
    return comparison.passed() ? 0 : 1;
  }

  private static String summary(Comparison comparison) {
    StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%s: %,d suites, %,d tests passed, %,d failed, %,d did not run; the rule merged %,d times%n",
        comparison.passed() ? "PASS" : "FAIL", comparison.suites().size(), comparison.sum(Comparison.Side::passed),
        comparison.sum(Comparison.Side::failed), comparison.sum(Comparison.Side::others), comparison.sum(Comparison.Side::merged)));
    comparison.kinds().forEach((kind, count) -> text.append(String.format(Locale.ROOT, "  %-22s %d%n", label(kind), count)));
    List<Comparison.Finding> failing = comparison.findings().stream().filter(finding -> finding.kind().failing()).toList();
    failing.stream().limit(SHOWN).forEach(finding -> text.append("  ").append(label(finding.kind())).append(": ").append(finding.module())
        .append(' ').append(finding.suite()).append(finding.test() == null ? "" : ": " + finding.test())
        .append(finding.detail() == null ? "" : "\n      " + finding.detail().lines().findFirst().orElse("")).append('\n'));
    if (failing.size() > SHOWN) {
      text.append("  and ").append(failing.size() - SHOWN).append(" more, in comparison.json\n");
    }
    return text.toString();
  }

  /** A kind in words. */
  static String label(Comparison.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
