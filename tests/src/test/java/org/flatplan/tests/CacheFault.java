// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

/** A fault put into a run on purpose, to see that the comparison notices it. */
enum CacheFault {
  NONE,
  /** Unpersist does nothing. */
  UNPERSIST_IGNORED,
  /** What was computed from a dropped entry is not planned anew. */
  DEPENDENTS_NOT_RENEWED,
  /** Unpersist drops what depends on the Dataset, too. */
  UNPERSIST_CASCADES,
  /** A cascade drops the Dataset's own entry only. */
  CASCADE_STOPS,
  /** An insert leaves the entries over the table alone. */
  INSERT_NOT_NOTICED,
  /** Another storage level than asked for. */
  OTHER_LEVEL,
  /** The oldest entry is forgotten when another is stored. */
  ENTRY_LOST,
  /** What is derived from a cached Dataset does not read it. */
  DERIVED_NOT_READ,
  /** An entry is read by a Dataset that has nothing to do with it. */
  TOO_MUCH_READ
}
