/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.flatplan.harness.cli.UserError;

/** Keeps other runs away from an installation. Its file goes when it is released, and the folder with it if nothing else is there. */
final class OverlayLock implements AutoCloseable {
  private static final int ATTEMPTS = 100;

  private final OverlayFiles files;
  private final Disk disk;
  private final FileChannel channel;

  private OverlayLock(OverlayFiles files, Disk disk, FileChannel channel) {
    this.files = files;
    this.disk = disk;
    this.channel = channel;
  }

  /** Takes the lock, or says that somebody has it. */
  static OverlayLock acquire(OverlayFiles files, Disk disk) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      disk.createFolder(files.folder());
      // The last holder may remove the file between our opening and our locking, and then the lock keeps nobody away. So it counts only
      // if the file was there before and is there now.
      Object before = identity(files);
      FileChannel channel;
      try {
        channel = disk.openLock(files.lock());
      } catch (NoSuchFileException e) {
        // Another run ended just now and removed the folder.
        continue;
      } catch (IOException e) {
        removeIfEmpty(files, disk);
        throw e;
      }
      boolean held = false;
      try {
        if (channel.tryLock() == null) {
          throw atWork(files);
        }
        held = before != null && before.equals(identity(files));
        if (held) {
          return new OverlayLock(files, disk, channel);
        }
      } catch (OverlappingFileLockException e) {
        throw atWork(files);
      } finally {
        if (!held) {
          channel.close();
        }
      }
    }
    throw new UserError("other runs of 'flatplan overlay' come and go in " + files.home() + "; run again when they are done");
  }

  /** Says so if somebody has the lock; changes nothing. Else what another run has half done might be taken for damage. */
  static void refuseIfHeld(OverlayFiles files) {
    try (FileChannel channel = FileChannel.open(files.lock(), StandardOpenOption.WRITE); FileLock lock = channel.tryLock()) {
      if (lock == null) {
        throw atWork(files);
      }
    } catch (OverlappingFileLockException e) {
      throw atWork(files);
    } catch (IOException e) {
      // No lock, or none that this user could take: what follows says which.
      return;
    }
  }

  private static UserError atWork(OverlayFiles files) {
    return new UserError("another 'flatplan overlay' is at work in " + files.home() + "; run again when it is done");
  }

  /**
   * What tells a file from one that came in its place, or null if there is none. The lock file must not be opened to find out: on Unix
   * that would release the lock as soon as it is closed.
   */
  private static Object identity(OverlayFiles files) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(files.lock(), BasicFileAttributes.class);
      return attributes.fileKey() == null ? attributes.creationTime() : attributes.fileKey();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  @Override
  public void close() {
    try (channel) {
      disk.delete(files.lock());
      removeIfEmpty(files, disk);
    } catch (IOException e) {
      // A file too many is no reason to call done work failed.
      return;
    }
  }

  private static void removeIfEmpty(OverlayFiles files, Disk disk) throws IOException {
    try {
      disk.delete(files.folder());
    } catch (DirectoryNotEmptyException e) {
      return;
    }
  }
}
