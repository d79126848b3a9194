/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.flatplan.harness.fuzz.ProgramDraft.with;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Several calls that belong together: what single calls at random would hardly ever come to. */
final class CallPatterns {
  private final ProgramDraft p;
  private final Predicate<Rule> step;

  /** @param step tries a production on some Dataset */
  CallPatterns(ProgramDraft program, Predicate<Rule> step) {
    p = program;
    this.step = step;
  }

  void write() {
    Scope scope = p.newest();
    switch (p.random.nextInt(38)) {
      case 0, 12, 33 -> mayFail(scope);
      case 1, 13, 35 -> {
        Optional<FuzzColumn> by = p.anyOf(scope.usable().stream().filter(column -> column.type().orderable() && !column.type().nested()).toList());
        boolean all = scope.usable().size() == scope.columns().size() && scope.columns().stream().allMatch(column -> column.type().orderable());
        if (by.isPresent() && window(scope, by.get(), all) && p.random.nextInt(8) != 0) {
          Scope windowed = p.newest();
          if (p.add(Rule.PLAN_ON_WINDOW, new Scope(p.next(), windowed.columns(), List.of(), List.of(p.next()), windowed.rows(), windowed.size(), windowed.unique(), p.sensitive,
              windowed.known()), List.of(windowed.id()), List.of())) {
            chain(2);
          }
        } else {
          chain(2);
        }
      }
      case 2, 32 -> {
        // Cheap, but used so often that the copies would be many.
        String name = p.newName(scope);
        if (p.column(Rule.GROW, scope, name, Type.BIGINT, p.expressions(scope).of(List.of("({L} + 1) * ({L} + 2) + ({L} + 3) * ({L} + 4)")))) {
          String sql = FuzzColumn.quoted(name);
          p.column(Rule.GROW, p.newest(), p.newName(p.newest()), Type.BIGINT, new Expressions.Text(String.join(" + ", Collections.nCopies(10, sql)), 180, false, false));
        }
      }
      case 3, 14 -> {
        // Deeper and deeper; the sum of what is there stays small.
        String name = p.newName(scope);
        if (p.column(Rule.WITH_COLUMN, scope, name, Type.BIGINT, new Expressions.Text(scope.usable(Type.BIGINT).isEmpty() ? "1L" : p.any(scope.usable(Type.BIGINT)).sql() + " % 10", 2, false, false))) {
          String sql = FuzzColumn.quoted(name);
          for (int i = 0; i < 3; i++) {
            p.column(Rule.NEST, p.newest(), name, Type.BIGINT, new Expressions.Text("(".repeat(80) + sql + " + 1)".repeat(80), 80, false, false));
          }
        }
      }
      case 4 -> {
        step.test(Rule.MAKE_NESTED);
        step.test(Rule.GET_ITEM);
        step.test(Rule.GET_ITEM);
      }
      case 5 -> {
        step.test(Rule.WITH_COLUMN);
        step.test(Rule.DROP);
        step.test(Rule.FILTER_DROPPED);
        step.test(Rule.SORT_DROPPED);
      }
      case 6 -> {
        for (int i = 0; i < 3; i++) {
          step.test(Rule.CONDITIONAL);
        }
      }
      case 7, 23, 28 -> {
        step.test(Rule.CORRELATED_COLUMN);
        step.test(Rule.FILTER_EXISTS);
        chain(2);
      }
      case 8, 31 -> {
        // Behind a filter that lets no null pass.
        Optional<FuzzColumn> text = p.anyOf(scope.usable(Type.STRING));
        if (text.isPresent() && p.rows(Rule.FILTER, scope, text.get().sql() + " is not null")) {
          p.column(Rule.CALL_UDF, p.newest(), p.newName(p.newest()), Type.STRING, new Expressions.Text("no_null(" + text.get().sql() + ")", 3, true, true));
          chain(3);
        }
      }
      case 15, 25 -> {
        // Whether the first item is ever null shows only where the array is written out.
        String name = p.newName(scope);
        if (p.column(Rule.MAKE_NESTED, scope, name, Type.ARRAY, p.expressions(scope).of(List.of("array(1L, {L})", "array(2L, nullif({L}, 3L))")))) {
          p.output(Rule.SELECT, p.newest(), List.of(p.newest().columns().get(0), FuzzColumn.of("i", Type.BIGINT)), p.newest().columns().get(0).sql(),
              FuzzColumn.quoted(name) + "[0] as i");
        }
      }
      case 16 -> {
        if (step.test(Rule.UNION)) {
          step.test(Rule.WITH_COLUMN);
          p.column(Rule.WITH_COLUMN, p.newest(), p.newName(p.newest()), Type.BIGINT, new Expressions.Text("8L", 1, false, false));
          chain(2);
        }
      }
      case 17, 29 -> {
        String name = p.newName(scope);
        if (p.column(Rule.EXPENSIVE, scope, name, Type.BOOLEAN, p.expressions(scope).of(Expressions.COSTLY_CONDITIONS))) {
          p.rows(Rule.FILTER, p.newest(), FuzzColumn.quoted(name) + p.any(List.of("", " is not null", " or true")));
          chain(2);
        }
      }
      case 18, 34 -> {
        if (step.test(p.any(List.of(Rule.JOIN_USING, Rule.JOIN_OLD, Rule.JOIN_ALIAS)))) {
          step.test(Rule.FILTER_OLD);
          step.test(Rule.WITH_COLUMN_OF_OLD);
        }
      }
      case 19, 30 -> {
        if (step.test(Rule.AGGREGATE)) {
          step.test(Rule.FILTER);
          chain(2);
        }
      }
      case 20, 26 -> {
        String name = p.newName(scope);
        if (p.column(Rule.MAKE_NESTED, scope, name, Type.STRUCT, p.expressions(scope).of(Type.STRUCT))) {
          Scope struct = p.newest();
          String field = p.newName(struct);
          p.add(Rule.WITH_COLUMN_OF_OLD, struct.then(p.next(), with(struct, FuzzColumn.of(field, Type.BIGINT)), p.known(Rule.WITH_COLUMN_OF_OLD, struct.id())),
              List.of(struct.id(), struct.id()), List.of(field, FuzzColumn.quoted(name) + ".x"));
          step.test(p.any(List.of(Rule.WITH_FIELD, Rule.DROP_FIELDS)));
        }
      }
      case 27 -> {
        step.test(Rule.CREATE_VIEW);
        step.test(Rule.SQL_VIEW);
        step.test(Rule.SQL_SUBQUERY);
        step.test(Rule.READ_VIEW);
      }
      case 21, 24 -> p.column(Rule.WITH_COLUMN, scope, p.newName(scope), Type.BIGINT, p.expressions(scope).of(List.of("system.builtin.abs({L})", "system.builtin.coalesce({L}, 4L)")));
      case 9 -> {
        step.test(Rule.EXPENSIVE);
        step.test(Rule.USE_TWICE);
        step.test(Rule.FILTER);
        step.test(Rule.USE_TWICE);
      }
      default -> chain(4 + p.random.nextInt(6));
    }
  }

