/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.flatplan.harness.fuzz.ProgramDraft.MAX_COLUMNS;
import static org.flatplan.harness.fuzz.ProgramDraft.MAX_WEIGHT;
import static org.flatplan.harness.fuzz.ProgramDraft.METADATA;
import static org.flatplan.harness.fuzz.ProgramDraft.with;

import java.util.List;
import java.util.Optional;

/** Calls that add or replace columns, and leave the others as they are. */
final class ColumnSteps implements StepFamily {
  private final ProgramDraft p;
  private final StepFamily others;
  private int conditionals;

  ColumnSteps(ProgramDraft program, StepFamily others) {
    p = program;
    this.others = others;
  }

  @Override
  public boolean step(Rule rule, Scope scope) {
    return switch (rule) {
      case WITH_COLUMN, REPLACE_COLUMN -> {
        Type type = p.type();
        String name = rule == Rule.WITH_COLUMN ? p.newName(scope) : p.any(scope.columns()).name();
        yield (rule == Rule.WITH_COLUMN ? scope.columns().size() < MAX_COLUMNS : !name.equals("k") || p.one(15))
            && p.column(rule, scope, name, type, p.expressions(scope).of(type));
      }
      case WITH_COLUMN_OF_OLD -> p.old(scope, null).map(old -> columnOf(scope, old)).orElse(false);
      case WITH_COLUMNS -> {
        Type first = p.type();
        Type second = p.type();
        Expressions.Text one = p.expressions(scope).of(first);
        Expressions.Text two = p.expressions(scope).of(second);
        String name = p.target(scope);
        String other = p.newName(scope);
        Scope between = scope.then(p.next(), with(scope, one.as(name, first)), scope.known());
        yield !scope.same(name, other) && p.output(rule, scope, with(between, two.as(other, second)), name, one.sql(), other, two.sql());
      }
      case WITH_METADATA -> {
        FuzzColumn column = p.any(scope.columns());
        yield p.output(rule, scope, scope.columns(), column.name(), p.any(METADATA));
      }
      case CAST -> {
        FuzzColumn column = p.any(scope.columns());
        Type to = p.any(column.type() == Type.BIGINT ? List.of(Type.INT, Type.STRING, Type.DOUBLE, Type.DECIMAL, Type.BOOLEAN) : List.of(Type.STRING, Type.STRING, Type.BIGINT));
        yield !column.type().nested() && (!column.name().equals("k") || p.one(15)) && p.output(rule, scope,
            with(scope, new FuzzColumn(column.name(), to, column.weight() + 1, column.costly(), true)), column.name(), column.sql(), to.sql());
      }
      case CONDITIONAL -> {
        Optional<FuzzColumn> column = p.anyOf(scope.usable(Type.STRING));
        if (column.isEmpty() || conditionals >= 7) {
          yield false;
        }
        conditionals++;
        String name = column.get().sql();
        String letter = p.any(List.of("a", "x", "1", "b"));
        yield p.column(rule, scope, column.get().name(), Type.STRING, new Expressions.Text("case when contains(" + name + ", '" + letter + "') then regexp_replace(" + name + ", '"
            + letter + "', '" + p.any(List.of("y", "zz", "")) + "') else " + name + " end", Math.min(MAX_WEIGHT, column.get().weight() * 3), true, column.get().fails()));
      }
      case EXPENSIVE -> p.random.nextBoolean() ? p.column(rule, scope, p.target(scope), Type.STRING, p.expressions(scope).of(Expressions.COSTLY_TEXTS))
          : p.column(rule, scope, p.target(scope), Type.BOOLEAN, p.expressions(scope).of(Expressions.COSTLY_CONDITIONS));
      case USE_TWICE -> useTwice(scope);
      case CALL_UDF -> {
        boolean text = p.random.nextBoolean();
        yield p.column(rule, scope, p.target(scope), text ? Type.STRING : Type.BIGINT, p.expressions(scope).of(List.of(text ? "shout({S})" : "plus_one({L})")));
      }
      case MAY_FAIL -> p.column(rule, scope, p.target(scope), Type.BIGINT, p.expressions(scope).of(Expressions.FAILING.subList(0, 5)));
      case DECIMALS -> (scope.usable(Type.DECIMAL).size() > 0 || p.one(6)) && p.column(rule, scope, p.target(scope), Type.DECIMAL,
          p.expressions(scope).of(List.of("{P} * {P}", "{P} / 3", "{P} + {P}", "cast({P} as decimal(6,1))", "{P} % 2.5BD", "{P} - cast({L} as decimal(20,0))")));
      case NULLS -> {
        Type type = p.any(List.of(Type.BIGINT, Type.STRING, Type.ARRAY, Type.STRUCT, Type.DOUBLE));
        yield p.column(rule, scope, p.target(scope), type, new Expressions.Text("cast(null as " + type.sql() + ")", 2, false, false));
      }
      case LAMBDA -> scope.usable(Type.ARRAY).isEmpty() && !p.one(4) ? false
          : p.random.nextBoolean() ? p.column(rule, scope, p.target(scope), Type.ARRAY, p.expressions(scope).of(Expressions.LAMBDAS))
              : p.column(rule, scope, p.target(scope), Type.BIGINT, p.expressions(scope).of(Expressions.FOLDS));
      case MAKE_NESTED -> {
        Type type = p.any(List.of(Type.ARRAY, Type.STRUCT, Type.MAP, Type.DEEP_STRUCT));
        yield p.column(rule, scope, p.target(scope), type, p.expressions(scope).of(type));
      }
      case INPUT_FILE -> p.column(rule, scope, p.target(scope), Type.BIGINT, new Expressions.Text("input_file_block_start()", 1, true, false));
      case GET_ITEM -> p.column(rule, scope, p.target(scope), Type.BIGINT, p.expressions(scope).of(Expressions.ITEMS));
      case WITH_FIELD -> withField(scope);
      case DROP_FIELDS -> {
        Optional<FuzzColumn> column = p.anyOf(scope.usable().stream().filter(each -> each.type() == Type.STRUCT || each.type() == Type.DEEP_STRUCT).toList());
        yield column.isPresent() && p.output(rule, scope, with(scope, new FuzzColumn(column.get().name(), Type.OTHER, column.get().weight() + 1, false, false)),
            column.get().name(), column.get().sql(), p.any(List.of("x", "y", column.get().type() == Type.STRUCT ? "y" : "w.u")));
      }
      case RAND -> p.column(rule, scope, p.target(scope), Type.BIGINT, new Expressions.Text(p.any(List.of("bigint(rand(7) * 10)", "bigint(rand(3) * 100)", "bigint(randn(5) * 10)")),
          3, true, false));
      case MONOTONIC_ID -> p.column(rule, scope, p.target(scope), Type.BIGINT, new Expressions.Text("monotonically_increasing_id()", 1, true, false));
      case UUID -> p.column(rule, scope, p.target(scope), Type.STRING, new Expressions.Text("uuid()", 1, true, false));
      case UUID_LENGTH -> p.column(rule, scope, p.target(scope), Type.INT, new Expressions.Text("length(uuid())", 2, true, false));
      case SUBQUERY_COLUMN -> p.columnOverViews(rule, scope, p.target(scope), Type.BIGINT, new Expressions.Text(p.anyView(Type.BIGINT).map(view -> "(select max(" + view.column() + ") from "
          + view.name() + ")").orElse("(select max(id) from range(4))"), 4, true, false));
      case CORRELATED_COLUMN -> {
        Optional<FuzzColumn> column = p.anyOf(scope.usable(Type.BIGINT));
        yield column.isPresent() && p.column(rule, scope, p.target(scope), Type.BIGINT,
            new Expressions.Text("(select max(r.id) from range(6) r where r.id = " + column.get().sql() + ")", 5, true, false));
      }
      default -> others.step(rule, scope);
    };
  }

