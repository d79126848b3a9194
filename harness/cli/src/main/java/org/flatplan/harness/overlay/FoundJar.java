/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.flatplan.harness.prove.JarContents;

/**
 * A jar of an installation and whose it is.
 *
 * @param path where it is
 * @param match how it was found to be the release's; null if it is not
 * @param detail what speaks against it; null unless it is somebody else's
 */
record FoundJar(Path path, String sha256, long bytes, JarState state, ReleaseMatch match, String detail) {
  private static final int SHOWN = 5;

  /** Finds out, by sum and else by contents. The record knows the jars of earlier builds. */
  static FoundJar of(Path path, Build.Jar jar, String sparkVersion, Optional<OverlayRecord.Jar> recorded) {
    String sha256 = OverlayFiles.sum(path);
    long bytes = path.toFile().length();
    if (sha256.equals(jar.rebuiltSha256())) {
      return new FoundJar(path, sha256, bytes, JarState.OURS, null, null);
    }
    if (recorded.filter(each -> each.ours(sha256)).isPresent()) {
      return new FoundJar(path, sha256, bytes, JarState.EARLIER, null, null);
    }
    if (sha256.equals(jar.releaseSha256())) {
      return new FoundJar(path, sha256, bytes, JarState.RELEASE, ReleaseMatch.BYTES, null);
    }
    String detail = difference(path, jar, sparkVersion);
    return detail == null
        ? new FoundJar(path, sha256, bytes, JarState.RELEASE, ReleaseMatch.CONTENTS, null)
        : new FoundJar(path, sha256, bytes, JarState.FOREIGN, null, detail);
  }

  /** The file's name. */
  String file() {
    return path.getFileName().toString();
  }

  private static String difference(Path path, Build.Jar jar, String sparkVersion) {
    Optional<JarInside> inside = JarInside.read(path, jar.artifact());
    if (inside.isEmpty()) {
      return "it is no readable jar";
    }
    Optional<String> other = inside.get().otherVersion(sparkVersion);
    if (other.isPresent()) {
      return "its name says version " + sparkVersion + ", inside it says " + other.get();
    }
    if (!inside.get().ofSpark()) {
      return "inside it does not say that it is org.apache.spark:" + jar.artifact();
    }
    List<String> differences;
    try {
      differences = ReleaseMatch.differences(JarContents.read(path), JarContents.read(jar.release()));
    } catch (UncheckedIOException e) {
      return e.getMessage();
    }
    if (differences.isEmpty()) {
      return null;
    }
    int more = differences.size() - SHOWN;
    return (differences.size() == 1 ? "1 entry differs" : differences.size() + " entries differ") + " from the release: "
        + String.join(", ", differences.subList(0, Math.min(SHOWN, differences.size()))) + (more > 0 ? " and " + more + " more" : "");
  }
}
