/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** A disk on which one step, counted from 1, goes wrong. */
final class BrokenDisk extends QuickDisk {
  /** The process ended. Not an exception, so that nothing that tidies up after a failure runs. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  /** What goes wrong. */
  enum Fault {
    /** The process ends before the step, which is after the one before. */
    KILLED_BEFORE,
    /** The process ends when a file is half-written. */
    KILLED_HALFWAY,
    /** From this step on there is no room: a file is half-written, then no more files are. Moves and deletions work. */
    FULL,
    /** This step fails, and no other. */
    ONCE,
    /** This step fails and all after it. */
    DEAD
  }

  private interface Step {
    void run() throws IOException;
  }

  private final int at;
  private final Fault fault;
  private int done;
  private boolean killed;

  BrokenDisk(int at, Fault fault) {
    this.at = at;
    this.fault = fault;
  }

  /** Whether the step came at all. */
  boolean struck() {
    return done >= at;
  }

  @Override
  void createFolder(Path folder) throws IOException {
    // A folder that is there takes no room.
    step(Files.notExists(folder), folder, () -> super.createFolder(folder), () -> { });
  }

  @Override
  FileChannel openLock(Path file) throws IOException {
    FileChannel[] channel = new FileChannel[1];
    step(Files.notExists(file), file, () -> channel[0] = super.openLock(file), () -> { });
    return channel[0];
  }

  @Override
  void copy(Path from, Path to, Path like, boolean times) throws IOException {
    step(true, to, () -> super.copy(from, to, like, times), () -> half(to, Files.readAllBytes(from)));
  }

  @Override
  void write(Path file, byte[] bytes) throws IOException {
    step(true, file, () -> super.write(file, bytes), () -> half(file, bytes));
  }

  @Override
  void move(Path from, Path to) throws IOException {
    step(false, to, () -> super.move(from, to), () -> { });
  }

  @Override
  void delete(Path path) throws IOException {
    step(false, path, () -> super.delete(path), () -> { });
  }

  private static void half(Path file, byte[] bytes) throws IOException {
    Files.deleteIfExists(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
  }

  private void step(boolean needsRoom, Path path, Step step, Step half) throws IOException {
    done++;
    boolean now = done == at;
    if (killed || now && fault == Fault.KILLED_BEFORE) {
      killed = true;
      throw new Killed();
    }
    if (now && fault == Fault.KILLED_HALFWAY) {
      killed = true;
      half.run();
      throw new Killed();
    }
    if (done >= at && fault == Fault.FULL && needsRoom) {
      half.run();
      throw new FileSystemException(path.toString(), null, "No space left on device");
    }
    if (now && fault == Fault.ONCE || done >= at && fault == Fault.DEAD) {
      throw new FileSystemException(path.toString(), null, "Input/output error");
    }
    step.run();
  }
}
