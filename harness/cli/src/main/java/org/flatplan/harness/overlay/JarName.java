/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a Spark jar, taken apart.
 *
 * @param module such as {@code spark-sql}
 * @param scalaVersion binary version of Scala
 * @param version what follows it
 */
record JarName(String module, String scalaVersion, String version) {
  private static final Pattern NAME = Pattern.compile("(spark-[A-Za-z0-9-]+)_(\\d+(?:\\.\\d+)*)-(\\d.*)\\.jar");
  private static final Pattern CLASSIFIED = Pattern.compile(".*-(tests|sources|test-sources|javadoc)\\.jar");

  /** Nothing for a name that is not a Spark jar's, and for tests, sources and the like. */
  static Optional<JarName> parse(String file) {
    Matcher name = NAME.matcher(file);
    return name.matches() && !CLASSIFIED.matcher(file).matches()
        ? Optional.of(new JarName(name.group(1), name.group(2), name.group(3)))
        : Optional.empty();
  }

  /** The artifact's id. */
  String artifact() {
    return module + "_" + scalaVersion;
  }
}
