/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.util.Comparator;

/**
 * A suite, or the part of it that a tier asks for.
 *
 * @param module the module whose jar it is in
 * @param name its class name; for a part followed by {@code @} and a text that the names of its tests contain
 * @param runner what runs it
 */
record SuiteId(String module, String name, Runner runner) implements Comparable<SuiteId> {
  private static final Comparator<SuiteId> ORDER = Comparator.comparing(SuiteId::module).thenComparing(SuiteId::name);

  enum Runner {
    SCALATEST,
    JUNIT
  }

  /** The tests of this suite whose names contain a text. */
  SuiteId part(String text) {
    return new SuiteId(module, name + "@" + text, runner);
  }

  @Override
  public int compareTo(SuiteId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return module + " " + name;
  }
}
