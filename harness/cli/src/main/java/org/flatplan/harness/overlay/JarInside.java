/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * What a jar says about itself.
 *
 * @param ofSpark whether it has the Maven properties of the artifact asked for, in Spark's group
 * @param manifestVersion {@code Implementation-Version}, or null
 * @param mavenVersion version in the Maven properties, or null
 */
record JarInside(boolean ofSpark, String manifestVersion, String mavenVersion) {

  /** Reads; nothing for a file that is no jar. */
  static Optional<JarInside> read(Path jar, String artifact) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      String manifestVersion = null;
      ZipEntry entry = zip.getEntry("META-INF/MANIFEST.MF");
      if (entry != null) {
        try (InputStream in = zip.getInputStream(entry)) {
          manifestVersion = new Manifest(in).getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        }
      }
      Properties maven = new Properties();
      entry = zip.getEntry("META-INF/maven/org.apache.spark/" + artifact + "/pom.properties");
      if (entry != null) {
        try (InputStream in = zip.getInputStream(entry)) {
          maven.load(in);
        }
      }
      return Optional.of(new JarInside(entry != null, manifestVersion, maven.getProperty("version")));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The first version that is not the one expected, or nothing if all agree. */
  Optional<String> otherVersion(String expected) {
    if (manifestVersion != null && !manifestVersion.equals(expected)) {
      return Optional.of(manifestVersion);
    }
    return mavenVersion != null && !mavenVersion.equals(expected) ? Optional.of(mavenVersion) : Optional.empty();
  }
}
