/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.flatplan.harness.fuzz.ProgramDraft.with;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What is asked of a Dataset besides: hints, the cache, plan ids, and calls that fail. */
final class OtherSteps implements StepFamily {
  private final ProgramDraft p;
  private final Set<Rule> once = EnumSet.noneOf(Rule.class);

  OtherSteps(ProgramDraft program) {
    p = program;
  }

  @Override
  public boolean step(Rule rule, Scope scope) {
    return switch (rule) {
      case HINT -> p.rows(rule, scope, p.any(List.of("broadcast", "merge", "shuffle_hash", "nosuchhint")));
      case OBSERVE -> p.rows(rule, scope, "o" + p.next(), "count(1) as n", "max(" + p.expressions(scope).of(Type.BIGINT).sql() + ") as m");
      case REPARTITION -> p.rows(rule, scope, p.any(List.of("1", "2")));
      case COALESCE -> p.rows(rule, scope);
      case LOCAL_CHECKPOINT -> p.add(rule, scope.apart(p.next(), scope.columns(), p.known(rule, scope.id()), scope.rows(), scope.unique()), List.of(scope.id()),
          List.of(Boolean.toString(p.random.nextBoolean())));
      case MAP_TYPED -> p.anyOf(scope.usable()).map(column -> p.add(rule, scope.apart(p.next(), List.of(FuzzColumn.of("mapped", Type.STRING)), p.known(rule, scope.id()),
          scope.rows(), false), List.of(scope.id()), List.of(column.sql(), "mapped"))).orElse(false);
      case PLAN_ID -> planId(scope);
      case CACHE -> once.add(rule) && p.add(rule, null, List.of(scope.id()), List.of());
      case UNPERSIST -> once.contains(Rule.CACHE) && p.add(rule, null, List.of(scope.id()), List.of());
      default -> ask(rule, scope);
    };
  }

  // What follows resolves a column by the plan that carries the id.
  private boolean planId(Scope scope) {
    if (scope.usable().isEmpty() || !once.add(Rule.PLAN_ID)) {
      return false;
    }
    p.add(Rule.PLAN_ID, null, List.of(scope.id()), List.of());
    for (int i = 0; i < 3; i++) {
      FuzzColumn column = p.any(scope.usable());
      String name = p.newName(scope);
      p.add(Rule.PLAN_ID_COLUMN, scope.then(p.next(), with(scope, column.named(name)), p.known(Rule.PLAN_ID_COLUMN, scope.id())), List.of(scope.id()),
          List.of(name, column.sql()));
    }
    return p.column(Rule.WITH_COLUMN, scope, p.newName(scope), Type.BIGINT, p.expressions(scope).of(Type.BIGINT));
  }

  /** What fails on stock Spark, mostly: nothing is built on it. */
  private boolean ask(Rule rule, Scope scope) {
    if (rule == Rule.MISMATCH) {
      String text = p.expressions(scope).of(List.of("{L} + {B}", "upper({A})", "{S} and {B}", "array({L}, {A})", "nosuchfunction({L})", "case when {L} then 1 end",
          "{L} +", "sum({L}) + {L}", "explode({S})")).sql();
      return p.add(rule, null, List.of(scope.id()), List.of(p.newName(scope), text));
    }
    List<FuzzColumn> gone = scope.dropped().stream().filter(column -> !scope.has(column.name())).toList();
    if (gone.isEmpty() && !p.one(10)) {
      return false;
    }
    String name = gone.isEmpty() ? "nowhere" : p.any(gone).sql();
    return p.add(rule, null, List.of(scope.id()), rule == Rule.ASK_DROPPED_COLUMN ? List.of(p.newName(scope), name) : List.of(name));
  }
}
