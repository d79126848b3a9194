/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskTest {
  @TempDir
  Path temp;
  private final Disk disk = new Disk();

  @Test
  void aCopyHasThePermissionsAndIfAskedTheTimeOfItsModel() throws IOException {
    Path from = Files.writeString(temp.resolve("from"), "content");
    Path like = Files.writeString(temp.resolve("like"), "");
    Files.setPosixFilePermissions(like, PosixFilePermissions.fromString("r--r-----"));
    Files.setLastModifiedTime(like, FileTime.fromMillis(1_000_000));
    Path to = temp.resolve("to");
    disk.copy(from, to, like, true);
    assertThat(to).hasContent("content");
    assertThat(Files.getLastModifiedTime(to)).isEqualTo(FileTime.fromMillis(1_000_000));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(to))).isEqualTo("r--r-----");
    // Once more over the read-only copy of before.
    disk.copy(from, to, like, false);
    assertThat(Files.getLastModifiedTime(to)).isGreaterThan(FileTime.fromMillis(1_000_000));
  }

  @Test
  void aMoveReplaces() throws IOException {
    disk.write(temp.resolve("a"), new byte[] {1});
    disk.write(temp.resolve("b"), new byte[] {2});
    disk.move(temp.resolve("a"), temp.resolve("b"));
    assertThat(temp.resolve("a")).doesNotExist();
    assertThat(temp.resolve("b")).hasBinaryContent(new byte[] {1});
  }

  @Test
  void aFailureWithoutAFileIsGivenItsName() {
    Disk full = new Disk() {
      @Override
      void force(FileChannel channel) throws IOException {
        throw new IOException("No space left on device");
      }
    };
    assertThatThrownBy(() -> full.write(temp.resolve("a"), new byte[] {1}))
        .isInstanceOfSatisfying(IOException.class, e -> assertThat(Disk.reason(e)).isEqualTo(temp.resolve("a") + ": No space left on device"));
  }

  @Test
  void aCopyOfAnotherSumIsRefused() throws IOException {
    Path copy = Files.writeString(temp.resolve("copy"), "other");
    assertThatThrownBy(() -> Disk.requireSum(copy, "0", temp.resolve("source"))).hasMessage(temp.resolve("source") + " changed meanwhile");
    assertThatThrownBy(() -> Disk.requireSum(temp.resolve("gone"), "0", copy)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void reasonsAreInWords() {
    assertThat(Disk.reason(new AccessDeniedException("/x"))).isEqualTo("no permission to write /x");
    assertThat(Disk.reason(new NoSuchFileException("/x"))).isEqualTo("/x is gone");
    assertThat(Disk.reason(new IOException())).isEqualTo("IOException");
  }
}
