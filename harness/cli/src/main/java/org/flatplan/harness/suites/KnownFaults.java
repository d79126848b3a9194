/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;

/**
 * What is known not to be right, as a list that people edit. Checked when it is read: sorted, each entry once, with its reason.
 *
 * @param environment what suites need and cannot have here, on stock as on the rebuild
 * @param flaky tests that stock Spark does not always pass
 * @param differences tests that come out otherwise on the rebuild; the goal is none
 */
record KnownFaults(List<Lack> environment, List<Flaky> flaky, List<Difference> differences) {

  /**
   * Something that is not here.
   *
   * @param needs such as a file that only a Git checkout has
   * @param suites the suites that miss it, as {@code module suite}
   */
  record Lack(String needs, List<String> suites) {
  }

  /** A test that is listed. */
  private interface Listed {
    String module();

    String suite();

    String test();

    /** The suite as {@link SuiteId} writes it. */
    default String suiteKey() {
      return module() + " " + suite();
    }

    default String key() {
      return suiteKey() + " " + test();
    }
  }

  /**
   * A test that stock Spark does not always pass.
   *
   * @param stockFailures how often it failed on stock
   * @param stockRuns of how many runs
   */
  record Flaky(String module, String suite, String test, String reason, int stockFailures, int stockRuns) implements Listed {
  }

  /**
   * A test that comes out otherwise on the rebuild.
   *
   * @param rebuilt the outcome there
   * @param evidence what shows the reason, such as a run or an upstream issue
   */
  record Difference(String module, String suite, String test, String rebuilt, String kind, String reason, String evidence) implements Listed {
  }

  static KnownFaults read(Path file) {
    KnownFaults faults;
    try {
      faults = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES).readValue(Files.readAllBytes(file), KnownFaults.class);
    } catch (IOException e) {
      throw new UserError("cannot read " + file.getFileName() + ": " + e.getMessage());
    }
    requireSorted(file, "environment", faults.environment.stream().map(Lack::needs).toList());
    for (Lack lack : faults.environment) {
      if (lack.needs.isBlank() || lack.suites.isEmpty()) {
        throw new UserError(file.getFileName() + ": an entry of the environment does not say what is missing, or who misses it");
      }
      requireSorted(file, lack.needs, lack.suites);
    }
    requireSorted(file, "flaky", faults.flaky.stream().map(Flaky::key).toList());
    requireSorted(file, "differences", faults.differences.stream().map(Difference::key).toList());
    for (Flaky flaky : faults.flaky) {
      if (flaky.reason.isBlank() || flaky.stockFailures < 1 || flaky.stockRuns < flaky.stockFailures) {
        throw new UserError(file.getFileName() + ": " + flaky.key() + " is called flaky without a reason and a failure on stock");
      }
    }
    for (Difference difference : faults.differences) {
      if (difference.kind.isBlank() || difference.reason.isBlank() || difference.evidence.isBlank()) {
        throw new UserError(file.getFileName() + ": " + difference.key() + " has no kind, reason or evidence");
      }
    }
    return faults;
  }

  private static void requireSorted(Path file, String list, List<String> keys) {
    List<String> sorted = keys.stream().distinct().sorted().toList();
    if (!keys.equals(sorted)) {
      throw new UserError(file.getFileName() + ": the list " + list + " is not sorted or has an entry twice; the order is\n  "
          + String.join("\n  ", sorted));
    }
  }

  /** What a suite misses here; null if nothing is known. */
  String lack(SuiteId suite) {
    return environment.stream().filter(lack -> lack.suites.contains(suite.toString())).map(Lack::needs).findFirst().orElse(null);
  }

  Optional<Flaky> flaky(SuiteId suite, String test) {
    return flaky.stream().filter(each -> each.key().equals(suite + " " + test)).findFirst();
  }

  Optional<Difference> difference(SuiteId suite, String test) {
    return differences.stream().filter(each -> each.key().equals(suite + " " + test)).findFirst();
  }

  /** Entries that name no suite there is, sorted. */
  List<String> withoutSuite(Collection<SuiteId> all) {
    Set<String> names = all.stream().map(SuiteId::toString).collect(Collectors.toSet());
    return Stream.concat(environment.stream().flatMap(lack -> lack.suites.stream()), listed().map(Listed::suiteKey))
        .filter(suite -> !names.contains(suite.replaceFirst("@.*", ""))).distinct().sorted().toList();
  }

  /** The tests of a suite that are listed, as flaky or as different. */
  List<String> listedTests(SuiteId suite) {
    return listed().filter(each -> each.suiteKey().equals(suite.toString())).map(Listed::test).distinct().sorted().toList();
  }

  private Stream<Listed> listed() {
    return Stream.concat(flaky.stream(), differences.stream());
  }
}
