/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.flatplan.harness.jvm.SparkJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The measured programs on the release. */
@Tag("spark")
@Timeout(400)
class BenchSparkTest {
  private static final Path OWN = SparkJvm.jarOf(BenchProgram.class);
  private static final List<String> CLASSPATH = BenchForkTest.classpath();

  @TempDir
  Path home;

  @Test
  void realMeasurementsAgree() throws Exception {
    BenchFork fork = new BenchFork(new BenchClasses(CLASSPATH, CLASSPATH), OWN, new BenchFolder(home), "900m", 200);
    Measurement loop = fork.measure(new Key(Workload.ADD, 20, Variant.STOCK, 1));
    Measurement select = fork.measure(new Key(Workload.ADD, 20, Variant.SELECT, 1));
    assertThat(loop.done()).isTrue();
    assertThat(loop.seen().ruleThere()).isFalse();
    assertThat(loop.seen().rows()).isEqualTo(20);
    assertThat(loop.seen().columns()).isEqualTo(23);
    // Stock Spark keeps a Project for each call, above the leaf.
    assertThat(loop.seen().analyzed()).extracting(Seen.Size::depth, Seen.Size::operators, Seen.Size::projects).containsExactly(21, 21L, 20L);
    assertThat(loop.seen().optimized().projects()).isEqualTo(1);
    assertThat(select.seen().analyzed().projects()).isEqualTo(1);
    for (Seen seen : List.of(loop.seen(), select.seen())) {
      assertThat(List.of(seen.build(), seen.optimize(), seen.plan(), seen.job())).allMatch(times -> times.wallMillis() > 0 && times.cpuMillis() > 0);
      assertThat(seen.peakHeapBytes()).isGreaterThan(1 << 20);
      assertThat(seen.jvm().heapMiB()).isLessThanOrEqualTo(900);
    }
    assertThat(select.seen().rowsSha256()).isEqualTo(loop.seen().rowsSha256());
    assertThat(select.seen().schemaSha256()).isEqualTo(loop.seen().schemaSha256());
    new BenchFolder(home).save(loop);
    assertThat(new BenchFolder(home).all().values()).containsExactly(loop);
  }

  @Test
  void eachLoopGivesWhatItsSelectGives() throws Exception {
    Path scratch = Files.createDirectory(home.resolve("scratch"));
    Path log = home.resolve("log");
    OptionalInt exit = new SparkJvm(CLASSPATH, OWN, "900m").run(ProgramSums.class, List.of("20", scratch.toString()), scratch,
        ProcessBuilder.Redirect.to(log.toFile()), ProcessBuilder.Redirect.INHERIT, Duration.ofSeconds(250));
    assertThat(exit).hasValue(0);
    List<String> lines = Files.readAllLines(log);
    assertThat(lines).hasSize(Workload.values().length);
    for (String line : lines) {
      String[] fields = line.split("\t");
      Workload workload = Workload.of(fields[0]);
      assertThat(Long.parseLong(fields[1])).as("rows of " + workload).isPositive();
      if (workload.hasSelect()) {
        assertThat(fields[3]).as(workload.label()).isEqualTo(fields[2]);
      }
    }
  }
}
