/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The rows that programs begin with: few, with nulls, zeros and texts that are no numbers. */
enum Source {
  NUMBERS("k bigint, a bigint, b bigint, s string", "(1L, 10L, 2L, 'x'), (2L, 20L, 0L, 'y1'), (3L, null, 5L, null), (4L, 40L, 3L, '12')"),
  NOT_NULL("k bigint not null, n int not null, d double, s string not null", "(1L, 3, 0.5D, 'aab'), (2L, 0, null, '7'), (3L, -2, 4D, 'b a'), (5L, 9, 1.25D, '')"),
  TEXTS("k bigint, t string, u string, a bigint", "(1L, 'abc', 'x1y', 1L), (2L, '12', null, 2L), (3L, null, 'z 7', 0L), (4L, 'aab', 'x2y', 4L), (5L, 'num', '5', 5L)"),
  DECIMALS("k bigint, p decimal(10,2), q decimal(38,18), i int",
      "(1L, 1.25BD, 0.5BD, 1), (2L, 99999999.99BD, null, 2), (3L, null, -3BD, null), (4L, 0BD, 12345678901234567890.5BD, 4)"),
  NESTED("k bigint, st struct<x:bigint,y:string>, arr array<bigint>, m map<string,bigint>, a bigint",
      "(1L, named_struct('x', 1L, 'y', 'p'), array(1L, 2L), map('p', 1L), 5L), (2L, null, array(3L, null), map('q', null), null), "
          + "(3L, named_struct('x', null, 'y', 'q'), array(), null, 7L), (4L, named_struct('x', 4L, 'y', null), null, map('p', 4L), 8L)"),
  DEEP("k bigint, o struct<x:bigint,y:string,w:struct<u:bigint,v:string>>, b bigint",
      "(1L, named_struct('x', 1L, 'y', 'p', 'w', named_struct('u', 1L, 'v', 'r')), 3L), (2L, named_struct('x', 2L, 'y', null, 'w', null), 4L), (3L, null, null)"),
  DOTTED("k bigint, `a.b` bigint, `c d` string, a bigint", "(1L, 11L, 'x', 1L), (2L, 12L, null, 2L), (3L, null, 'z', 0L)"),
  CASES("k bigint, Ab bigint, cD string, B bigint", "(1L, 10L, 'x', 1L), (2L, null, 'Y', 2L), (3L, 30L, null, 0L)"),
  DATES("k bigint, dt date, ts timestamp, fl boolean",
      "(1L, date'2024-02-29', timestamp'2024-02-29 10:00:00', true), (2L, null, timestamp'1970-01-01 00:00:00', false), (3L, date'1999-12-31', null, null)"),
  CHARS("k bigint, c char(5), v varchar(6), a bigint comment 'the a' default 7", "(1L, 'x', 'ab', 1L), (2L, 'abcde', null, 2L), (3L, null, 'abcdef', null)");

  private final String ddl;
  private final String values;

  Source(String ddl, String values) {
    this.ddl = ddl;
    this.values = values;
  }

  /** Its name in programs, and the name of its table. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  static Optional<Source> of(String label) {
    return Arrays.stream(values()).filter(source -> source.label().equals(label)).findFirst();
  }

  String ddl() {
    return ddl;
  }

  /** The query that gives the rows. */
  String query() {
    return "values " + values;
  }

  int rows() {
    return values.split("\\), \\(\\d+L, ").length;
  }

  /** A table has its own types for texts. */
  boolean onlyTable() {
    return this == CHARS;
  }

  List<FuzzColumn> columns() {
    return switch (this) {
      case NUMBERS -> List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("a", Type.BIGINT), FuzzColumn.of("b", Type.BIGINT), FuzzColumn.of("s", Type.STRING));
      case NOT_NULL -> List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("n", Type.INT), FuzzColumn.of("d", Type.DOUBLE), FuzzColumn.of("s", Type.STRING));
      case TEXTS -> List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("t", Type.STRING), FuzzColumn.of("u", Type.STRING), FuzzColumn.of("a", Type.BIGINT));
      case DECIMALS -> List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("p", Type.DECIMAL), FuzzColumn.of("q", Type.DECIMAL), FuzzColumn.of("i", Type.INT));
      case NESTED -> List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("st", Type.STRUCT), FuzzColumn.of("arr", Type.ARRAY), FuzzColumn.of("m", Type.MAP),
          FuzzColumn.of("a", Type.BIGINT));
      case DEEP -> List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("o", Type.DEEP_STRUCT), FuzzColumn.of("b", Type.BIGINT));
      case DOTTED -> List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("a.b", Type.BIGINT), FuzzColumn.of("c d", Type.STRING), FuzzColumn.of("a", Type.BIGINT));
      case CASES -> List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("Ab", Type.BIGINT), FuzzColumn.of("cD", Type.STRING), FuzzColumn.of("B", Type.BIGINT));
      case DATES -> List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("dt", Type.DATE), FuzzColumn.of("ts", Type.TIMESTAMP), FuzzColumn.of("fl", Type.BOOLEAN));
      case CHARS -> List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("c", Type.STRING), FuzzColumn.of("v", Type.STRING), FuzzColumn.of("a", Type.BIGINT));
    };
  }
}
