/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Spark's tree as one JVM sees it: suites leave warehouses, databases and temporary files in it, which must not meet those of others.
 *
 * @param original the tree as it was laid out
 * @param folder the copy
 */
record WorkingCopy(Path original, Path folder) {

  /** Makes the copy anew, without what is built. */
  void make() throws IOException {
    delete();
    Files.walkFileTree(original, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
        if (directory.getFileName().toString().equals("target")) {
          Files.createDirectories(at(directory).resolve("tmp"));
          return FileVisitResult.SKIP_SUBTREE;
        }
        Files.createDirectories(at(directory));
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Files.copy(file, at(file));
        return FileVisitResult.CONTINUE;
      }
    });
  }

  void delete() throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private Path at(Path file) {
    return folder.resolve(original.relativize(file));
  }

  /** A value that may name the original. */
  String rebased(String value) {
    return value.replaceAll(Pattern.quote(original.toString()) + "(?=$|[/\\s,:;])", Matcher.quoteReplacement(folder.toString()));
  }

  List<String> rebased(List<String> values) {
    return values.stream().map(this::rebased).toList();
  }

  Map<String, String> rebased(Map<String, String> values) {
    Map<String, String> rebased = new LinkedHashMap<>();
    values.forEach((key, value) -> rebased.put(key, rebased(value)));
    return rebased;
  }
}
