/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** SQL expressions of a wanted type over the columns of a Dataset. In the templates {@code {L}} is an operand of the type with that mark. */
final class Expressions {
  private static final Pattern OPERAND = Pattern.compile("\\{(\\w)}");
  private static final Map<Type, List<String>> CHEAP = Map.ofEntries(
      Map.entry(Type.BIGINT, List.of("{L} + 1", "{L} + 1", "{L} * 2", "{L} + {L}", "{L} - {L}", "coalesce({L}, 5L)", "if({B}, {L}, 0L)", "abs({L} - 3)", "{L} % 5",
          "nullif({L}, 3L)", "case when {B} then {L} when {B} then 1L else {L} end", "bigint({I})", "greatest({L}, {L})", "-{L}", "bigint(size({A}))",
          "bigint(length({S}))", "7L", "{L}", "{L}")),
      Map.entry(Type.INT, List.of("{I} + 1", "{I} * 2", "length({S})", "if({B}, {I}, 1)", "coalesce({I}, 4)", "year({T})", "{I}", "int({B})")),
      Map.entry(Type.DOUBLE, List.of("{D} / 2", "{D} + 0.5D", "double({L})", "sqrt(abs({D}))", "round({D}, 1)", "coalesce({D}, 1D)", "nanvl({D}, 0D)", "{D}")),
      Map.entry(Type.DECIMAL, List.of("{P} * 2", "round({P}, 1)", "cast({P} as decimal(12,3))", "{P} + cast({I} as decimal(10,0))", "coalesce({P}, 1.5BD)", "-{P}", "{P}")),
      Map.entry(Type.STRING, List.of("upper({S})", "concat({S}, 'x')", "coalesce({S}, 'n')", "substr({S}, 1, 2)", "if({B}, {S}, 'no')", "trim({S})", "string({L})",
          "string({B})", "nullif({S}, 'x')", "{S}", "'lit'", "concat({S}, '-', {S})", "date_format({W}, 'yyyy')")),
      Map.entry(Type.BOOLEAN, List.of("{L} > 12", "{L} > {L}", "{L} + {L} < 40", "{L} is not null", "{L} % 2 = 0", "{L} in (1, 2, 30)", "{L} between 1 and 20", "{S} = 'x'",
          "{S} is null", "{S} like '%a%'", "{S} < 'm'", "{B} and {B}", "{B} or {L} < 15", "not {B}", "{L} <=> {L}", "{S} in ('x', 'abc', '12')", "{B}", "{D} < 2")),
      Map.entry(Type.DATE, List.of("date_add({T}, 1)", "coalesce({T}, date'2020-01-01')", "{T}", "trunc({T}, 'MM')")),
      Map.entry(Type.TIMESTAMP, List.of("{W} + interval 1 day", "date_trunc('DAY', {W})", "{W}", "coalesce({W}, timestamp'2020-01-01 00:00:00')")),
      Map.entry(Type.ARRAY, List.of("array({L}, {L})", "array_sort({A})", "slice({A}, 1, 1)", "array_append({A}, {L})", "{A}")),
      Map.entry(Type.MAP, List.of("map('p', {L})", "{M}", "map('p', {L}, 'q', 1L)")),
      Map.entry(Type.STRUCT, List.of("named_struct('x', {L}, 'y', {S})", "struct({L} as x, {S} as y)", "if({B}, {R}, null)", "{R}")),
      Map.entry(Type.DEEP_STRUCT, List.of("named_struct('x', {L}, 'y', {S}, 'w', named_struct('u', {L}, 'v', {S}))", "{Q}")),
      Map.entry(Type.OTHER, List.of("'other'")));
  private static final Map<Type, String> LITERALS = Map.ofEntries(
      Map.entry(Type.BIGINT, "7L"), Map.entry(Type.INT, "3"), Map.entry(Type.DOUBLE, "1.5D"), Map.entry(Type.DECIMAL, "1.50BD"), Map.entry(Type.STRING, "'x1'"),
      Map.entry(Type.BOOLEAN, "true"), Map.entry(Type.DATE, "date'2024-01-31'"), Map.entry(Type.TIMESTAMP, "timestamp'2020-01-01 00:00:00'"),
      Map.entry(Type.ARRAY, "array(1L, 2L)"), Map.entry(Type.MAP, "map('p', 1L)"), Map.entry(Type.STRUCT, "named_struct('x', 1L, 'y', 'p')"),
      Map.entry(Type.DEEP_STRUCT, "named_struct('x', 1L, 'y', 'p', 'w', named_struct('u', 1L, 'v', 'r'))"), Map.entry(Type.OTHER, "'other'"));
  static final List<String> COSTLY_TEXTS = List.of("regexp_replace({S}, '[0-9]+', '#')", "regexp_extract({S}, '([a-z]+)', 1)", "regexp_replace({S}, 'a', {S})");
  static final List<String> COSTLY_CONDITIONS = List.of("{S} rlike 'a+'", "{S} rlike '^[0-9]+$'", "{S} rlike 'x.y' or {L} > 12");
  static final List<String> FAILING = List.of("100 div {L}", "bigint({S})", "{L} % {L}", "bigint(1000 / {L})", "element_at({A}, 3)", "{A}[2]", "bigint(cast({S} as int))",
      "assert_true({L} < 25) is null", "bigint(cast({L} * 1000 as smallint))");
  static final List<String> LAMBDAS = List.of("transform({A}, x -> x + {L})", "filter({A}, x -> x > 1)", "transform({A}, (x, i) -> x * i)",
      "array_sort({A}, (x, y) -> case when x > y then -1 when x < y then 1 else 0 end)", "transform({A}, x -> coalesce(x, {L}))");
  static final List<String> FOLDS = List.of("aggregate({A}, 0L, (acc, x) -> acc + coalesce(x, {L}))", "aggregate({A}, {L}, (acc, x) -> acc + x)",
      "bigint(size(map_filter({M}, (k, v) -> v > {L})))", "bigint(exists({A}, x -> x > {L}))", "aggregate(transform({A}, x -> x + {L}), 0L, (acc, x) -> acc + x)");
  static final List<String> ITEMS = List.of("{A}[0]", "try_element_at({A}, 1)", "{M}['p']", "{R}.x", "{Q}.x", "{Q}.w.u", "get({A}, 1)", "array({L}, {L})[0]", "{R}.x + {R}.x",
      "map('p', {L})['p']", "named_struct('x', {L}).x", "element_at(array({L}, 1L), 1)");

