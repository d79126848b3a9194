/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

/**
 * What the generator knows of a column.
 *
 * @param name as the Dataset has it
 * @param type of its values
 * @param weight about how many nodes it has if all it was made from is written out
 * @param costly whether it is not cheap to compute
 * @param fails whether computing it may fail
 */
record FuzzColumn(String name, Type type, int weight, boolean costly, boolean fails) {
  static FuzzColumn of(String name, Type type) {
    return new FuzzColumn(name, type, 1, false, false);
  }

  FuzzColumn named(String other) {
    return new FuzzColumn(other, type, weight, costly, fails);
  }

  /** The same values, which nothing is known of but their type: they come from below a shuffle or a file. */
  FuzzColumn settled() {
    return of(name, type);
  }

  /** The name as SQL and {@code col} take it. */
  String sql() {
    return quoted(name);
  }

  static String quoted(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : '`' + name.replace("`", "``") + '`';
  }
}
