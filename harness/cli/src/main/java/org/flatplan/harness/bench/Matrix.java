/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.flatplan.harness.cli.Shard;

/**
 * What to measure.
 *
 * @param workloads sorted, none twice
 * @param columns sorted, none twice
 * @param variants sorted, none twice
 * @param runs of each
 */
record Matrix(List<Workload> workloads, List<Integer> columns, List<Variant> variants, int runs) {
  Matrix {
    workloads = sorted(workloads);
    columns = sorted(columns);
    variants = sorted(variants);
  }

  private static <T extends Comparable<T>> List<T> sorted(List<T> all) {
    return List.copyOf(new TreeSet<>(all));
  }

  /**
   * The measurements of a part, in the order in which to take them: small sizes first, and in each run the variants in the order
   * opposite to that of the run before. What is compared with each other is measured together, so a part is made of whole sizes.
   */
  List<Key> keys(Shard shard) {
    record Size(Workload workload, int columns) {
    }
    List<Size> sizes = new ArrayList<>();
    workloads.forEach(workload -> columns.forEach(each -> sizes.add(new Size(workload, each))));
    List<Key> keys = new ArrayList<>();
    for (Size size : shard.of(sizes)) {
      List<Variant> order = new ArrayList<>(variants);
      for (int run = 1; run <= runs; run++) {
        for (Variant variant : order) {
          if (variant != Variant.SELECT || size.workload().hasSelect()) {
            keys.add(new Key(size.workload(), size.columns(), variant, run));
          }
        }
        Collections.reverse(order);
      }
    }
    return keys;
  }

  /** Whether a measurement belongs to the whole of it. */
  boolean has(Key key) {
    return Set.copyOf(workloads).contains(key.workload()) && columns.contains(key.columns()) && variants.contains(key.variant()) && key.run() <= runs;
  }
}
