/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Adds up verdicts in the order of their seeds, whatever the order they come in, so that what is saved always is a whole row. Thread-safe.
 */
final class Ledger {

  /** A verdict, and what is to be read about it. */
  private record Entry(Verdict verdict, String text) {
  }

  private final FuzzFolder folder;
  private final FuzzPart start;
  private final long began = System.nanoTime();
  private final Map<Long, Entry> early = new HashMap<>();
  private final SortedMap<String, FoundKind> kinds;
  private final SortedMap<Long, String> unsteady;
  private final SortedMap<Long, String> lost;
  private final Coverage coverage = new Coverage();
  private final TreeSet<String> required;
  private long done;
  private boolean stopped;

  /**
   * @param start the programs to run and, as far as some are done, what they showed
   */
  Ledger(FuzzFolder folder, FuzzPart start) {
    this.folder = folder;
    this.start = start;
    kinds = new TreeMap<>(start.kinds());
    unsteady = new TreeMap<>(start.unsteady());
    lost = new TreeMap<>(start.lost());
    coverage.add(start.coverage());
    required = new TreeSet<>(start.required());
    done = start.done();
  }

  /** Counters that have to be there in the end. */
  synchronized void require(Collection<String> counters) {
    required.addAll(counters);
  }

  /**
   * Takes a verdict.
   *
   * @param text what is to be read of a mismatch
   */
  synchronized void commit(Verdict verdict, String text) {
    if (stopped) {
      return;
    }
    early.put(verdict.seed(), new Entry(verdict, text));
    for (Entry entry = early.remove(start.firstSeed() + done); entry != null; entry = early.remove(start.firstSeed() + done)) {
      add(entry);
      done++;
    }
  }

  private void add(Entry entry) {
    Verdict verdict = entry.verdict();
    coverage.add(verdict.coverage());
    switch (verdict.kind()) {
      case MISMATCH -> kinds.merge(verdict.difference().signature(), new FoundKind(1, List.of(verdict.seed()), entry.text()), FoundKind::plus);
      case UNSTEADY -> unsteady.put(verdict.seed(), verdict.difference().signature());
      case LOST -> lost.put(verdict.seed(), verdict.outcome());
      case SAME -> {
        // Nothing to tell.
      }
    }
  }

  synchronized FuzzPart part() {
    return new FuzzPart(start.against(), start.firstSeed(), start.programs(), start.maxSteps(), start.classes(), done,
        start.seconds() + (System.nanoTime() - began) / 1e9, new TreeMap<>(kinds), new TreeMap<>(unsteady), new TreeMap<>(lost), List.copyOf(required),
        coverage.counters());
  }

  /** Verdicts that are there, also those that wait for an earlier one. */
  synchronized long finished() {
    return done + early.size();
  }

  synchronized long mismatches() {
    return kinds.values().stream().mapToLong(FoundKind::count).sum()
        + early.values().stream().filter(each -> each.verdict().kind() == Verdict.Kind.MISMATCH).count();
  }

  synchronized void save() throws IOException {
    if (!stopped) {
      folder.save(part());
    }
  }

  /** Saves, and takes nothing more. */
  synchronized void stop() throws IOException {
    save();
    stopped = true;
  }
}
