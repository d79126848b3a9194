/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.util.List;
import java.util.regex.Pattern;
import org.flatplan.harness.cli.Shard;
import org.flatplan.harness.cli.UserError;
import picocli.CommandLine.Option;

/** The options that say which suites. */
final class SuiteSelection {
  @Option(names = "--tier", paramLabel = "TIER",
      description = "smoke: what the patches reach first. core: catalyst whole, and what builds Datasets or compares plans. full: everything."
          + " Default: smoke, or full with --suite.")
  private Tier tier;

  @Option(names = "--module", paramLabel = "M", description = "Only suites of this module: catalyst, sql or hive. Can be repeated.")
  private List<String> modules = List.of();

  @Option(names = "--suite", paramLabel = "S",
      description = "Only this suite: its class name, with or without the package; * stands for any text without a dot, ** for any. Can be repeated.")
  private List<String> suites = List.of();

  @Option(names = "--shard", paramLabel = "I/N", description = "Only the Ith of N parts, such as 2/4.")
  private String shard;

  /** The suites that the options choose among all, sorted. */
  List<SuiteId> select(List<SuiteId> all, Upstream upstream) {
    List<SuiteId> selected = upstream.tier(tier == null ? suites.isEmpty() ? Tier.SMOKE : Tier.FULL : tier, all);
    for (String module : modules) {
      if (all.stream().noneMatch(suite -> suite.module().equals(module))) {
        throw new UserError("there is no module " + module + "; there are " + all.stream().map(SuiteId::module).distinct().toList());
      }
    }
    if (!modules.isEmpty()) {
      selected = selected.stream().filter(suite -> modules.contains(suite.module())).toList();
    }
    if (!suites.isEmpty()) {
      List<Pattern> patterns = suites.stream().map(SuitePatterns::glob).toList();
      for (int i = 0; i < patterns.size(); i++) {
        Pattern pattern = patterns.get(i);
        if (selected.stream().noneMatch(suite -> pattern.matcher(suite.name()).matches())) {
          throw new UserError("no suite matches " + suites.get(i) + " in what is chosen otherwise");
        }
      }
      selected = selected.stream().filter(suite -> patterns.stream().anyMatch(pattern -> pattern.matcher(suite.name()).matches())).toList();
    }
    List<SuiteId> chosen = Shard.parse(shard).of(selected);
    if (chosen.isEmpty()) {
      throw new UserError("no suite is left of what --tier, --module, --suite and --shard choose together");
    }
    return chosen;
  }
}
