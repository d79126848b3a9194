// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.flatplan.tests.CacheStep.Kind;
import org.flatplan.tests.CacheTrace.Difference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random programs that cache, read, drop and refresh: the cache shows the same with the rule off and on.
 *
 * <p>{@code random.cache.programs} says how many, {@code random.cache.first} the first seed, {@code random.cache.threads}
 * how many run at a time, {@code random.cache.shrink} how many failing programs are made small and printed, {@code
 * random.cache.shard} which part is run and {@code random.cache.results} where its results are kept: see {@link
 * CacheProgramResults}. CONTRIBUTING.md has the command of a long run.
 */
@Timeout(value = 48, unit = TimeUnit.HOURS)
class RandomCacheProgramsTest {
  private static final int STANDARD = 2000;
  private static final int PROGRAMS = Integer.getInteger("random.cache.programs", STANDARD);
  private static final String SHARD = System.getProperty("random.cache.shard", "1/1");
  private static final long FIRST_SEED = Long.getLong("random.cache.first", 1);
  private static final int THREADS = Integer.getInteger("random.cache.threads", 2);
  private static final int SHRINK = Integer.getInteger("random.cache.shrink", 3);

  /** Compares two runs of each program of a range of seeds. */
  private static final class Comparison {
    private final boolean secondRule;
    private final CacheFault fault;
    private final CacheCounters counters = new CacheCounters();
    private final Map<String, Set<Long>> signatures = new ConcurrentHashMap<>();
    private final Map<String, String> reports = new ConcurrentHashMap<>();
    private final AtomicInteger mismatches = new AtomicInteger();
    private final Set<Long> unsteady = new ConcurrentSkipListSet<>();

    Comparison(boolean secondRule, CacheFault fault) {
      this.secondRule = secondRule;
      this.fault = fault;
    }

    Optional<Difference> difference(CacheLane lane, CacheProgram program) {
      return CacheTrace.firstDifference(off(lane, program, true, new CacheCounters()), on(lane, program, true, new CacheCounters()));
    }

    private CacheTrace off(CacheLane lane, CacheProgram program, boolean lookAtAll, CacheCounters into) {
      return CacheProgramRun.trace(lane, program, false, CacheFault.NONE, lookAtAll, into);
    }

    private CacheTrace on(CacheLane lane, CacheProgram program, boolean lookAtAll, CacheCounters into) {
      return CacheProgramRun.trace(lane, program, secondRule, fault, lookAtAll, into);
    }

    void run(CacheLane lane, long seed) {
      CacheProgram program = CacheProgramGenerator.program(seed);
      CacheTrace off = off(lane, program, false, counters);
      CacheTrace on = on(lane, program, false, counters);
      counters.compare(program, off, on);
      Optional<Difference> first = CacheTrace.firstDifference(off, on);
      if (first.isPresent() && shownByStock(lane, program, on)) {
        unsteady.add(seed);
        System.out.printf("seed %d is not steady on stock Spark, %s%n", seed, first.get());
        return;
      }
      first.ifPresent(found -> {
        mismatches.incrementAndGet();
        Set<Long> seeds = signatures.computeIfAbsent(found.signature(), s -> new ConcurrentSkipListSet<>());
        seeds.add(seed);
        if (seeds.size() == 1 && reports.size() < SHRINK) {
          reports.put(found.signature(), report(lane, program, found));
        }
      });
    }

    /**
     * Whether stock Spark, run again, shows just what the rule showed. Then chance in Spark itself made the difference,
     * such as which of several failing stages is noticed first, and in which thread. That has to be rare.
     */
    private boolean shownByStock(CacheLane lane, CacheProgram program, CacheTrace on) {
      return IntStream.range(0, 40)
          .anyMatch(i -> CacheTrace.firstDifference(off(lane, program, false, new CacheCounters()), on).isEmpty());
    }

    CacheProgram shrink(CacheLane lane, CacheProgram program, Difference found) {
      return CacheProgramShrinker.shrink(program, smaller -> difference(lane, smaller)
          .filter(difference -> difference.signature().equals(found.signature()))
          .isPresent());
    }

    private String report(CacheLane lane, CacheProgram program, Difference found) {
      // A look at all Datasets may find an earlier difference than the sampled ones did.
      Difference wanted = difference(lane, program).orElse(found);
      CacheProgram small = shrink(lane, program, wanted);
      Difference last = difference(lane, small).orElse(wanted);
      return "seed " + program.seed() + ", " + program.steps().size() + " steps, shrunk to " + small.steps().size()
          + " (" + last.signature() + ")\n" + last + "\n" + small.java() + "\n";
    }
  }

  @Test
  void sameAsStock() throws Exception {
    CacheProgramResults results = new CacheProgramResults(System.getProperty("random.cache.results", ""));
    int shard = Integer.parseInt(SHARD.split("/")[0]);
    int shards = Integer.parseInt(SHARD.split("/")[1]);
    assertThat(shard).as("random.cache.shard " + SHARD).isBetween(1, shards);
    for (int part = shard - 1; part * STANDARD < PROGRAMS; part += shards) {
      long firstSeed = FIRST_SEED + (long) part * STANDARD;
      int programs = Math.min(STANDARD, PROGRAMS - part * STANDARD);
      if (!results.have(firstSeed, programs)) {
        sameAsStock(firstSeed, programs, results);
      }
    }
  }

