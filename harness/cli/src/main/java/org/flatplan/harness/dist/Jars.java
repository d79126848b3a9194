/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import org.flatplan.harness.cli.UserError;

/** The jars of a distribution: of the release or, in the place of some, of the rebuild. */
final class Jars {
  private Jars() {
  }

  /**
   * Puts the rebuilt jars in the place of the release's.
   *
   * @throws UserError if the release's is not among the resolved
   */
  static List<Artifact> replaced(List<Artifact> resolved, Rebuild rebuild) {
    List<Artifact> jars = new ArrayList<>(resolved);
    for (int i = 0; i < rebuild.jars().size(); i++) {
      String name = rebuild.report().modules().get(i).artifact();
      Artifact release = resolved.stream().filter(jar -> jar.group().equals(Rebuild.GROUP) && jar.name().equals(name)).findFirst()
          .orElseThrow(() -> new UserError(name + " is not among the jars of these modules, so there is nothing to put the rebuilt one in place of;"
              + " add sql to --modules"));
      jars.set(jars.indexOf(release),
          new Artifact(release.group(), name, rebuild.rebuiltVersion(), null, rebuild.jars().get(i), release.pom()));
    }
    return jars;
  }

  /** Copies each into a folder, and returns them as they are there, by file name. */
  static List<Artifact> copy(List<Artifact> jars, Path folder) throws IOException {
    Files.createDirectories(folder);
    List<Artifact> copies = new ArrayList<>();
    for (Artifact jar : jars) {
      Artifact copy = jar.in(folder);
      if (Files.exists(copy.file())) {
        throw new UserError("two artifacts have the file name " + jar.fileName() + "; leave one of them out of --modules");
      }
      Files.copy(jar.file(), copy.file());
      copies.add(copy);
    }
    copies.sort(Comparator.comparing(Artifact::fileName));
    return copies;
  }

  /** Makes sure of what a distribution must be: every jar opens, no artifact is there twice, and none that was replaced is left. */
  static void check(List<Artifact> jars, Rebuild rebuild, boolean stock) {
    Map<String, Artifact> seen = new TreeMap<>();
    for (Artifact jar : jars) {
      try (JarFile file = new JarFile(jar.file().toFile())) {
        if (file.size() == 0) {
          throw new UserError(jar.fileName() + " is empty; remove it from your Maven repository and run again");
        }
      } catch (IOException e) {
        throw new UserError(jar.fileName() + " does not open (" + e.getMessage() + "); remove it from your Maven repository and run again");
      }
      Artifact other = seen.put(jar.key(), jar);
      if (other != null) {
        throw new UserError(jar.key() + " is there twice: " + other.version() + " and " + jar.version());
      }
    }
    String expected = stock ? rebuild.releaseVersion() : rebuild.rebuiltVersion();
    rebuild.report().modules().forEach(module -> {
      Artifact jar = seen.get(Rebuild.GROUP + ":" + module.artifact());
      if (jar == null || !jar.version().equals(expected)) {
        throw new UserError(module.artifact() + " is " + (jar == null ? "missing" : jar.version()) + " where it should be " + expected);
      }
    });
  }
}
