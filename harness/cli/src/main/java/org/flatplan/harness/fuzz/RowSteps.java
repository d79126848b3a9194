/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.flatplan.harness.fuzz.ProgramDraft.with;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls that keep the columns and may leave out rows or order them. */
final class RowSteps implements StepFamily {
  private final ProgramDraft p;
  private final StepFamily others;

  RowSteps(ProgramDraft program, StepFamily others) {
    p = program;
    this.others = others;
  }

  @Override
  public boolean step(Rule rule, Scope scope) {
    return switch (rule) {
      case FILTER -> p.rows(rule, scope, p.one(8) ? p.expressions(scope).of(Expressions.COSTLY_CONDITIONS).sql()
          : p.one(14) ? p.expressions(scope).of(Expressions.FAILING.subList(0, 4)).sql() + " > 0" : p.expressions(scope).of(Type.BOOLEAN).sql());
      case FILTER_DROPPED, SORT_DROPPED -> {
        List<FuzzColumn> gone = scope.dropped().stream().filter(column -> !scope.has(column.name()) && column.type().orderable() && !column.type().nested()).toList();
        if (gone.isEmpty()) {
          yield false;
        }
        // What is there goes with it into one condition.
        FuzzColumn column = p.any(gone);
        String name = column.sql();
        yield rule == Rule.SORT_DROPPED ? p.rows(rule, scope, p.random.nextBoolean() ? name : "-length(string(" + name + "))")
            : p.rows(rule, scope, switch (column.type()) {
              case BIGINT -> p.any(List.of(name + " > 2", name + " is not null", name + " + 1 < 40", name + " <=> null", name + " > 1 or " + p.expressions(scope).of(Type.BOOLEAN).sql()));
              case BOOLEAN -> p.any(List.of(name, "not " + name));
              case STRING -> p.any(List.of(name + " like '%x%'", name + " is not null", name + " rlike '[a-z]'"));
              default -> name + " is not null";
            });
      }
      case FILTER_OLD -> {
        Optional<ProgramDraft.Old> old = p.old(scope, Type.BIGINT);
        yield old.isPresent() && p.add(rule, p.rowsOf(rule, scope), List.of(scope.id(), old.get().scope().id()),
            List.of(old.get().column().sql(), p.any(List.of("gt", "leq", "eqNullSafe", "notEqual")), p.any(List.of("2L", "15L", "30L", "null"))));
      }
      case SORT_OLD -> {
        Optional<ProgramDraft.Old> old = p.old(scope, Type.BIGINT);
        yield old.isPresent() && p.add(rule, p.rowsOf(rule, scope), List.of(scope.id(), old.get().scope().id()), List.of(old.get().column().sql()));
      }
      case FILTER_UDF -> p.rows(rule, scope, p.expressions(scope).of(List.of("positive_udf({L})", "plus_one({L}) > 12", "{L} > 1 and positive_udf({L})")).sql());
      case FILTER_EXISTS, FILTER_IN, FILTER_SCALAR -> filterByQuery(rule, scope);
      case FILTER_TYPED -> p.rows(rule, scope);
      case SORT -> p.anyOf(scope.usable().stream().filter(column -> column.type().orderable()).toList()).map(column -> p.rows(rule, scope, column.sql())).orElse(false);
      case SORT_ALL -> scope.usable().size() == scope.columns().size() && scope.columns().stream().allMatch(column -> column.type().orderable())
          && p.rows(rule, scope, scope.columns().stream().map(FuzzColumn::sql).toArray(String[]::new));
      case LIMIT, OFFSET -> scope.known().rows() == Known.Rows.IN_ORDER && p.rows(rule, scope, rule == Rule.LIMIT ? "3" : "1");
      case SAMPLE -> scope.known().rows() == Known.Rows.IN_ORDER && p.rows(rule, scope, "0.7", p.any(List.of("1", "42")));
      case DISTINCT -> scope.columns().stream().allMatch(column -> column.type().orderable())
          && p.add(rule, scope.apart(p.next(), scope.columns(), p.known(rule, scope.id()), scope.rows(), scope.unique()), List.of(scope.id()), List.of());
      case DROP_DUPLICATES -> p.anyOf(scope.usable()).filter(column -> column.type().orderable()).map(column -> p.rows(rule, scope, column.name())).orElse(false);
      case NA_FILL -> p.anyOf(scope.usable(Type.BIGINT)).map(column -> p.output(rule, scope,
          with(scope, new FuzzColumn(column.name(), Type.BIGINT, column.weight() + 2, column.costly(), column.fails())), "9", column.sql())).orElse(false);
      case NA_FILL_ALL -> scope.usable().size() == scope.columns().size() && p.output(rule, scope, scope.columns().stream().map(column -> column.type() == Type.STRING
          ? new FuzzColumn(column.name(), Type.STRING, column.weight() + 2, column.costly(), column.fails()) : column).toList(), "filled");
      case NA_DROP -> p.anyOf(scope.usable()).map(column -> p.rows(rule, scope, column.sql())).orElse(false);
      case NA_REPLACE -> p.anyOf(scope.usable(Type.STRING)).map(column -> p.output(rule, scope,
          with(scope, new FuzzColumn(column.name(), Type.STRING, column.weight() * 2 + 3, column.costly(), column.fails())), column.sql(), "x", "replaced")).orElse(false);
      default -> others.step(rule, scope);
    };
  }

  private boolean filterByQuery(Rule rule, Scope scope) {
    Optional<FuzzColumn> column = p.anyOf(scope.usable(Type.BIGINT));
    if (column.isEmpty()) {
      return false;
    }
    Optional<ProgramDraft.Named> view = p.anyView(Type.BIGINT);
    String from = view.map(ProgramDraft.Named::name).orElse("range(5)");
    String inner = view.map(ProgramDraft.Named::column).orElse("id");
    String name = column.get().sql();
    String text = switch (rule) {
      case FILTER_EXISTS -> "exists (select 1 from " + from + " v where v." + inner + " = " + name + ")";
      case FILTER_IN -> name + p.any(List.of(" in ", " in ", " not in ")) + "(select " + inner + " from " + from + " where " + inner + " is not null)";
      default -> name + " <= (select max(" + inner + ") from " + from + ")";
    };
    List<Integer> inputs = new ArrayList<>(List.of(scope.id()));
    view.ifPresent(named -> inputs.add(named.step()));
    return p.add(rule, p.rowsOf(rule, scope), inputs, List.of(text));
  }
}
