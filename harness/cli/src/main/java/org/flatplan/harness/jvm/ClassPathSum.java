/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.jvm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.flatplan.harness.prove.Digests;

/** What tells a class path from another, by which a result is known to be of the same classes. Thread-safe. */
public final class ClassPathSum {
  private ClassPathSum() {}

  /**
   * A line for each entry of a class path, in its order. Jars that both class paths have are told apart by name, which has the version; the others by content.
   *
   * @param own the class path
   * @param other the class path of the other side
   */
  public static List<String> lines(List<String> own, List<String> other) {
    Set<String> shared = new HashSet<>(other);
    List<String> lines = new ArrayList<>();
    for (String entry : own) {
      Path file = Path.of(entry);
      lines.add(file.getFileName() + (shared.contains(entry) || !Files.isRegularFile(file) ? "" : " " + Digests.sha256(file)));
    }
    return lines;
  }
}