  /**
   * An expression.
   *
   * @param sql its text
   * @param weight about how many nodes it has if all that it is made from is written out
   * @param costly whether it holds something that is not cheap to compute
   * @param fails whether it holds something that may fail
   */
  record Text(String sql, int weight, boolean costly, boolean fails) {
    FuzzColumn as(String name, Type type) {
      return new FuzzColumn(name, type, weight, costly, fails);
    }
  }

  private final Random random;
  private final Scope scope;
  private int weight;
  private boolean costly;
  private boolean fails;

  Expressions(Random random, Scope scope) {
    this.random = random;
    this.scope = scope;
  }

  /** A cheap one. */
  Text of(Type type) {
    return of(CHEAP.get(type));
  }

  /** One that is made from a template. */
  Text of(List<String> templates) {
    weight = 0;
    costly = templates == COSTLY_TEXTS || templates == COSTLY_CONDITIONS;
    fails = templates == FAILING;
    String sql = fill(templates.get(random.nextInt(templates.size())), 1);
    return new Text(sql, weight + 1, costly, fails);
  }

  private String fill(String template, int depth) {
    StringBuilder text = new StringBuilder();
    Matcher operand = OPERAND.matcher(template);
    weight++;
    while (operand.find()) {
      operand.appendReplacement(text, Matcher.quoteReplacement(operand(Type.of(operand.group(1)), depth)));
    }
    return operand.appendTail(text).toString();
  }

  private String operand(Type type, int depth) {
    List<FuzzColumn> columns = scope.usable(type);
    if (!columns.isEmpty() && (depth == 0 || random.nextInt(5) != 0)) {
      FuzzColumn column = columns.get(random.nextInt(columns.size()));
      weight += column.weight();
      costly |= column.costly();
      fails |= column.fails();
      return scope.spelled(column, random);
    }
    if (depth == 0 || random.nextInt(4) == 0) {
      weight++;
      return LITERALS.get(type);
    }
    List<String> templates = CHEAP.get(type);
    String text = fill(templates.get(random.nextInt(templates.size())), depth - 1);
    return text.matches("[\\w`]+|[\\w]+\\([^()]*\\)") ? text : '(' + text + ')';
  }
}
