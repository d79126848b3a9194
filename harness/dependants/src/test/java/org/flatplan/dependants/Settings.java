/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.dependants;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** What the build tells these tests. */
final class Settings {
  private static final String THIRD_PARTY = "third-party.";

  private Settings() {
  }

  static String get(String name) {
    String value = System.getProperty(name);
    if (value == null || value.isBlank() || value.contains("${")) {
      throw new IllegalStateException("There is no " + name + ". Run these tests by Maven: mvn verify");
    }
    return value;
  }

  static Path path(String name) {
    return Path.of(get(name));
  }

  /** A file that need not be there, named with a prefix as in {@code file:/path}. */
  static Optional<Path> file(String name) {
    String value = System.getProperty(name, "");
    return value.startsWith("file:/") ? Optional.of(Path.of(value.substring("file:".length()))).filter(Files::isRegularFile) : Optional.empty();
  }

  /** The properties that the third-party project has on its command line. */
  static Properties ofThirdParty() {
    Properties properties = new Properties();
    for (String name : System.getProperties().stringPropertyNames()) {
      if (name.startsWith(THIRD_PARTY)) {
        properties.setProperty(name.substring(THIRD_PARTY.length()), get(name));
      }
    }
    properties.setProperty("flatplan.repository", path("dependants.repository").toUri().toString());
    return properties;
  }

  static String scala() {
    return get("third-party.scala.binary.version");
  }

  static String release() {
    return get("third-party.spark.version");
  }

  static String rebuilt() {
    return get("third-party.flatplan.version");
  }
}
