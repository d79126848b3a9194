/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import org.flatplan.harness.prove.Digests;

/**
 * Everything that an overlay does to files. Each call is one step at which a machine may stop. What is written is on the disk when a call
 * returns.
 */
class Disk {

  /** Whether the user may create files in a folder. */
  boolean writable(Path folder) {
    return Files.isWritable(folder);
  }

  /** Free bytes. */
  long usable(Path folder) throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }

  void createFolder(Path folder) throws IOException {
    Files.createDirectories(folder);
  }

  /** Opens a file to be locked, which is created if need be. */
  FileChannel openLock(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /**
   * Copies a file.
   *
   * @param like the file whose permissions, and owner if the user may, the copy gets
   * @param times whether it gets its time, too
   */
  void copy(Path from, Path to, Path like, boolean times) throws IOException {
    // A copy left by a run that was stopped may be read-only.
    Files.deleteIfExists(to);
    try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
        FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long size = in.size();
      for (long done = 0; done < size;) {
        done += in.transferTo(done, size - done, out);
      }
      attributes(like, to, times);
      force(out);
    } catch (IOException e) {
      throw naming(to, e);
    }
  }

  void write(Path file, byte[] bytes) throws IOException {
    Files.deleteIfExists(file);
    try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining();) {
        out.write(left);
      }
      force(out);
    } catch (IOException e) {
      throw naming(file, e);
    }
  }

  /** Puts a file in the place of another, at once. Who has the other open keeps it. */
  void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    Path folder = to.getParent();
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      force(channel);
    } catch (IOException e) {
      // Not every platform can bring a folder to the disk; the move itself is done.
      return;
    }
  }

  /** Deletes a file or an empty folder, if it is there. */
  void delete(Path path) throws IOException {
    Files.deleteIfExists(path);
  }

  /** Waits until what was written is on the disk. */
  void force(FileChannel channel) throws IOException {
    channel.force(true);
  }

  /** Makes sure that a copy is what it should be. */
  static void requireSum(Path copy, String sha256, Path source) throws IOException {
    try {
      if (!Digests.sha256(copy).equals(sha256)) {
        throw new IOException(source + " changed meanwhile");
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Why something failed, in words. */
  static String reason(IOException e) {
    if (e instanceof AccessDeniedException denied) {
      return "no permission to write " + denied.getFile();
    }
    if (e instanceof NoSuchFileException gone) {
      return gone.getFile() + " is gone";
    }
    if (e instanceof AtomicMoveNotSupportedException) {
      return "this file system cannot replace a file in one step";
    }
    if (e instanceof FileSystemException file && file.getReason() != null) {
      return file.getFile() + ": " + file.getReason();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  // What a channel throws does not say of which file.
  private static IOException naming(Path file, IOException e) {
    return e instanceof FileSystemException ? e : new FileSystemException(file.toString(), null, e.getMessage());
  }

  private static void attributes(Path like, Path to, boolean times) throws IOException {
    PosixFileAttributeView source = Files.getFileAttributeView(like, PosixFileAttributeView.class);
    if (source != null) {
      PosixFileAttributes wanted = source.readAttributes();
      PosixFileAttributeView target = Files.getFileAttributeView(to, PosixFileAttributeView.class);
      PosixFileAttributes now = target.readAttributes();
      try {
        if (!now.group().equals(wanted.group())) {
          target.setGroup(wanted.group());
        }
        if (!now.owner().equals(wanted.owner())) {
          target.setOwner(wanted.owner());
        }
      } catch (FileSystemException e) {
        // Only root may give files away. What matters for those who read it are the permissions below.
        target.readAttributes();
      }
      target.setPermissions(wanted.permissions());
    }
    if (times) {
      Files.setLastModifiedTime(to, Files.getLastModifiedTime(like));
    }
  }
}
