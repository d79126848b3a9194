/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.dependants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Work on whole folders. */
final class Trees {
  private Trees() {
  }

  /** All files below a folder, by their path in it. */
  static List<String> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).map(file -> root.relativize(file).toString().replace('\\', '/')).sorted().toList();
    }
  }

  static void copy(Path source, Path target) throws IOException {
    for (String file : files(source)) {
      Files.createDirectories(target.resolve(file).getParent());
      Files.copy(source.resolve(file), target.resolve(file));
    }
  }

  static void delete(Path root) throws IOException {
    if (Files.exists(root)) {
      try (Stream<Path> all = Files.walk(root)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
