/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The patches of one Spark line, in the order of their series file.
 *
 * @param patches in order
 * @param problems what is wrong with the series: an entry without a file, a file without an entry, a patch that edits nothing
 */
public record PatchSeries(List<PatchFile> patches, List<String> problems) {

  /** Reads {@code series} and the patches it names; a directory without series has no patches. */
  public static PatchSeries read(Path directory) {
    List<PatchFile> patches = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Path series = directory.resolve("series");
    try {
      Set<String> named = new HashSet<>();
      if (Files.isRegularFile(series)) {
        for (String raw : Files.readAllLines(series)) {
          String name = raw.replaceFirst("(^|\\s)#.*$", "").strip();
          if (name.isEmpty()) {
            continue;
          }
          if (!named.add(name)) {
            problems.add("series names " + name + " twice");
          } else if (!Files.isRegularFile(directory.resolve(name))) {
            problems.add("series names " + name + ", but there is no such file");
          } else {
            Path file = directory.resolve(name);
            PatchFile patch = PatchFile.parse(name, Digests.sha256(file), Files.readString(file));
            patches.add(patch);
            if (patch.targets().isEmpty() || patch.targets().stream().anyMatch(target -> target.hunks() == 0)) {
              problems.add("patch " + name + " has no hunk, or names a file without one");
            }
          }
        }
      } else {
        problems.add("the patch directory has no series file");
      }
      if (Files.isDirectory(directory)) {
        try (Stream<Path> files = Files.list(directory)) {
          Set<String> unnamed = new TreeSet<>(files.map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".patch") && !named.contains(name)).toList());
          unnamed.forEach(name -> problems.add("patch " + name + " is not in series"));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the patches in " + directory + ": " + e.getMessage(), e);
    }
    return new PatchSeries(List.copyOf(patches), List.copyOf(problems));
  }
}
