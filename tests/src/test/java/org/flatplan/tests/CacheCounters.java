// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.flatplan.tests.CacheEntries.Entry;
import org.flatplan.tests.CacheStep.Kind;
import org.flatplan.tests.CacheTrace.Seen;

/** What happened in all runs together, to show that the programs reach what they are made for. */
final class CacheCounters {
  static final String PROGRAMS = "programs";
  static final String READ_OFF = "fragments read, rule off";
  static final String READ_ON = "fragments read, rule on";
  static final String READ_INSIDE = "of these inside a merged Project";
  static final String MISSED = "fragments that stock reads and the rule misses";
  static final String EXTRA = "fragments that the rule reads and stock does not";
  static final String MISSES = "looks that read nothing, cache not empty";
  static final String UNPERSISTED = "entries dropped by unpersist";
  static final String CASCADED = "entries dropped by cascade";
  static final String RECACHED = "entries cached anew after a drop or a change";
  static final String LOADED = "entries loaded";
  static final String ERRORS = "calls that fail";

  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  void add(String name, long count) {
    counts.computeIfAbsent(name, n -> new LongAdder()).add(count);
  }

  long get(String name) {
    LongAdder adder = counts.get(name);
    return adder == null ? 0 : adder.sum();
  }

  static String step(Kind kind) {
    return "step " + kind;
  }

  void look(boolean rule, List<Integer> reads, List<Entry> entries) {
    add(rule ? READ_ON : READ_OFF, reads.size());
    if (reads.isEmpty() && !entries.isEmpty()) {
      add(MISSES, 1);
    }
  }

  void entries(CacheStep step, List<Entry> before, List<Entry> after) {
    List<Integer> old = before.stream().map(Entry::number).toList();
    List<Integer> now = after.stream().map(Entry::number).toList();
    int dropped = minus(old, now).size();
    int added = minus(now, old).size();
    boolean stores = step.kind() == Kind.CACHE || step.kind() == Kind.PERSIST || step.kind() == Kind.CACHE_TABLE;
    int recached = stores ? 0 : added;
    add(RECACHED, recached);
    if (step.kind() == Kind.UNPERSIST) {
      add(UNPERSISTED, dropped - recached);
    } else if (step.kind() == Kind.UNCACHE_CASCADE || step.kind() == Kind.UNCACHE_TABLE) {
      add(CASCADED, dropped - recached);
    }
    List<Integer> loaded = before.stream().filter(Entry::loaded).map(Entry::number).toList();
    add(LOADED, after.stream().filter(entry -> entry.loaded() && !loaded.contains(entry.number())).count());
  }

  void compare(CacheProgram program, CacheTrace off, CacheTrace on) {
    add(PROGRAMS, 1);
    program.steps().forEach(step -> add(step(step.kind()), 1));
    for (int i = 0; i < Math.min(off.seen().size(), on.seen().size()); i++) {
      Seen stock = off.seen().get(i);
      Seen ours = on.seen().get(i);
      if (stock.what().startsWith("error")) {
        add(ERRORS, 1);
      }
      if (stock.reads() != null && ours.reads() != null && stock.what().equals(ours.what())) {
        add(MISSED, minus(stock.reads(), ours.reads()).size());
        add(EXTRA, minus(ours.reads(), stock.reads()).size());
        add(READ_INSIDE, !ours.whole() && ours.projects() < stock.projects() ? ours.reads().size() : 0);
      }
    }
  }

  /** The elements of the first list that the second lacks, each as often as it lacks it. */
  static List<Integer> minus(List<Integer> first, List<Integer> second) {
    List<Integer> rest = new ArrayList<>(first);
    second.forEach(element -> rest.remove(element));
    return rest;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(counts).forEach((name, count) -> text.append(String.format("%,12d  %s%n", count.sum(), name)));
    return text.toString();
  }
}