  private static void sameAsStock(long firstSeed, int programs, CacheProgramResults results) throws Exception {
    Comparison comparison = new Comparison(true, CacheFault.NONE);
    long start = System.nanoTime();
    long processor = processorTime();
    runAll(comparison, firstSeed, programs);
    long nanos = System.nanoTime() - start;
    System.out.printf("%d programs from seed %d on, each run twice: %.1f ms a program, %.1f ms of processor time%n%s", programs, firstSeed,
        nanos / 1e6 / programs, (processorTime() - processor) / 1e6 / programs, comparison.counters);
    new TreeMap<>(comparison.signatures).forEach((signature, seeds) -> System.out.printf("%12d  programs differ: %s, seeds %s%n", seeds.size(), signature,
        seeds.stream().limit(10).toList()));
    assertThat(comparison.mismatches.get())
        .as("programs whose cache differs from stock's:\n" + String.join("\n", comparison.reports.values()))
        .isZero();
    assertThat(comparison.unsteady).as("seeds of programs that differ now and then").hasSizeLessThanOrEqualTo(1 + programs / 1000);
    if (comparison.unsteady.isEmpty()) {
      assertThat(comparison.counters.get(CacheCounters.MISSED)).isZero();
      assertThat(comparison.counters.get(CacheCounters.EXTRA)).isZero();
    }
    if (programs >= STANDARD) {
      assertReached(comparison.counters, programs);
    }
    results.add(firstSeed, programs, comparison.counters, comparison.unsteady.size(), TimeUnit.NANOSECONDS.toSeconds(nanos));
  }

  private static long processorTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
  }

  private static void assertReached(CacheCounters counters, int programs) {
    for (Kind kind : Kind.values()) {
      assertThat(counters.get(CacheCounters.step(kind))).as("steps " + kind).isPositive();
    }
    Map.of(
        CacheCounters.READ_OFF, 20,
        CacheCounters.READ_ON, 20,
        CacheCounters.READ_INSIDE, 5,
        CacheCounters.MISSES, 5,
        CacheCounters.UNPERSISTED, 1,
        CacheCounters.CASCADED, 1,
        CacheCounters.RECACHED, 1,
        CacheCounters.LOADED, 1)
        .forEach((name, each) -> assertThat(counters.get(name)).as(name).isGreaterThan((long) each * programs / 10));
  }

  private static void runAll(Comparison comparison, long firstSeed, int programs) throws Exception {
    AtomicLong next = new AtomicLong();
    AtomicLong done = new AtomicLong();
    AtomicLong reported = new AtomicLong(System.nanoTime());
    long start = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> lanes = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        lanes.add(threads.submit(() -> {
          CacheLane lane = new CacheLane();
          for (long n = next.getAndIncrement(); n < programs; n = next.getAndIncrement()) {
            comparison.run(lane, firstSeed + n);
            progress(comparison, done.incrementAndGet(), programs, start, reported);
          }
        }));
      }
      for (Future<?> lane : lanes) {
        lane.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void progress(Comparison comparison, long done, int programs, long start, AtomicLong reported) {
    long last = reported.get();
    long now = System.nanoTime();
    if (now - last > 10_000_000_000L && reported.compareAndSet(last, now)) {
      double rate = done / ((now - start) / 1e9);
      System.out.printf("%d of %d programs, %.1f a second, %.0f s left, %d mismatches%n", done, programs, rate, (programs - done) / rate, comparison.mismatches.get());
    }
  }

  @Test
  void twoRunsWithoutTheRuleAreEqual() {
    Comparison comparison = new Comparison(false, CacheFault.NONE);
    CacheLane lane = new CacheLane();
    int programs = Math.max(60, Integer.getInteger("random.cache.selfcheck", 60));
    for (int i = 0; i < programs; i++) {
      comparison.run(lane, FIRST_SEED + i);
    }
    assertThat(comparison.mismatches.get()).as("programs that differ from themselves:\n" + String.join("\n", comparison.reports.values())).isZero();
  }

  @ParameterizedTest
  @EnumSource(value = CacheFault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void findsAndShrinksAFault(CacheFault fault) {
    Comparison comparison = new Comparison(false, fault);
    CacheLane lane = new CacheLane();
    for (long seed = 1; seed <= 200; seed++) {
      CacheProgram program = CacheProgramGenerator.program(seed);
      Optional<Difference> found = comparison.difference(lane, program);
      if (found.isPresent()) {
        comparison.run(lane, seed);
        assertThat(comparison.unsteady).as("a fault is not taken for chance").isEmpty();
        CacheProgram small = comparison.shrink(lane, program, found.get());
        assertThat(small.steps()).as(small.java()).hasSizeLessThanOrEqualTo(8);
        return;
      }
    }
    throw new AssertionError("200 programs did not notice the fault " + fault);
  }
}
