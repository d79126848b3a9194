/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.List;
import java.util.Optional;

/** Aggregates. */
final class GroupSteps implements StepFamily {
  private final ProgramDraft p;
  private final StepFamily others;

  GroupSteps(ProgramDraft program, StepFamily others) {
    p = program;
    this.others = others;
  }

  @Override
  public boolean step(Rule rule, Scope scope) {
    return switch (rule) {
      case AGGREGATE -> {
        Optional<FuzzColumn> column = p.anyOf(scope.usable().stream().filter(each -> each.type().orderable()).toList());
        if (column.isEmpty()) {
          yield false;
        }
        boolean plain = p.random.nextBoolean();
        Expressions.Text text = p.expressions(scope).of(Type.BIGINT);
        yield p.add(rule, scope.apart(p.next(), List.of(plain ? column.get() : FuzzColumn.of("g", Type.BIGINT), FuzzColumn.of("n", Type.BIGINT), FuzzColumn.of("o", Type.OTHER)),
            p.known(rule, scope.id()), scope.rows(), plain), List.of(scope.id()),
            List.of(plain ? column.get().sql() : text.sql() + " as g", "max(" + p.expressions(scope).of(Type.BIGINT).sql() + ") as n", aggregate(scope) + " as o"));
      }
      case AGGREGATE_ALL -> p.add(rule, scope.apart(p.next(), List.of(FuzzColumn.of("n", Type.BIGINT), FuzzColumn.of("o", Type.OTHER)), p.known(rule, scope.id()), 1, true),
          List.of(scope.id()), List.of("count(1) as n", aggregate(scope) + " as o"));
      case ROLLUP -> {
        List<FuzzColumn> groups = scope.usable().stream().filter(each -> each.type().orderable()).toList();
        yield groups.size() > 1 && p.add(rule, scope.apart(p.next(), List.of(groups.get(0), groups.get(1), FuzzColumn.of("o", Type.OTHER)), p.known(rule, scope.id()),
            scope.rows() * 3, false), List.of(scope.id()), List.of(groups.get(0).sql(), groups.get(1).sql(), aggregate(scope) + " as o"));
      }
      case PIVOT -> {
        List<FuzzColumn> groups = scope.usable().stream().filter(each -> each.type() == Type.BIGINT || each.type() == Type.STRING || each.type() == Type.BOOLEAN).toList();
        FuzzColumn by = groups.size() > 1 ? groups.get(1 + p.random.nextInt(groups.size() - 1)) : null;
        yield by != null && scope.known().rows().compareTo(Known.Rows.ANY_ORDER) <= 0 && p.add(rule, scope.apart(p.next(), List.of(groups.get(0)), p.known(rule, scope.id()), scope.rows(), false), List.of(scope.id()),
            List.of(groups.get(0).sql(), by.sql(), aggregate(scope)));
      }
      case DESCRIBE, SUMMARY -> p.anyOf(scope.usable(p.random.nextBoolean() ? Type.BIGINT : Type.STRING)).map(column -> p.add(rule, scope.apart(p.next(),
          List.of(FuzzColumn.of("summary", Type.STRING), FuzzColumn.of(column.name(), Type.STRING)), p.known(rule, scope.id()), 5, false), List.of(scope.id()),
          List.of(column.sql()))).orElse(false);
      default -> others.step(rule, scope);
    };
  }

  private String aggregate(Scope scope) {
    return p.expressions(scope).of(List.of("max({L})", "min({S})", "sum({L} % 100)", "count({S})", "count(*)", "max({B})", "sum(if({B}, 1, 0))", "count(distinct {L})")).sql();
  }
}
