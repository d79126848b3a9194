/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Knows which class or resource of a module may come from a patch or from java-src.
 *
 * <p>A class belongs to a source file if its SourceFile attribute is the file's name and its package is one that this file declares (read
 * from the sources jar: Scala allows a package other than the directory) or the file's directory.
 */
public final class Provenance {
  private static final Pattern ROOT = Pattern.compile("^(.*/)?src/main/(scala|java|resources|scala-2\\.13)/(.+)$");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+(?!object\\b)([\\w.]+)");
  private static final Pattern PACKAGE_OBJECT = Pattern.compile("(?m)^\\s*package\\s+object\\s+(\\w+)");

  private final Map<String, Set<String>> classesOfPatches = new TreeMap<>();
  private final Map<String, Set<String>> resourcesOfPatches = new TreeMap<>();
  private final Map<String, String> classesOfJava = new TreeMap<>();
  private final SortedMap<String, String> javaSources;

  /**
   * @param patches the series
   * @param treeRoot where the module lies in Spark's tree, such as {@code sql/catalyst}; patches elsewhere explain nothing here
   * @param sources contents of the pinned sources jar
   * @param javaSources path below java-src's module folder to sum
   */
  public Provenance(List<PatchFile> patches, String treeRoot, JarContents sources, SortedMap<String, String> javaSources) {
    this.javaSources = javaSources;
    for (PatchFile patch : patches) {
      for (PatchFile.Target target : patch.targets()) {
        Matcher matcher = ROOT.matcher(target.path());
        if (!target.path().startsWith(treeRoot + "/") || !matcher.matches()) {
          continue;
        }
        String path = matcher.group(3);
        if (matcher.group(2).equals("resources")) {
          resourcesOfPatches.computeIfAbsent(path, key -> new LinkedHashSet<>()).add(patch.name());
        } else {
          for (String key : keys(path, sources.entries().get(path))) {
            classesOfPatches.computeIfAbsent(key, ignored -> new LinkedHashSet<>()).add(patch.name());
          }
        }
      }
    }
    javaSources.keySet().forEach(path -> classesOfJava.put(path, path));
  }

  /** The patches that touch the source of this class; empty if none does. */
  public Set<String> patchesOf(ClassSource source) {
    return classesOfPatches.getOrDefault(source.toString(), Set.of());
  }

  /** The patches that touch this resource. */
  public Set<String> patchesOfResource(String entry) {
    return resourcesOfPatches.getOrDefault(entry, Set.of());
  }

  /** The file of java-src that this class comes from. */
  public Optional<String> javaSourceOf(ClassSource source) {
    return Optional.ofNullable(classesOfJava.get(source.toString()));
  }

  /** Whether java-src holds a resource of this name. */
  public Optional<String> javaResource(String entry) {
    return javaSources.containsKey(entry) && !entry.endsWith(".java") ? Optional.of(entry) : Optional.empty();
  }

  /** All files below a folder with their sums; empty if there is no such folder. */
  public static SortedMap<String, String> filesBelow(Path directory) {
    SortedMap<String, String> found = new TreeMap<>();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        files.filter(Files::isRegularFile).forEach(file -> found.put(
            directory.relativize(file).toString().replace('\\', '/'), Digests.sha256(file)));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot list " + directory, e);
      }
    }
    return found;
  }

  private static Set<String> keys(String path, byte[] content) {
    int slash = path.lastIndexOf('/');
    String name = path.substring(slash + 1);
    Set<String> packages = new LinkedHashSet<>();
    packages.add(slash < 0 ? "" : path.substring(0, slash));
    if (content != null) {
      String text = new String(content, StandardCharsets.UTF_8).replaceAll("(?s)/\\*.*?\\*/", "");
      List<String> clauses = new ArrayList<>();
      Matcher clause = PACKAGE.matcher(text);
      while (clause.find()) {
        clauses.add(clause.group(1).replace('.', '/'));
      }
      // "package a; package b" nests in Scala, and so does "package b { }" in the file.
      StringBuilder nested = new StringBuilder();
      for (String each : clauses) {
        nested.append(nested.length() == 0 ? "" : "/").append(each);
        packages.add(nested.toString());
      }
      Matcher object = PACKAGE_OBJECT.matcher(text);
      while (object.find()) {
        packages.add((nested.length() == 0 ? "" : nested + "/") + object.group(1));
      }
    }
    Set<String> keys = new LinkedHashSet<>();
    packages.forEach(each -> keys.add(each.isEmpty() ? name : each + "/" + name));
    return keys;
  }
}
