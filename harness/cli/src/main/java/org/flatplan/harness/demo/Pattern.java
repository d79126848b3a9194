/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.demo;

/** What the loop of the demo does at each step. */
public enum Pattern {
  /** Adds a column computed from the input. */
  ADD,
  /** Adds a column computed from the one before. */
  CHAIN,
  /** Renames one column. */
  RENAME,
  /** Drops one column. */
  DROP,
  /** Casts one column. */
  CAST
}
