/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.List;

/** The tables that are there before a program begins. No program changes them. */
final class SourceTables {
  static final String PREFIX = "fuzz_";

  private SourceTables() {}

  static String name(Source source) {
    return PREFIX + source.label();
  }

  /**
   * What makes the table anew.
   *
   * @param location a clause, or nothing
   */
  static List<String> statements(Source source, String location) {
    return List.of("drop table if exists " + name(source), "create table " + name(source) + " (" + source.ddl() + ") using parquet" + location,
        "insert into " + name(source) + " " + source.query());
  }
}
