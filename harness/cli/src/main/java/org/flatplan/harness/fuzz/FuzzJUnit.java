/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes a summary in the form that Surefire gave to reports of tests, by which CI counts: one test for the programs, one for the coverage. */
final class FuzzJUnit {
  private static final String NAME = "flatplan fuzz";

  private FuzzJUnit() {
  }

  static void write(Path file, FuzzSummary summary) throws IOException {
    List<String> coverage = summary.coverageChecked() ? summary.problems().stream().filter(FuzzJUnit::isOfCoverage).toList() : List.of();
    List<String> programs = summary.problems().stream().filter(problem -> !coverage.contains(problem)).toList();
    Files.createDirectories(file.getParent());
    try (Writer out = Files.newBufferedWriter(file)) {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", NAME + " --against " + summary.against());
      xml.writeAttribute("tests", "2");
      xml.writeAttribute("failures", Integer.toString((programs.isEmpty() ? 0 : 1) + (coverage.isEmpty() ? 0 : 1)));
      xml.writeAttribute("errors", "0");
      xml.writeAttribute("skipped", summary.coverageChecked() ? "0" : "1");
      xml.writeAttribute("time", String.format(Locale.ROOT, "%.3f", summary.seconds()));
      test(xml, "programs show the same", programs, false);
      test(xml, "each rule and reason is reached", coverage, !summary.coverageChecked());
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private static boolean isOfCoverage(String problem) {
    return problem.contains(" was reached ");
  }

  private static void test(XMLStreamWriter xml, String name, List<String> problems, boolean skipped) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", NAME);
    xml.writeAttribute("name", name);
    if (skipped || !problems.isEmpty()) {
      xml.writeStartElement(skipped ? "skipped" : "failure");
      xml.writeAttribute("message", skipped ? "too few programs" : String.join("; ", problems));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }
}
