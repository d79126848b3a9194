/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.jvm.SparkJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BenchForkTest {
  private static final Path OWN = SparkJvm.jarOf(BenchProgram.class);

  @TempDir
  Path home;

  /** What this test runs with; the release is on it, and the rebuild is not. */
  static List<String> classpath() {
    return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  private Seen fake(Variant variant, int end, int timeout) throws Exception {
    return new BenchFork(new BenchClasses(classpath(), classpath()), OWN, new BenchFolder(home), "200m", timeout, FakeBench.class)
        .measure(new Key(Workload.ADD, end, variant, 1)).seen();
  }

  @Test
  void whatTheProgramSawIsTheResult() throws Exception {
    assertThat(fake(Variant.REBUILT, 1, 60)).isEqualTo(Made.done(Workload.ADD, 1, Variant.REBUILT, 1, 8).seen());
  }

  @Test
  void aJvmWithTheWrongClassesIsRefused() {
    assertThatThrownBy(() -> fake(Variant.STOCK, 1, 60)).isInstanceOf(UserError.class).hasMessageContaining("found " + BenchProgram.RULE);
  }

  @Test
  void aTimeOutIsAResultAndSaysHowFarItCame() throws Exception {
    Seen seen = fake(Variant.STOCK, 2, 8);
    assertThat(seen.outcome()).isEqualTo(Outcome.TIMEOUT);
    assertThat(seen.phase()).isEqualTo(Phase.BUILD);
    assertThat(seen.reachedMillis()).isBetween(1.0, 60_000.0);
  }

  @Test
  void theJobDoesNotCountInATimeOut() throws Exception {
    Seen seen = fake(Variant.STOCK, 4, 8);
    assertThat(seen.phase()).isEqualTo(Phase.JOB);
    assertThat(seen.reachedMillis()).isEqualTo(3000);
  }

  @Test
  void aFullHeapThatSparkEndsWithIsAResult() throws Exception {
    assertThat(fake(Variant.STOCK, BenchProgram.OUT_OF_MEMORY_EXIT, 60).outcome()).isEqualTo(Outcome.OUT_OF_MEMORY);
  }

  @Test
  void anyOtherEndNamesTheLog() {
    Path log = new BenchFolder(home).log(new Key(Workload.ADD, 3, Variant.STOCK, 1));
    assertThatThrownBy(() -> fake(Variant.STOCK, 3, 60)).isInstanceOf(UserError.class)
        .hasMessage("the JVM of add x 3, release, run 1 ended with 3 in phase build: java.lang.Exception: it is broken; see " + log);
    assertThat(log).exists();
  }

  @Test
  void aJvmThatIsStoppedFromOutsideIsNoResult() {
    assertThatThrownBy(() -> fake(Variant.STOCK, 143, 60)).isInstanceOf(UserError.class).hasMessageContaining("go on with --resume");
  }
}
