/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes a result in the form that Surefire gave to such reports. */
final class JUnitReport {
  private JUnitReport() {
  }

  static void write(Path file, SuiteResult result) throws IOException {
    Files.createDirectories(file.getParent());
    long failed = result.count(SuiteResult.Test.FAILED);
    long passed = result.count(SuiteResult.Test.PASSED);
    boolean lost = result.end() != SuiteResult.End.COMPLETED;
    try (Writer out = Files.newBufferedWriter(file)) {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", result.suite().name());
      xml.writeAttribute("tests", Long.toString(result.tests().size() + (lost ? 1 : 0)));
      xml.writeAttribute("failures", Long.toString(failed));
      xml.writeAttribute("errors", lost ? "1" : "0");
      xml.writeAttribute("skipped", Long.toString(result.tests().size() - passed - failed));
      xml.writeAttribute("time", seconds(result.millis()));
      for (SuiteResult.Test test : result.tests()) {
        testCase(xml, result, test.name(), test.millis(), test.failed() ? "failure" : test.passed() ? null : "skipped", test.message());
      }
      if (lost) {
        testCase(xml, result, "the suite itself", null, "error", result.end().label() + ": " + result.message());
      }
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private static void testCase(XMLStreamWriter xml, SuiteResult result, String name, Long millis, String kind, String message)
      throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", result.suite().name());
    xml.writeAttribute("name", printable(name));
    xml.writeAttribute("time", millis == null ? "0" : seconds(millis));
    if (kind != null) {
      xml.writeStartElement(kind);
      xml.writeAttribute("message", message == null ? "" : printable(message));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
  }

  // XML has no way to write control characters.
  private static String printable(String text) {
    return text.replaceAll("[^\\x09\\x0A\\x0D\\x20-\\uD7FF\\uE000-\\uFFFD]", "?");
  }
}
