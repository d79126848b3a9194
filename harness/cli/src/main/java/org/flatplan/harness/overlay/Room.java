/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.flatplan.harness.cli.UserError;

/** Whether an installation can be written to. */
final class Room {
  /** What to do when a disk refuses. */
  static final String NEXT = "Make room or get the permission, and run again";

  // The record twice, and what a file system needs to hold a few files.
  private static final long BESIDES = 1 << 20;

  private Room() {
  }

  /** Refuses where the user may not write and where the disk has less room than is needed. */
  static void check(OverlayFiles files, Disk disk, long bytes) {
    for (Path folder : List.of(Files.isDirectory(files.folder()) ? files.folder() : files.home(), files.jars())) {
      if (!disk.writable(folder)) {
        throw new UserError("no permission to write in " + folder + owner(folder) + "; run as a user who may");
      }
    }
    long free;
    try {
      free = disk.usable(files.jars());
    } catch (IOException e) {
      throw new UserError("cannot tell how much room is left in " + files.jars() + ": " + Disk.reason(e));
    }
    if (free < bytes + BESIDES) {
      throw new UserError(String.format(Locale.ROOT, "%s has room for %.1f MB, %.1f MB are needed; make room and run again",
          files.jars(), free / 1e6, (bytes + BESIDES) / 1e6));
    }
  }

  private static String owner(Path folder) {
    try {
      return ", which is " + Files.getOwner(folder).getName() + "'s";
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }
}
