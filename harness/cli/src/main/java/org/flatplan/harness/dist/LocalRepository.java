/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Artifacts in the layout of a Maven repository, whose paths tell their coordinates.
 *
 * @param root the folder of the groups
 */
record LocalRepository(Path root) {

  /** All jars, by their paths. */
  List<Artifact> jars() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.getFileName().toString().endsWith(".jar")).sorted().map(this::artifact).toList();
    }
  }

  /** Where a POM lies, whether or not it is there. */
  Path pom(String group, String name, String version) {
    return root.resolve(group.replace('.', '/')).resolve(name).resolve(version).resolve(name + "-" + version + ".pom");
  }

  private Artifact artifact(Path jar) {
    Path below = root.relativize(jar);
    int depth = below.getNameCount();
    if (depth < 4) {
      throw new IllegalStateException("not in the layout of a repository: " + below);
    }
    String version = below.getName(depth - 2).toString();
    String name = below.getName(depth - 3).toString();
    String group = below.subpath(0, depth - 3).toString().replace(root.getFileSystem().getSeparator(), ".");
    String file = jar.getFileName().toString();
    String stem = name + "-" + version;
    if (!file.startsWith(stem)) {
      throw new IllegalStateException("not in the layout of a repository: " + below);
    }
    String rest = file.substring(stem.length(), file.length() - ".jar".length());
    Path pom = pom(group, name, version);
    return new Artifact(group, name, version, rest.isEmpty() ? null : rest.substring(1), jar, Files.isRegularFile(pom) ? pom : null);
  }
}
