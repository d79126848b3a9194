/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/** A {@code tar.gz} whose bytes depend on names and contents of the files alone. */
final class Archive {
  private Archive() {
  }

  /**
   * Packs a folder.
   *
   * @param time of every entry
   * @return the SHA-256 sum of the archive
   */
  static String write(Path folder, Path archive, Instant time) throws IOException {
    GzipParameters gzip = new GzipParameters();
    gzip.setCompressionLevel(Deflater.DEFAULT_COMPRESSION);
    gzip.setOperatingSystem(255);
    MessageDigest digest = sha256();
    try (OutputStream file = new DigestOutputStream(new BufferedOutputStream(Files.newOutputStream(archive)), digest);
        TarArchiveOutputStream tar = new TarArchiveOutputStream(new GzipCompressorOutputStream(file, gzip), "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
      for (Path path : paths(folder)) {
        boolean directory = Files.isDirectory(path);
        String name = folder.getParent().relativize(path).toString().replace('\\', '/') + (directory ? "/" : "");
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setModTime(time.toEpochMilli());
        entry.setIds(0, 0);
        entry.setNames("root", "root");
        entry.setMode(directory || Files.isExecutable(path) ? 0755 : 0644);
        entry.setSize(directory ? 0 : Files.size(path));
        tar.putArchiveEntry(entry);
        if (!directory) {
          Files.copy(path, tar);
        }
        tar.closeArchiveEntry();
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static List<Path> paths(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.sorted((a, b) -> a.toString().compareTo(b.toString())).toList();
    }
  }
}
