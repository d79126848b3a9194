/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** How long JVMs can be expected to take, learned from those that ended. */
final class Pace {
  /** A JVM when nothing is known of any. */
  private static final double UNKNOWN = 15;
  /** Start and warm-up, which do not grow. */
  private static final double FIXED = 8;

  private record Kind(Workload workload, Variant variant) {
  }

  private final Map<Kind, TreeMap<Integer, Double>> known = new ConcurrentHashMap<>();
  private final int timeoutSeconds;

  Pace(Collection<Measurement> earlier, int timeoutSeconds) {
    this.timeoutSeconds = timeoutSeconds;
    earlier.forEach(this::learn);
  }

  void learn(Measurement measurement) {
    known.computeIfAbsent(new Kind(measurement.key().workload(), measurement.key().variant()), kind -> new TreeMap<>())
        .put(measurement.key().columns(), measurement.jvmSeconds());
  }

  /** As long as the same size took; or a smaller one, taken to grow with the square on the release and linearly with the rule. */
  double seconds(Key key) {
    TreeMap<Integer, Double> sizes = known.getOrDefault(new Kind(key.workload(), key.variant()), new TreeMap<>());
    Map.Entry<Integer, Double> nearest = sizes.floorEntry(key.columns());
    if (nearest == null) {
      return Math.min(known.values().stream().mapToDouble(each -> each.firstEntry().getValue()).average().orElse(UNKNOWN), timeoutSeconds);
    }
    double factor = (double) key.columns() / nearest.getKey();
    boolean square = key.variant() == Variant.STOCK || key.variant() == Variant.OFF;
    double growing = Math.max(0, nearest.getValue() - FIXED);
    return Math.min(nearest.getValue() + growing * ((square ? factor * factor : factor) - 1), timeoutSeconds);
  }
}
