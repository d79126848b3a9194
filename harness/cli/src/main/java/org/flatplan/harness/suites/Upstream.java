/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;

/**
 * What the repository knows of the suites of one Spark line: the tiers, what stock Spark makes of each test, what the rebuild did, and
 * which differences are known.
 *
 * @param folder {@code patches/<line>/upstream}
 */
record Upstream(Path folder) {

  /** The suites of a tier among all, sorted. */
  List<SuiteId> tier(Tier tier, Collection<SuiteId> all) {
    return tier == Tier.FULL
        ? all.stream().sorted().toList()
        : SuitePatterns.read(folder.resolve(tier.name().toLowerCase(Locale.ROOT) + ".txt")).select(all);
  }

  /** What is recorded of a target, by suite. */
  Map<SuiteId, SuiteResult> recorded(Target target) {
    Map<SuiteId, SuiteResult> results = new TreeMap<>();
    Path records = records(target);
    if (!Files.isDirectory(records)) {
      return results;
    }
    try (Stream<Path> files = Files.list(records)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".tsv")).sorted().toList()) {
        ResultTable.read(file).forEach(result -> results.put(result.suite(), result));
      }
    } catch (IOException e) {
      throw new UserError("cannot read the records in " + records + ": " + e.getMessage());
    }
    return results;
  }

  /** Puts results in the place of what is recorded of their suites; the records of other suites stay. */
  void record(Target target, Collection<SuiteResult> results) throws IOException {
    Map<SuiteId, SuiteResult> all = recorded(target);
    results.forEach(result -> all.put(result.suite(), result));
    Files.createDirectories(records(target));
    for (String module : all.keySet().stream().map(SuiteId::module).distinct().toList()) {
      ResultTable.write(records(target).resolve(module + ".tsv"),
          all.values().stream().filter(result -> result.suite().module().equals(module)).toList());
    }
  }

  /** The differences that are known, and the suites that miss something here. */
  KnownFaults knownFaults() {
    return KnownFaults.read(folder.resolve("known-faults.json"));
  }

  private Path records(Target target) {
    return folder.resolve(target.label());
  }
}
