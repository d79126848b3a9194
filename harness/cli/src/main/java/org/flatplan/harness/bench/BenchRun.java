/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.flatplan.harness.page.Html;

/** Takes measurements one after the other and says how far it is. */
final class BenchRun {
  private final Bench bench;
  private final BenchFolder folder;
  private final Map<Key, Measurement> known;
  private final Pace pace;
  private final PrintWriter out;

  /**
   * @param known results that hold already, by which it is seen what need not be tried
   */
  BenchRun(Bench bench, BenchFolder folder, Map<Key, Measurement> known, Pace pace, PrintWriter out) {
    this.bench = bench;
    this.folder = folder;
    this.known = new HashMap<>(known);
    this.pace = pace;
    this.out = out;
  }

  /** Takes what of these is not known. */
  void run(List<Key> keys) throws IOException, InterruptedException {
    List<Key> todo = keys.stream().filter(key -> !known.containsKey(key)).toList();
    long begin = System.nanoTime();
    for (int i = 0; i < todo.size(); i++) {
      Key key = todo.get(i);
      String place = (i + 1) + " of " + todo.size() + ": " + key;
      Optional<Measurement> failed = failure(key);
      if (failed.isPresent()) {
        say(place + ": not run, since " + failed.get().key() + " ended in a " + failed.get().seen().outcome().title());
        continue;
      }
      double left = todo.subList(i, todo.size()).stream().filter(each -> failure(each).isEmpty()).mapToDouble(pace::seconds).sum();
      say(String.format(Locale.ROOT, "%s; %s gone, about %s left", place, Html.time((System.nanoTime() - begin) / 1e9), Html.time(left)));
      Measurement measurement = bench.measure(key);
      folder.save(measurement);
      known.put(key, measurement);
      pace.learn(measurement);
      say("  " + (measurement.done() ? Figures.time(measurement.total().wallMillis()) + " and " + Figures.time(measurement.seen().job().wallMillis())
          + " for the job" : measurement.seen().outcome().title() + " in phase " + measurement.seen().phase().label()));
    }
  }

  /** What ended before its time at this size or a smaller one: the calls would be the same, and more. */
  private Optional<Measurement> failure(Key key) {
    return known.values().stream().filter(each -> !each.done() && each.key().workload() == key.workload() && each.key().variant() == key.variant()
        && each.key().columns() <= key.columns()).findFirst();
  }

  private void say(String text) {
    out.println("[flatplan] " + text);
    out.flush();
  }
}
