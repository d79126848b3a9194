/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Manifest;
import org.flatplan.harness.prove.JarContents;

/** How a jar was found to be the release's. */
enum ReleaseMatch {
  /** The very file. */
  @JsonProperty("bytes")
  BYTES("byte for byte"),

  /** Another archive of the same entries: distributions come from another run of the release's build than the jars in repositories. */
  @JsonProperty("contents")
  CONTENTS("entry by entry");

  // What a build writes about itself: times, machines, the list of licences of what it was built with. No class depends on it.
  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final Set<String> ABOUT_THE_BUILD = Set.of(MANIFEST, "META-INF/DEPENDENCIES", "git.properties");
  // The part of a manifest that a class loader obeys.
  private static final List<String> OBEYED = List.of("Class-Path", "Multi-Release", "Launcher-Agent-Class", "Add-Opens", "Add-Exports");

  private final String words;

  ReleaseMatch(String words) {
    this.words = words;
  }

  /** For readers. */
  String words() {
    return words;
  }

  /** What is in one of two jars and not likewise in the other, sorted by name; empty if they have the same contents. */
  static List<String> differences(JarContents found, JarContents release) {
    SortedMap<String, byte[]> left = compared(found);
    SortedMap<String, byte[]> right = compared(release);
    Set<String> names = new TreeSet<>(left.keySet());
    names.addAll(right.keySet());
    List<String> differences = new ArrayList<>();
    for (String name : names) {
      if (!right.containsKey(name)) {
        differences.add(name + " (not in the release)");
      } else if (!left.containsKey(name)) {
        differences.add(name + " (missing)");
      } else if (!Arrays.equals(left.get(name), right.get(name))) {
        differences.add(name);
      }
    }
    found.duplicates().stream().filter(name -> !release.duplicates().contains(name)).forEach(name -> differences.add(name + " (more than once)"));
    Map<String, String> obeyed = obeyed(release);
    obeyed(found).forEach((attribute, value) -> {
      if (!value.equals(obeyed.get(attribute))) {
        differences.add(MANIFEST + " (" + attribute + ")");
      }
    });
    return differences;
  }

  private static SortedMap<String, byte[]> compared(JarContents jar) {
    SortedMap<String, byte[]> entries = new TreeMap<>(jar.entries());
    entries.keySet().removeIf(name -> name.endsWith("/") || ABOUT_THE_BUILD.contains(name)
        || name.startsWith("META-INF/maven/") && name.endsWith("/pom.properties"));
    return entries;
  }

  /** The attributes that matter, those that are absent as empty texts. */
  private static SortedMap<String, String> obeyed(JarContents jar) {
    SortedMap<String, String> values = new TreeMap<>();
    byte[] bytes = jar.entries().getOrDefault(MANIFEST, new byte[0]);
    try {
      Manifest manifest = new Manifest(new ByteArrayInputStream(bytes));
      OBEYED.forEach(name -> values.put(name, Objects.requireNonNullElse(manifest.getMainAttributes().getValue(name), "")));
    } catch (IOException e) {
      throw new UncheckedIOException("the manifest cannot be read: " + e.getMessage(), e);
    }
    return values;
  }
}
