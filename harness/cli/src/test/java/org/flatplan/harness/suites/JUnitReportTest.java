/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.harness.suites.Sample.canceled;
import static org.flatplan.harness.suites.Sample.completed;
import static org.flatplan.harness.suites.Sample.failed;
import static org.flatplan.harness.suites.Sample.ignored;
import static org.flatplan.harness.suites.Sample.lost;
import static org.flatplan.harness.suites.Sample.passed;
import static org.flatplan.harness.suites.Sample.suite;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class JUnitReportTest {
  @TempDir
  Path folder;

  private Element write(SuiteResult result) throws Exception {
    Path file = folder.resolve("new/TEST-a.A.xml");
    JUnitReport.write(file, result);
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()).getDocumentElement();
  }

  private static List<String> attributes(Element element, String... names) {
    return List.of(names).stream().map(element::getAttribute).toList();
  }

  private static Element first(Element suite, String name) {
    return (Element) suite.getElementsByTagName(name).item(0);
  }

  @Test
  void theTestsAreCounted() throws Exception {
    Element suite = write(completed(suite("A"), passed("a"), failed("b"), canceled("c"), ignored("d"), passed("e")));
    assertThat(attributes(suite, "name", "tests", "failures", "errors", "skipped", "time")).containsExactly("a.A", "5", "1", "0", "2", "1.500");
    assertThat(IntStream.range(0, 5).mapToObj(i -> ((Element) suite.getElementsByTagName("testcase").item(i)).getAttribute("name")))
        .containsExactly("a", "b", "c", "d", "e");
    assertThat(attributes(first(suite, "testcase"), "classname", "name", "time")).containsExactly("a.A", "a", "0.100");
    assertThat(first(suite, "failure").getAttribute("message")).isEqualTo("1 is not 2");
    assertThat(first(suite, "skipped").getAttribute("message")).isEqualTo("no network");
  }

  @Test
  void aLostSuiteIsAnErrorOfItsOwn() throws Exception {
    Element suite = write(lost(suite("A"), SuiteResult.End.CRASHED, passed("a")));
    assertThat(attributes(suite, "tests", "failures", "errors", "skipped")).containsExactly("2", "0", "1", "0");
    assertThat(((Element) first(suite, "error").getParentNode()).getAttribute("name")).isEqualTo("the suite itself");
    assertThat(first(suite, "error").getAttribute("message")).isEqualTo("crashed: exit code 1");
  }

  @Test
  void whatXmlCannotSayIsReplaced() throws Exception {
    SuiteResult.Test test = new SuiteResult.Test("a\u0000b\u001b[31m\uFFFE <&\"'> é東", "failed", 1L, "nul \u0000, half a pair \uD83D");
    Element suite = write(completed(suite("A"), test));
    assertThat(first(suite, "testcase").getAttribute("name")).isEqualTo("a?b?[31m? <&\"'> é東");
    assertThat(first(suite, "failure").getAttribute("message")).isEqualTo("nul ?, half a pair ?");
  }
}
