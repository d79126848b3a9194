/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;

/**
 * A Spark installation that is the build's release by its names.
 *
 * @param jars artifact to file, one for each jar of the build
 */
record Installation(Map<String, Path> jars) {

  /** Looks for the jars; anything that does not fit the build is an error. */
  static Installation open(OverlayFiles files, Build build) {
    List<Path> all = list(files.jars());
    Map<String, Path> found = new TreeMap<>();
    for (Build.Jar jar : build.jars()) {
      found.put(jar.artifact(), one(files, jar, build, all));
    }
    refuseMixed(all, found, build);
    return new Installation(found);
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(each -> each.getFileName().toString().endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UserError("cannot read the folder " + folder + "; run as a user who may");
    }
  }

  private static Path one(OverlayFiles files, Build.Jar jar, Build build, List<Path> all) {
    List<Path> candidates = all.stream()
        .filter(each -> JarName.parse(each.getFileName().toString()).filter(name -> name.module().equals(jar.module())).isPresent()).toList();
    if (candidates.isEmpty()) {
      throw new UserError(files.home() + " is no Spark installation: there is no " + jar.module() + "_*.jar in its folder jars");
    }
    if (candidates.size() > 1) {
      throw new UserError(files.jars() + " has " + jar.module() + " more than once (" + String.join(", ", names(candidates))
          + "); leave the one of Spark " + build.sparkVersion() + " and run again");
    }
    Path file = candidates.get(0);
    JarName name = JarName.parse(file.getFileName().toString()).orElseThrow();
    if (!name.version().equals(build.sparkVersion())) {
      throw new UserError(file + " is of Spark " + name.version() + ", this build is of Spark " + build.sparkVersion()
          + "; take an installation of that version, or a Flatplan of the other line");
    }
    if (!name.scalaVersion().equals(build.scalaVersion())) {
      throw new UserError(file + " is for Scala " + name.scalaVersion() + ", this build is for Scala " + build.scalaVersion()
          + "; take an installation for Scala " + build.scalaVersion());
    }
    if (Files.isSymbolicLink(file)) {
      throw new UserError(file + " is a symbolic link; other installations may use what it points to."
          + " Overlay the installation that holds the file, or put a copy in place of the link");
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new UserError(file + " is no file; install Spark " + build.sparkVersion() + " anew");
    }
    return file;
  }

  private static void refuseMixed(List<Path> all, Map<String, Path> found, Build build) {
    List<Path> others = new ArrayList<>();
    for (Path file : all) {
      Optional<JarName> name = JarName.parse(file.getFileName().toString());
      if (name.isEmpty() || found.containsValue(file)) {
        continue;
      }
      // Not everything named spark-* is Spark's: connectors have versions of their own.
      Optional<JarInside> inside = JarInside.read(file, name.get().artifact()).filter(JarInside::ofSpark);
      if (inside.isPresent() && (!name.get().version().equals(build.sparkVersion()) || !name.get().scalaVersion().equals(build.scalaVersion())
          || inside.get().otherVersion(build.sparkVersion()).isPresent())) {
        others.add(file);
      }
    }
    if (!others.isEmpty()) {
      throw new UserError("the installation is mixed: not of Spark " + build.sparkVersion() + " for Scala " + build.scalaVersion() + " are "
          + String.join(", ", names(others)) + " in " + others.get(0).getParent() + "; remove or replace them and run again");
    }
  }

  private static List<String> names(List<Path> files) {
    return files.stream().map(each -> each.getFileName().toString()).toList();
  }
}
