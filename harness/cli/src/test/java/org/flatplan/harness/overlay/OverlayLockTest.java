/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.flatplan.harness.cli.UserError;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try")
class OverlayLockTest {
  @TempDir
  Path temp;
  private FakeSpark spark;

  @BeforeEach
  void install() throws IOException {
    spark = FakeSpark.distribution(temp);
  }

  @Test
  void anotherRunInThisJvmIsRefused() throws IOException {
    try (OverlayLock held = OverlayLock.acquire(spark.files(), new Disk())) {
      assertRefused();
    }
    assertThat(spark.home.resolve("flatplan")).doesNotExist();
    assertThat(spark.overlay().changed()).isTrue();
  }

  @Test
  void anotherProcessIsRefused() throws Exception {
    Files.createDirectory(spark.home.resolve("flatplan"));
    Process other = otherProcess();
    try (BufferedReader out = new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(out.readLine()).isEqualTo("held");
      assertRefused();
    } finally {
      other.getOutputStream().close();
      assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
    // The file that the other process left behind locks nobody out.
    assertThat(spark.overlay().changed()).isTrue();
  }

  @Test
  void theLockIsOneThatOtherProcessesSee() throws Exception {
    try (OverlayLock held = OverlayLock.acquire(spark.files(), new Disk())) {
      Process other = otherProcess();
      try (BufferedReader out = new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8))) {
        assertThat(out.readLine()).isEqualTo("refused");
      } finally {
        other.getOutputStream().close();
        assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  private Process otherProcess() throws IOException {
    return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", System.getProperty("java.class.path"),
        LockHolder.class.getName(), spark.files().lock().toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private void assertRefused() throws IOException {
    SortedMap<String, String> before = spark.snapshot();
    assertThatThrownBy(() -> spark.overlay()).isInstanceOf(UserError.class).hasMessageContaining("another 'flatplan overlay' is at work in " + spark.home);
    assertThat(spark.snapshot()).isEqualTo(before);
  }

  @Test
  void aLockOnAFileThatIsGoneIsNotTaken() throws IOException {
    Files.createDirectory(spark.home.resolve("flatplan"));
    Files.createFile(spark.files().lock());
    int[] opened = {0};
    Disk disk = new Disk() {
      @Override
      FileChannel openLock(Path file) throws IOException {
        FileChannel channel = super.openLock(file);
        // What the last holder does when it is done, between our opening and our locking; and at first another comes after him.
        if (++opened[0] <= 2) {
          Files.delete(file);
        }
        if (opened[0] == 1) {
          Files.createFile(file);
        }
        return channel;
      }
    };
    try (OverlayLock held = OverlayLock.acquire(spark.files(), disk)) {
      assertThat(opened[0]).isEqualTo(4);
      assertRefused();
    }
  }

  @Test
  void ofRunsAtOnceOneReplacesAndTheOthersAreRefusedOrFindItDone() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<String>> runs = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        runs.add(() -> {
          try {
            return spark.overlay().changed() ? "replaced" : "found";
          } catch (UserError e) {
            return e.getMessage().contains("is at work") ? "refused" : e.getMessage();
          }
        });
      }
      List<String> results = new ArrayList<>();
      for (Future<String> result : pool.invokeAll(runs)) {
        results.add(result.get());
      }
      assertThat(results).containsOnlyOnce("replaced").isSubsetOf("replaced", "found", "refused");
    } finally {
      pool.shutdownNow();
    }
    assertThat(spark.verify().complete()).isTrue();
  }
}
