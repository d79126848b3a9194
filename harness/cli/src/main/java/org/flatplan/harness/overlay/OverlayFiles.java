/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Digests;

/**
 * Where things are in an installation. What an overlay keeps lies beside {@code jars}, since everything in {@code jars} is on the class
 * path.
 *
 * @param home the installation, without symbolic links in its path
 */
record OverlayFiles(Path home) {
  /** Name of the folder that an overlay keeps. */
  static final String FOLDER = "flatplan";

  /** Finds the installation that a user names. */
  static OverlayFiles of(Path sparkHome) {
    Path home;
    try {
      home = sparkHome.toRealPath();
    } catch (IOException e) {
      throw new UserError("no such folder: " + sparkHome);
    }
    OverlayFiles files = new OverlayFiles(home);
    if (Files.isSymbolicLink(files.jars())) {
      throw new UserError(files.jars() + " is a symbolic link; other installations may use what it points to."
          + " Overlay the installation that holds the folder");
    }
    if (!Files.isDirectory(files.jars())) {
      throw new UserError(home + " is no Spark installation: it has no folder jars."
          + " Name the folder above jars: SPARK_HOME, or site-packages/pyspark");
    }
    if (Files.exists(files.folder(), LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(files.folder(), LinkOption.NOFOLLOW_LINKS)) {
      throw new UserError(files.folder() + " is no folder; an overlay keeps the originals there. Rename it and run again");
    }
    return files;
  }

  Path jars() {
    return home.resolve("jars");
  }

  Path folder() {
    return home.resolve(FOLDER);
  }

  Path originals() {
    return folder().resolve("originals");
  }

  Path record() {
    return folder().resolve("overlay.json");
  }

  /** A record to be moved to its place. */
  Path record(OverlayRecord.State state) {
    return folder().resolve("overlay.json." + state.ordinal() + ".partial");
  }

  Path lock() {
    return folder().resolve("lock");
  }

  Path jar(String file) {
    return jars().resolve(file);
  }

  /** A jar to be moved to its place. Its name ends otherwise than a jar's, so nobody takes it for one. */
  Path staged(String file) {
    return jars().resolve("." + file + ".flatplan");
  }

  Path original(String file) {
    return originals().resolve(file);
  }

  /** An original to be moved to its place. */
  Path stagedOriginal(String file) {
    return originals().resolve(file + ".partial");
  }

  /** Everything that is there only while a run is at work, of jars of these names. */
  List<Path> passing(List<String> names) {
    List<Path> paths = new ArrayList<>();
    for (String name : names) {
      paths.add(staged(name));
      paths.add(stagedOriginal(name));
    }
    for (OverlayRecord.State state : OverlayRecord.State.values()) {
      paths.add(record(state));
    }
    return paths;
  }

  /** The sum of a file that an overlay must be able to read. */
  static String sum(Path file) {
    try {
      return Digests.sha256(file);
    } catch (UncheckedIOException e) {
      throw new UserError("cannot read " + file + "; run as a user who may");
    }
  }

  /** How it stands with the kept original. */
  KeptState kept(OverlayRecord.Jar jar) {
    return kept(jar.file(), jar.sha256Before());
  }

  /** How it stands with an original of that sum. */
  KeptState kept(String file, String sha256) {
    Path original = original(file);
    if (!Files.isRegularFile(original, LinkOption.NOFOLLOW_LINKS)) {
      return KeptState.MISSING;
    }
    return sum(original).equals(sha256) ? KeptState.KEPT : KeptState.ALTERED;
  }
}
