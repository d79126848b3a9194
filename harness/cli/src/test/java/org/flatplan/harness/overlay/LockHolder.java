/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that tries to take a lock, says whether it has it, and holds it until its input ends. */
final class LockHolder {
  private LockHolder() {
  }

  public static void main(String[] arguments) throws IOException {
    try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (channel.tryLock() == null) {
        System.out.println("refused");
        return;
      }
      System.out.println("held");
      while (System.in.read() >= 0) {
        continue;
      }
    }
  }
}
