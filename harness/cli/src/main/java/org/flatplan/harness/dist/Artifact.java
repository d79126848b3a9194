/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.nio.file.Path;

/**
 * A jar with its coordinates.
 *
 * @param classifier null if it has none
 * @param file where it is
 * @param pom its POM; null if there is none
 */
record Artifact(String group, String name, String version, String classifier, Path file, Path pom) {

  /** What there may be only one of: the coordinates without the version. */
  String key() {
    return group + ":" + name + (classifier == null ? "" : ":" + classifier);
  }

  /** The package URL, as bills of materials name an artifact of Maven. */
  String purl() {
    return purl(group, name, version, classifier);
  }

  static String purl(String group, String name, String version, String classifier) {
    return "pkg:maven/" + group + "/" + name + "@" + version + "?" + (classifier == null ? "" : "classifier=" + classifier + "&") + "type=jar";
  }

  String fileName() {
    return file.getFileName().toString();
  }

  Artifact in(Path folder) {
    return new Artifact(group, name, version, classifier, folder.resolve(fileName()), pom);
  }
}
