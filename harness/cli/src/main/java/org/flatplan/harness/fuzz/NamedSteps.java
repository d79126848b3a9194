/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Views, tables and files, and SQL texts over views. */
final class NamedSteps implements StepFamily {
  private final ProgramDraft p;
  private final StepFamily others;
  private final Map<String, Scope> tables = new LinkedHashMap<>();
  private final Map<String, Integer> tableSteps = new HashMap<>();

  NamedSteps(ProgramDraft program, StepFamily others) {
    p = program;
    this.others = others;
  }

  @Override
  public boolean step(Rule rule, Scope scope) {
    return switch (rule) {
      case CREATE_VIEW -> {
        String name = p.any(List.of("v1", "v2"));
        boolean plain = scope.usable().size() == scope.columns().size();
        if (plain) {
          p.views.put(name, scope);
          p.viewSteps.put(name, p.next());
        }
        yield plain && p.add(rule, null, List.of(scope.id()), List.of(name));
      }
      case READ_VIEW -> {
        if (p.views.isEmpty()) {
          yield false;
        }
        String name = p.any(List.copyOf(p.views.keySet()));
        Scope view = p.views.get(name);
        yield p.add(rule, new Scope(p.next(), view.columns(), List.of(), List.of(p.next()), view.rows(), view.size() + 1, view.unique(), p.sensitive,
            p.known(rule, p.viewSteps.get(name))), List.of(p.viewSteps.get(name)), List.of(name));
      }
      case SQL_VIEW, SQL_SUBQUERY -> sqlOverViews(rule);
      case SAVE_TABLE -> {
        boolean plain = scope.columns().stream().allMatch(column -> column.name().matches("\\w+") && scope.columns().stream()
            .filter(each -> each.name().equalsIgnoreCase(column.name())).count() == 1);
        String name = "t" + p.next();
        if (plain && tables.size() < 2) {
          tables.put(name, scope);
          tableSteps.put(name, p.next());
        }
        yield tables.containsKey(name) && p.add(rule, null, List.of(scope.id()), List.of(name));
      }
      case READ_TABLE -> {
        if (tables.isEmpty()) {
          yield false;
        }
        String name = p.any(List.copyOf(tables.keySet()));
        yield p.add(rule, tables.get(name).apart(p.next(), tables.get(name).columns(), p.known(rule, tableSteps.get(name)), tables.get(name).rows(), tables.get(name).unique()),
            List.of(tableSteps.get(name)), List.of(name));
      }
      case WRITE_PARQUET -> {
        boolean plain = scope.columns().stream().allMatch(column -> scope.columns().stream().filter(each -> each.name().equalsIgnoreCase(column.name())).count() == 1);
        yield plain && p.add(rule, scope.apart(p.next(), scope.columns(), p.known(rule, scope.id()), scope.rows(), scope.unique()), List.of(scope.id()), List.of("f" + p.next()));
      }
      default -> others.step(rule, scope);
    };
  }

  private boolean sqlOverViews(Rule rule) {
    Optional<ProgramDraft.Named> first = p.anyView(Type.BIGINT);
    Optional<ProgramDraft.Named> second = p.anyView(Type.BIGINT);
    if (first.isEmpty() || second.isEmpty()) {
      return false;
    }
    Scope view = first.get().scope();
    String from = first.get().name();
    Expressions.Text text = p.expressions(view).of(Type.BIGINT);
    List<FuzzColumn> output = List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("w", Type.BIGINT));
    String list = first.get().column() + " as k, " + text.sql() + " as w";
    String inner = second.get().column();
    String query = rule == Rule.SQL_VIEW ? "select " + list + " from " + from + " where " + p.expressions(view).of(Type.BOOLEAN).sql()
        : switch (p.random.nextInt(4)) {
          case 0 -> "select " + list + " from " + from + " where exists (select 1 from " + second.get().name() + " i where i." + inner + " = " + from + "."
              + first.get().column() + ")";
          case 1 -> "select " + list + " from " + from + " where " + first.get().column() + " in (select " + inner + " from " + second.get().name() + ")";
          case 2 -> "select " + first.get().column() + " as k, (select max(" + inner + ") from " + second.get().name() + ") as w from " + from;
          default -> "with c as (select " + list + " from " + from + ") select c.k, c.w from c where c.w is not null or c.k > (select min(" + inner + ") from "
              + second.get().name() + ")";
        };
    List<Integer> inputs = first.get().name().equals(second.get().name()) ? List.of(first.get().step()) : List.of(first.get().step(), second.get().step());
    return p.add(rule, view.apart(p.next(), output, p.known(rule, inputs.toArray(Integer[]::new)), view.rows(), false), inputs, List.of(query));
  }
}
