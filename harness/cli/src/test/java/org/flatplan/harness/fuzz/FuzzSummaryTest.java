/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FuzzSummaryTest {
  @TempDir
  Path home;

  private static FuzzPart part(long first, long done, Map<String, Long> coverage, Map<String, FoundKind> kinds) {
    return new FuzzPart("stock", first, done, 60, new TreeMap<>(Map.of("rebuild", "0123")), done, 5, new TreeMap<>(kinds), new TreeMap<>(), new TreeMap<>(),
        List.of("rule.FILTER", "GROWTH"), new TreeMap<>(coverage));
  }

  @Test
  void coverageIsThatOfTheSum() {
    FuzzPart one = part(1, 12_000, Map.of("rule.FILTER", 60L, "GROWTH", 99L), Map.of());
    FuzzPart two = part(12_001, 8_000, Map.of("rule.FILTER", 60L, "GROWTH", 1L), Map.of());
    FuzzSummary sum = FuzzSummary.of(List.of(one, two));
    assertThat(sum.passes()).isTrue();
    assertThat(sum.programs()).isEqualTo(20_000);
    assertThat(sum.seeds()).containsExactly("1 to 12000", "12001 to 20000");
    assertThat(sum.coverage()).containsEntry("rule.FILTER", 120L).containsEntry("GROWTH", 100L);
    assertThat(FuzzText.of(sum)).contains("20,000 of 20,000 programs", "rebuild against release", "PASS");
    FuzzSummary low = FuzzSummary.of(List.of(one, part(12_001, 8_000, Map.of("rule.FILTER", 60L), Map.of())));
    assertThat(low.problems()).containsExactly("GROWTH was reached 99 times; 100 are needed");
    assertThat(low.verdict()).isEqualTo("fail");
  }

  @Test
  void aShortRunIsNotAskedForCoverage() {
    FuzzSummary sum = FuzzSummary.of(List.of(part(1, 999, Map.of(), Map.of())));
    assertThat(sum.passes()).isTrue();
    assertThat(sum.low()).containsOnlyKeys("rule.FILTER", "GROWTH");
    assertThat(FuzzText.of(sum)).contains("2 counters are below 4");
  }

  @Test
  void kindsOfPartsAreAddedUp() {
    FuzzSummary sum = FuzzSummary.of(List.of(part(1, 100, Map.of(), Map.of("a", new FoundKind(9, List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L), "first"))),
        part(101, 100, Map.of(), Map.of("a", new FoundKind(30, List.of(101L, 102L), "second"), "b", new FoundKind(1, List.of(150L), "other")))));
    assertThat(sum.mismatches()).isEqualTo(40);
    assertThat(sum.kinds().get("a")).isEqualTo(new FoundKind(39, List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 101L), "first"));
    assertThat(sum.passes()).isFalse();
  }

  @Test
  void aRunWithoutProgramsDoesNotPass() {
    assertThat(FuzzSummary.of(List.of(part(1, 0, Map.of(), Map.of()))).problems()).containsExactly("no program was compared");
  }

  @Test
  void continuousIntegrationCountsTwoTests() throws Exception {
    Path file = home.resolve("a/TEST-x.xml");
    FuzzJUnit.write(file, FuzzSummary.of(List.of(part(1, 20_000, Map.of("rule.FILTER", 100L, "GROWTH", 7L), Map.of()))));
    assertThat(file).content().contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\"", "<failure message=\"GROWTH was reached 7 times");
    FuzzJUnit.write(file, FuzzSummary.of(List.of(part(1, 10, Map.of(), Map.of("<x>", new FoundKind(1, List.of(1L), ""))))));
    assertThat(file).content().contains("failures=\"1\" errors=\"0\" skipped=\"1\"", "1 programs differ", "<skipped message=\"too few programs\"");
  }
}
