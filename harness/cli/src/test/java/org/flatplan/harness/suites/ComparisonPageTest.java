/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.harness.suites.Sample.completed;
import static org.flatplan.harness.suites.Sample.failed;
import static org.flatplan.harness.suites.Sample.passed;
import static org.flatplan.harness.suites.Sample.suite;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonPageTest {
  private static final SuiteLayout.Configuration NOTHING = new SuiteLayout.Configuration(List.of(), Map.of(), Map.of(), List.of());
  private static final SuiteLayout LAYOUT = new SuiteLayout("4.2.0", "2.13", "4.2", Path.of("spark"),
      List.of(new SuiteLayout.Module("catalyst", "spark-catalyst_2.13", "sql/catalyst", "00", Path.of("tests"), List.of(), List.of(), List.of(),
          NOTHING, NOTHING)));
  private static final Map<String, String> CLASSES = Map.of("catalyst", Sample.CLASSES);

  private static String page(SuiteResult stock, SuiteResult rebuilt, KnownFaults.Difference... differences) {
    Map<SuiteId, SuiteResult> results = rebuilt == null ? Map.of() : Map.of(rebuilt.suite(), rebuilt);
    return ComparisonPage.render(Comparison.of(List.of(stock.suite()), Map.of(stock.suite(), Sample.onStock(stock)), results, Sample.RELEASE, CLASSES,
        new KnownFaults(List.of(), List.of(), List.of(differences))), LAYOUT, CLASSES);
  }

  @Test
  void withoutDifferencesItPasses() {
    String page = page(completed(suite("A"), passed("x")), completed(suite("A"), passed("x")));
    assertThat(page).contains("PASS", "Each test says the same", "spark-catalyst_2.13", "a.A").doesNotContain("FAIL", "What fails", "What is known");
    assertThat(page).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
  }

  @Test
  void namesAndMessagesAreEscaped() {
    SuiteResult.Test bad = new SuiteResult.Test("a < b && \"c\" <script>", "failed", 1L, "expected <b>1</b>");
    String page = page(completed(suite("A<T>"), passed(bad.name())), completed(suite("A<T>"), bad));
    assertThat(page).contains("a &lt; b &amp;&amp; &quot;c&quot; &lt;script&gt;", "expected &lt;b&gt;1&lt;/b&gt;", "a.A&lt;T&gt;")
        .doesNotContain("<script>", "<b>1</b>", "A<T>");
  }

  @Test
  void whatFailsIsShownFirst() {
    KnownFaults.Difference expected = new KnownFaults.Difference("catalyst", "a.A", "known", "failed", "plan", "merged", "run 1");
    String page = page(completed(suite("A"), passed("known"), passed("news")), completed(suite("A"), failed("known"), failed("news")), expected);
    assertThat(page).contains("FAIL", "1 differences, listed below")
        .containsSubsequence("What fails the comparison", ">regression<", "news", "What is known", ">expected<", "known", "<h2>Modules", "All suites");
  }

  @Test
  void aSuiteWithoutAResultIsShown() {
    assertThat(page(completed(suite("A"), passed("x")), null)).contains("FAIL", ">not run<", "completed / no result", "1 / 0");
  }

  @Test
  void aLongMessageIsCut() {
    SuiteResult.Test bad = new SuiteResult.Test("x", "failed", 1L, "m".repeat(2_000));
    assertThat(page(completed(suite("A"), passed("x")), completed(suite("A"), bad))).contains("m".repeat(600) + " ...").doesNotContain("m".repeat(601));
  }
}
