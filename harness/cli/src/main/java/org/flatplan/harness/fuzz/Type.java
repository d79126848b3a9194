/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

/** The types that the grammar tells apart. */
enum Type {
  BIGINT("bigint", "L"),
  INT("int", "I"),
  DOUBLE("double", "D"),
  DECIMAL("decimal(12,3)", "P"),
  STRING("string", "S"),
  BOOLEAN("boolean", "B"),
  DATE("date", "T"),
  TIMESTAMP("timestamp", "W"),
  /** Of bigint. */
  ARRAY("array<bigint>", "A"),
  /** Of a string to a bigint. */
  MAP("map<string,bigint>", "M"),
  /** Has the fields {@code x bigint, y string}, unless a program has dropped one. */
  STRUCT("struct<x:bigint,y:string>", "R"),
  /** Has a struct {@code w} with {@code u bigint, v string}, too. */
  DEEP_STRUCT("struct<x:bigint,y:string,w:struct<u:bigint,v:string>>", "Q"),
  /** Anything else, which only passes through. */
  OTHER("string", "O");

  private final String sql;
  private final String mark;

  Type(String sql, String mark) {
    this.sql = sql;
    this.mark = mark;
  }

  String sql() {
    return sql;
  }

  /** How the templates of {@link Expressions} name it. */
  String mark() {
    return mark;
  }

  static Type of(String mark) {
    for (Type type : values()) {
      if (type.mark.equals(mark)) {
        return type;
      }
    }
    throw new IllegalArgumentException(mark);
  }

  /** Rows can be put in order by it. */
  boolean orderable() {
    return this != MAP && this != OTHER;
  }

  boolean nested() {
    return this == ARRAY || this == MAP || this == STRUCT || this == DEEP_STRUCT;
  }
}
