/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Properties;

/**
 * What the build of this command line knows.
 *
 * @param version version of the harness
 * @param time the time that everything in an archive has
 * @param dependencyPlugin version of the Maven plugin that resolves
 */
record BuildFacts(String version, Instant time, String dependencyPlugin) {

  static BuildFacts read() {
    Properties properties = new Properties();
    try (InputStream stream = BuildFacts.class.getResourceAsStream("/dist/build.properties")) {
      properties.load(stream);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new BuildFacts(properties.getProperty("version"), Instant.parse(properties.getProperty("time")),
        properties.getProperty("dependencyPlugin"));
  }
}
