/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Every entry of a rebuilt jar against the release jar, byte for byte.
 *
 * @param counts by category, then by kind of entry
 * @param differences every entry that is not identical, failures first, then by name
 * @param identicalClasses number of identical classes by package
 * @param duplicates names that the rebuilt jar has more than once and the release has not
 */
public record JarComparison(
    Map<Category, SortedMap<String, Integer>> counts,
    List<Difference> differences,
    SortedMap<String, Integer> identicalClasses,
    List<String> duplicates) {

  // Anonymous functions and classes: the number is the compiler's, so no other source can name them.
  private static final Pattern NUMBERED_BY_COMPILER = Pattern.compile("\\$\\$anon(fun)?\\$\\d+\\.class$");

  /** Compares. */
  public static JarComparison of(JarContents rebuilt, JarContents release, Provenance provenance, VersionFiles versions) {
    Map<Category, SortedMap<String, Integer>> counts = new EnumMap<>(Category.class);
    for (Category category : Category.values()) {
      counts.put(category, new TreeMap<>(Map.of("class", 0, "resource", 0, "directory", 0)));
    }
    List<Difference> differences = new ArrayList<>();
    SortedMap<String, Integer> identical = new TreeMap<>();
    Set<String> names = new TreeSet<>(release.entries().keySet());
    names.addAll(rebuilt.entries().keySet());
    for (String name : names) {
      byte[] ours = rebuilt.entries().get(name);
      byte[] theirs = release.entries().get(name);
      String kind = name.endsWith("/") ? "directory" : name.endsWith(".class") ? "class" : "resource";
      if (ours != null && theirs != null && Arrays.equals(ours, theirs)) {
        counts.get(Category.IDENTICAL).merge(kind, 1, Integer::sum);
        if (kind.equals("class")) {
          identical.merge(packageOf(name), 1, Integer::sum);
        }
        continue;
      }
      Difference difference;
      if (ours == null) {
        difference = ofGone(name, kind, theirs, provenance);
      } else if (kind.equals("class")) {
        difference = ofClass(name, ours, theirs == null, provenance);
      } else if (kind.equals("directory")) {
        difference = null;
      } else {
        difference = ofResource(name, ours, theirs, provenance, versions);
      }
      if (difference != null) {
        differences.add(difference);
      }
    }
    // A new directory is explained by the entries below it, so it is judged after them.
    for (String name : names) {
      if (name.endsWith("/") && !release.entries().containsKey(name)) {
        differences.add(ofDirectory(name, differences));
      }
    }
    for (Difference difference : differences) {
      counts.get(difference.category()).merge(difference.kind(), 1, Integer::sum);
    }
    differences.sort((a, b) -> a.category() == b.category()
        ? a.entry().compareTo(b.entry())
        : rank(a.category()) - rank(b.category()));
    List<String> duplicates = new ArrayList<>(rebuilt.duplicates());
    duplicates.removeAll(release.duplicates());
    return new JarComparison(counts, List.copyOf(differences), identical, List.copyOf(duplicates));
  }

  /** Number of entries of a category. */
  public int count(Category category) {
    return counts.get(category).values().stream().mapToInt(Integer::intValue).sum();
  }

  /** One line for each reason why this jar fails. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    differences.stream().filter(each -> each.category().failure())
        .forEach(each -> problems.add(each.category().label() + ": " + each.entry() + " (" + each.detail() + ")"));
    duplicates.forEach(name -> problems.add("duplicate: " + name + " (more than one entry of this name)"));
    return problems;
  }

  private static int rank(Category category) {
    return category.failure() ? -category.ordinal() : 10 - category.ordinal();
  }

  private static String packageOf(String entry) {
    int slash = entry.lastIndexOf('/');
    return slash < 0 ? "(default)" : entry.substring(0, slash).replace('/', '.');
  }

  private static Difference ofGone(String name, String kind, byte[] theirs, Provenance provenance) {
    if (NUMBERED_BY_COMPILER.matcher(name).find()) {
      Set<String> patches = ClassSource.of(theirs).map(provenance::patchesOf).orElse(Set.of());
      if (!patches.isEmpty()) {
        return new Difference(name, kind, Category.PATCHED, "gone", List.copyOf(patches), "the patched source has one anonymous function fewer");
      }
    }
    return new Difference(name, kind, Category.MISSING, "gone", List.of(), "the release has it, the rebuild has not");
  }

  private static Difference ofClass(String name, byte[] ours, boolean isNew, Provenance provenance) {
    String change = isNew ? "new" : "changed";
    Optional<ClassSource> source = ClassSource.of(ours);
    if (source.isEmpty()) {
      return new Difference(name, "class", Category.UNEXPLAINED, change, List.of(), change + ", and the class names no source file");
    }
    // A class file in a folder of another package can never be loaded; take its own word only if both agree.
    String folder = name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : "";
    if (!folder.equals(source.get().packagePath())) {
      return new Difference(name, "class", Category.UNEXPLAINED, change, List.of(),
          change + ", and the class says it is of package " + source.get().packagePath().replace('/', '.'));
    }
    Set<String> patches = provenance.patchesOf(source.get());
    if (!patches.isEmpty()) {
      return new Difference(name, "class", Category.PATCHED, change, List.copyOf(patches), "source " + source.get());
    }
    Optional<String> java = provenance.javaSourceOf(source.get());
    if (java.isPresent() && isNew) {
      return new Difference(name, "class", Category.ADDED, change, List.of(java.get()), "source in java-src");
    }
    String why = java.isPresent()
        ? "java-src replaces a class of the release: " + java.get()
        : change + ", source " + source.get() + ", which no patch touches and java-src has not";
    return new Difference(name, "class", Category.UNEXPLAINED, change, List.of(), why);
  }

  private static Difference ofResource(String name, byte[] ours, byte[] theirs, Provenance provenance, VersionFiles versions) {
    String change = theirs == null ? "new" : "changed";
    Set<String> patches = provenance.patchesOfResource(name);
    if (!patches.isEmpty()) {
      return new Difference(name, "resource", Category.PATCHED, change, List.copyOf(patches), "resource");
    }
    if (theirs == null) {
      Optional<String> java = provenance.javaResource(name);
      return java.isPresent()
          ? new Difference(name, "resource", Category.ADDED, change, List.of(java.get()), "resource in java-src")
          : new Difference(name, "resource", Category.UNEXPLAINED, change, List.of(), "new, and neither a patch nor java-src has it");
    }
    VersionFiles.Check check = versions.check(name, ours, theirs);
    return check.ok()
        ? new Difference(name, "resource", Category.VERSION, change, List.of("rebuilt version"), check.detail())
        : new Difference(name, "resource", Category.UNEXPLAINED, change, List.of(), check.detail());
  }

  private static Difference ofDirectory(String name, List<Difference> differences) {
    List<String> below = differences.stream()
        .filter(each -> !each.kind().equals("directory") && each.entry().startsWith(name) && each.change().equals("new"))
        .filter(each -> !each.category().failure())
        .flatMap(each -> each.explainedBy().stream()).distinct().sorted().toList();
    return below.isEmpty()
        ? new Difference(name, "directory", Category.UNEXPLAINED, "new", List.of(), "a new directory without an explained entry")
        : new Difference(name, "directory", Category.ADDED, "new", below, "holds explained entries");
  }
}
