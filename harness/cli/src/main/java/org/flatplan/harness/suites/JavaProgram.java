/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.nio.file.Path;

/** The Java that this process runs on. */
final class JavaProgram {
  private JavaProgram() {
  }

  static String path() {
    return tool("java").toString();
  }

  /** A program of the same JDK; it need not be there. */
  static Path tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name);
  }
}
