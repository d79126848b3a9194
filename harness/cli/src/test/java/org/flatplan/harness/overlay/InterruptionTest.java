/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.overlay.BrokenDisk.Fault;
import org.flatplan.harness.overlay.BrokenDisk.Killed;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each step of each run goes wrong once, in each way. */
class InterruptionTest {
  private static final int MORE_THAN_ANY_RUN = 200;

  @TempDir
  Path temp;

  /** What is interrupted. */
  enum Run {
    FIRST_OVERLAY, OVERLAY_OF_ANOTHER_BUILD, UNDO;

    FakeSpark prepared(Path base, String home) throws IOException {
      FakeSpark spark = FakeSpark.in(base, home);
      if (this == UNDO) {
        spark.overlay();
      } else if (this == OVERLAY_OF_ANOTHER_BUILD) {
        spark.overlay(2, new QuickDisk(), false);
      }
      return spark;
    }

    void on(FakeSpark spark, Disk disk) throws IOException {
      if (this == UNDO) {
        spark.undo(disk, false);
      } else {
        spark.overlay(1, disk, false);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
      "FIRST_OVERLAY, KILLED_BEFORE", "FIRST_OVERLAY, KILLED_HALFWAY", "FIRST_OVERLAY, DEAD",
      "OVERLAY_OF_ANOTHER_BUILD, KILLED_BEFORE", "OVERLAY_OF_ANOTHER_BUILD, KILLED_HALFWAY",
      "OVERLAY_OF_ANOTHER_BUILD, DEAD", "OVERLAY_OF_ANOTHER_BUILD, ONCE",
      "UNDO, KILLED_BEFORE", "UNDO, KILLED_HALFWAY", "UNDO, DEAD", "UNDO, ONCE"})
  void theNextRunCompletesOrUndoesWhatWasStopped(Run run, Fault fault) throws IOException {
    SortedMap<String, String> released = FakeSpark.in(temp, "released").snapshotOfFiles();
    int steps = 0;
    for (int at = 1; at < MORE_THAN_ANY_RUN; at++) {
      boolean struck = false;
      for (boolean undo : new boolean[] {false, true}) {
        FakeSpark spark = run.prepared(temp, at + "-" + undo);
        BrokenDisk disk = new BrokenDisk(at, fault);
        try {
          run.on(spark, disk);
        } catch (Killed | UserError e) {
          assertThat(disk.struck()).isTrue();
        }
        struck |= disk.struck();
        spark.inPlace();
        if (!undo) {
          spark.overlay();
          assertThat(spark.verify().problems()).as("step %s", at).isEmpty();
          assertThat(spark.inPlace()).containsExactly("one", "one");
          assertThat(spark.snapshot().keySet()).as("step %s", at).noneMatch(name -> name.contains("partial") || name.endsWith(".flatplan"));
          SortedMap<String, String> complete = spark.snapshot();
          assertThat(spark.overlay().changed()).isFalse();
          assertThat(spark.snapshot()).isEqualTo(complete);
        }
        spark.undo();
        assertThat(spark.snapshotOfFiles()).as("step %s", at).isEqualTo(released);
        SortedMap<String, String> undone = spark.snapshot();
        assertThat(spark.undo().changed()).as("step %s", at).isFalse();
        assertThat(spark.snapshot()).isEqualTo(undone);
      }
      if (!struck) {
        steps = at - 1;
        break;
      }
    }
    // A run of fewer steps than these would mean that the faults hit nothing.
    assertThat(steps).isBetween(10, MORE_THAN_ANY_RUN - 2);
  }

  @ParameterizedTest
  @EnumSource(value = Fault.class, names = {"FULL", "ONCE"})
  void aDiskThatRefusesHalfWayLeavesEverythingAsItWas(Fault fault) throws IOException {
    int refused = 0;
    for (int at = 1; at < MORE_THAN_ANY_RUN; at++) {
      FakeSpark spark = FakeSpark.in(temp, "full" + at);
      SortedMap<String, String> before = spark.snapshotOfFiles();
      BrokenDisk disk = new BrokenDisk(at, fault);
      try {
        spark.overlay(1, disk, false);
        assertThat(spark.verify().complete()).as("step %s", at).isTrue();
        if (!disk.struck()) {
          assertThat(refused).isGreaterThan(5);
          return;
        }
      } catch (UserError e) {
        refused++;
        assertThat(e).hasMessageContaining(fault == Fault.FULL ? "No space left on device" : "Input/output error")
            .hasMessageContaining("everything is as it was. Make room or get the permission, and run again");
        SortedMap<String, String> after = spark.snapshotOfFiles();
        // The one file that a failed deletion may leave is known to the next run.
        after.keySet().removeIf(name -> fault == Fault.ONCE && name.startsWith("flatplan"));
        assertThat(after).as("step %s", at).isEqualTo(before);
      }
    }
    fail("the run never came to its end");
  }

  @ParameterizedTest
  @EnumSource(value = Fault.class, names = "FULL")
  void aDiskThatIsFullLeavesTheEarlierOverlayAndTheUndoneOneWhole(Fault fault) throws IOException {
    for (Run run : List.of(Run.OVERLAY_OF_ANOTHER_BUILD, Run.UNDO)) {
      boolean struck = true;
      for (int at = 1; struck; at++) {
        FakeSpark spark = run.prepared(temp, run + "-" + at);
        SortedMap<String, String> before = spark.snapshotOfFiles();
        BrokenDisk disk = new BrokenDisk(at, fault);
        try {
          run.on(spark, disk);
        } catch (UserError e) {
          assertThat(spark.snapshotOfFiles()).as("%s, step %s", run, at).isEqualTo(before);
        }
        struck = disk.struck();
      }
    }
  }
}
