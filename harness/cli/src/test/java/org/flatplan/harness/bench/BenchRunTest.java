/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flatplan.harness.cli.Shard;
import org.flatplan.harness.cli.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchRunTest {
  private static final List<Variant> BOTH = List.of(Variant.STOCK, Variant.REBUILT);

  @TempDir
  Path home;
  private final List<Key> measured = new ArrayList<>();
  private final StringWriter out = new StringWriter();

  private void run(List<Key> keys, Map<Key, Measurement> known, UnaryOperator<Measurement> change) throws Exception {
    Bench bench = key -> {
      measured.add(key);
      return change.apply(Made.done(key.workload(), key.columns(), key.variant(), key.run(), key.columns()));
    };
    new BenchRun(bench, new BenchFolder(home), known, new Pace(List.of(), 600), new PrintWriter(out)).run(keys);
  }

  private static Matrix matrix(List<Workload> workloads, List<Integer> columns, int runs) {
    return new Matrix(workloads, columns, BOTH, runs);
  }

  @Test
  void theOrderOfTheVariantsAlternates() {
    List<Key> keys = matrix(List.of(Workload.ADD), List.of(200, 100), 3).keys(Shard.WHOLE);
    assertThat(keys.stream().limit(6).map(key -> key.columns() + key.variant().label() + key.run()))
        .containsExactly("100stock1", "100rebuilt1", "100rebuilt2", "100stock2", "100stock3", "100rebuilt3");
    assertThat(keys).hasSize(12);
  }

  @Test
  void aSelectIsMeasuredWhereThereIsOne() {
    List<Key> keys = new Matrix(List.of(Workload.ADD, Workload.CHAIN), List.of(100), List.of(Variant.SELECT), 1).keys(Shard.WHOLE);
    assertThat(keys).containsExactly(new Key(Workload.ADD, 100, Variant.SELECT, 1));
  }

  @Test
  void theShardsAreAllAndNothingTwice() {
    Matrix matrix = new Matrix(List.of(Workload.values()), List.of(100, 250, 500), List.of(Variant.values()), 2);
    List<Key> parts = Stream.of(1, 2, 3, 4).flatMap(part -> matrix.keys(new Shard(part, 4)).stream()).toList();
    assertThat(parts).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(matrix.keys(Shard.WHOLE));
    // What is compared with each other is in one part.
    assertThat(matrix.keys(new Shard(2, 4)).stream().collect(Collectors.groupingBy(key -> key.workload().label() + key.columns())).values())
        .allMatch(cell -> cell.size() == (cell.get(0).workload().hasSelect() ? 8 : 6));
  }

  @Test
  void whatIsKnownIsNotMeasuredAgain() throws Exception {
    List<Key> keys = matrix(List.of(Workload.ADD), List.of(100), 1).keys(Shard.WHOLE);
    run(keys, Map.of(keys.get(0), Made.done(Workload.ADD, 100, Variant.STOCK, 1, 1)), each -> each);
    assertThat(measured).containsExactly(keys.get(1));
    assertThat(new BenchFolder(home).all()).containsOnlyKeys(keys.get(1));
    assertThat(out.toString()).contains("1 of 1: add x 100, rebuild, run 1; 0 s gone, about 15 s left");
  }

  @Test
  void afterATimeOutNeitherTheCellNorLargerOnesAreTried() throws Exception {
    run(matrix(List.of(Workload.ADD, Workload.DROP), List.of(100, 200), 2).keys(Shard.WHOLE), Map.of(), each -> {
      Key key = each.key();
      return key.workload() == Workload.ADD && key.variant() == Variant.STOCK
          ? Made.lost(Workload.ADD, key.columns(), Variant.STOCK, key.run(), Outcome.TIMEOUT, 1) : each;
    });
    assertThat(measured.stream().filter(key -> key.workload() == Workload.ADD && key.variant() == Variant.STOCK))
        .containsExactly(new Key(Workload.ADD, 100, Variant.STOCK, 1));
    assertThat(measured).hasSize(1 + 4 + 8);
    assertThat(out.toString()).contains("not run, since add x 100, release, run 1 ended in a timeout");
  }

  @Test
  void aMeasurementIsReadAsItWasWritten() throws Exception {
    BenchFolder folder = new BenchFolder(home);
    Measurement done = Made.done(Workload.CACHED_BASE, 100, Variant.OFF, 2, 12.5);
    Measurement lost = Made.lost(Workload.CHAIN, 100, Variant.STOCK, 1, Outcome.STACK_OVERFLOW, 3);
    folder.save(done);
    folder.save(lost);
    assertThat(folder.all()).isEqualTo(Map.of(done.key(), done, lost.key(), lost));
    folder.remove(done.key());
    assertThat(folder.all()).containsOnlyKeys(lost.key());
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws Exception {
    Files.createDirectories(home.resolve("done/add"));
    Files.writeString(home.resolve("done/add/x.json"), "{\"key\":{\"workload\":\"gone\"}}");
    assertThatThrownBy(() -> new BenchFolder(home).all()).isInstanceOf(UserError.class).hasMessageContaining("x.json").hasMessageContaining("delete it");
  }

  @Test
  void aResultAnswersForTheSameClassesAndLimits() {
    Measurement done = Made.done(Workload.ADD, 100, Variant.STOCK, 1, 1);
    assertThat(done.answers(Made.CLASSES, "4g", 9999)).isTrue();
    assertThat(done.answers("other", "4g", 600)).isFalse();
    assertThat(done.answers(Made.CLASSES, "2g", 600)).isFalse();
    Measurement lost = Made.lost(Workload.ADD, 100, Variant.STOCK, 1, Outcome.TIMEOUT, 1);
    assertThat(lost.answers(Made.CLASSES, "4g", 600)).isTrue();
    assertThat(lost.answers(Made.CLASSES, "4g", 601)).isFalse();
  }

  @Test
  void theTimeLeftIsLearned() {
    Pace pace = new Pace(List.of(Made.done(Workload.ADD, 100, Variant.STOCK, 1, 5000)), 600);
    assertThat(pace.seconds(new Key(Workload.ADD, 100, Variant.STOCK, 2))).isEqualTo(10);
    assertThat(pace.seconds(new Key(Workload.ADD, 200, Variant.STOCK, 1))).isEqualTo(16);
    assertThat(pace.seconds(new Key(Workload.ADD, 20_000, Variant.STOCK, 1))).isEqualTo(600);
    assertThat(pace.seconds(new Key(Workload.DROP, 100, Variant.STOCK, 1))).isEqualTo(10);
  }

  @Test
  void theChecksumTellsOtherJarsFromTheSame() throws Exception {
    Path shared = Files.writeString(home.resolve("shared.jar"), "s");
    Path own = Files.writeString(home.resolve("own.jar"), "1");
    List<String> stock = List.of(shared.toString());
    List<String> rebuilt = List.of(own.toString(), shared.toString());
    BenchClasses before = new BenchClasses(stock, rebuilt);
    assertThat(before.key(Variant.STOCK)).isEqualTo(before.key(Variant.SELECT)).isNotEqualTo(before.key(Variant.REBUILT));
    Files.writeString(own, "2");
    BenchClasses after = new BenchClasses(stock, rebuilt);
    assertThat(after.key(Variant.STOCK)).isEqualTo(before.key(Variant.STOCK));
    assertThat(after.key(Variant.OFF)).isEqualTo(after.key(Variant.REBUILT)).isNotEqualTo(before.key(Variant.REBUILT));
  }
}