  private boolean columnOf(Scope scope, ProgramDraft.Old old) {
    String name = p.target(scope);
    return p.add(Rule.WITH_COLUMN_OF_OLD, scope.then(p.next(), with(scope, old.column().named(name)), p.known(Rule.WITH_COLUMN_OF_OLD, scope.id())),
        List.of(scope.id(), old.scope().id()), List.of(name, old.column().sql()));
  }

  private boolean useTwice(Scope scope) {
    List<FuzzColumn> costly = scope.usable().stream().filter(FuzzColumn::costly).toList();
    FuzzColumn column = p.any(costly.isEmpty() ? scope.columns() : costly);
    String name = column.sql();
    return switch (column.type()) {
      case STRING -> p.column(Rule.USE_TWICE, scope, p.target(scope), Type.STRING,
          new Expressions.Text("concat(" + name + ", " + name + ")", column.weight() * 2 + 1, column.costly(), column.fails()));
      case BIGINT -> p.column(Rule.USE_TWICE, scope, p.target(scope), Type.BIGINT,
          new Expressions.Text(name + " + " + name, column.weight() * 2 + 1, column.costly(), column.fails()));
      case BOOLEAN -> p.column(Rule.USE_TWICE, scope, p.target(scope), Type.BIGINT,
          new Expressions.Text("if(" + name + ", 1L, if(" + name + " is null, 2L, 3L))", column.weight() * 2 + 3, column.costly(), column.fails()));
      default -> false;
    };
  }

  private boolean withField(Scope scope) {
    Optional<FuzzColumn> column = p.anyOf(scope.usable().stream().filter(each -> each.type() == Type.STRUCT || each.type() == Type.DEEP_STRUCT).toList());
    if (column.isEmpty()) {
      return false;
    }
    boolean deep = column.get().type() == Type.DEEP_STRUCT && p.random.nextBoolean();
    String field = deep ? "w.u" : p.any(List.of("x", "y"));
    Expressions.Text value = p.expressions(scope).of(field.equals("y") ? Type.STRING : Type.BIGINT);
    return p.output(Rule.WITH_FIELD, scope,
        with(scope, new FuzzColumn(column.get().name(), column.get().type(), column.get().weight() * 3 + value.weight(), value.costly(), value.fails())),
        column.get().name(), column.get().sql(), field, value.sql());
  }
}