  /**
   * A column that fails on some rows, and uses of it that may not be reached there, or that report its errors as their own; then it goes,
   * or not.
   */
  private void mayFail(Scope scope) {
    String name = p.newName(scope);
    Optional<FuzzColumn> number = p.anyOf(scope.usable(Type.BIGINT));
    if (number.isEmpty()) {
      return;
    }
    String divisor = "(" + number.get().sql() + " % " + p.any(List.of("2", "3", "1000")) + ")";
    String text = p.any(List.of("100 div ", "100 div ", "7 % ")) + divisor;
    if (!p.column(Rule.MAY_FAIL, scope, name, Type.BIGINT, new Expressions.Text(text, number.get().weight() + 4, false, true))) {
      return;
    }
    String sql = FuzzColumn.quoted(name);
    switch (p.random.nextInt(6)) {
      case 0, 1 -> inBranch(divisor, sql + " + " + sql);
      case 2 -> {
        inBranch(divisor, sql + " + 1");
        inBranch(divisor, sql + " + 2");
        drop(name);
      }
      case 3 -> {
        String one = use(sql + " + 1");
        String two = use(sql + " + 2");
        drop(name);
        inBranch(divisor, FuzzColumn.quoted(one));
        inBranch(divisor, FuzzColumn.quoted(two));
        drop(one);
        drop(two);
      }
      case 4 -> {
        use("nullif(" + divisor + ", 0L) + " + sql);
        use("nullif(" + divisor + ", 0L) * " + sql);
        drop(name);
      }
      default -> {
        p.column(Rule.CALL_UDF, p.newest(), p.newName(p.newest()), Type.BIGINT, new Expressions.Text("plus_one(" + sql + ")", 5, true, true));
        step.test(Rule.WITH_COLUMN);
      }
    }
  }

  private void inBranch(String divisor, String sql) {
    String condition = p.one(3) ? p.expressions(p.newest()).of(Type.BOOLEAN).sql() : divisor + " <> 0";
    p.column(Rule.IN_BRANCHES, p.newest(), p.newName(p.newest()), Type.BIGINT, new Expressions.Text("case when " + condition + " then " + sql + " else 0L end", 20, false, true));
  }

  private String use(String sql) {
    String name = p.newName(p.newest());
    p.column(Rule.WITH_COLUMN, p.newest(), name, Type.BIGINT, new Expressions.Text(sql, 10, false, true));
    return name;
  }

  private void drop(String name) {
    Scope scope = p.newest();
    p.output(Rule.DROP, scope, ProgramDraft.without(scope, column -> scope.same(column.name(), name)), name);
  }

  private boolean window(Scope scope, FuzzColumn by, boolean all) {
    String order = all ? scope.columns().stream().map(FuzzColumn::sql).reduce((one, other) -> one + ", " + other).orElseThrow() : by.sql();
    String call = all ? p.any(List.of("lag(" + by.sql() + ", 1)", "row_number()", "first(" + by.sql() + ")")) : p.any(List.of("rank()", "dense_rank()", "count(1)"));
    String text = call + " over (" + (p.one(3) ? "partition by " + by.sql() + " " : "") + "order by " + order + ")";
    Type type = call.startsWith("lag") || call.startsWith("first") ? by.type() : call.startsWith("count") ? Type.BIGINT : Type.INT;
    return p.column(Rule.WINDOW, scope, p.newName(scope), type, new Expressions.Text(text, 5, true, false));
  }

  /** Calls on the newest Dataset that the rule merges. */
  private void chain(int calls) {
    for (int i = 0; i < calls && p.steps.size() < p.length; i++) {
      Rule rule = p.any(List.of(Rule.WITH_COLUMN, Rule.WITH_COLUMN, Rule.REPLACE_COLUMN, Rule.DROP, Rule.RENAME, Rule.FILTER, Rule.SELECT_NAMES, Rule.FILTER_DROPPED,
          Rule.WITH_COLUMNS, Rule.CAST));
      Scope scope = p.newest();
      if (!step.test(rule) && p.newest() == scope) {
        step.test(Rule.WITH_COLUMN);
      }
    }
  }
}
