/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.flatplan.harness.fuzz.ProgramDraft.MAX_COLUMNS;
import static org.flatplan.harness.fuzz.ProgramDraft.MAX_ROWS;
import static org.flatplan.harness.fuzz.ProgramDraft.MAX_SIZE;
import static org.flatplan.harness.fuzz.ProgramDraft.without;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Joins, unions and other calls on two Datasets. */
final class PairSteps implements StepFamily {
  private static final List<String> JOINS = List.of("inner", "left_outer", "right_outer", "full_outer", "left_semi", "left_anti", "inner", "left_outer");

  private final ProgramDraft p;
  private final StepFamily others;

  PairSteps(ProgramDraft program, StepFamily others) {
    p = program;
    this.others = others;
  }

  @Override
  public boolean step(Rule rule, Scope scope) {
    Scope other = rule == Rule.SELF_JOIN ? p.old(scope, null).map(ProgramDraft.Old::scope).orElse(scope) : partner(rule, scope);
    return switch (rule) {
      case JOIN_EXPR -> {
        List<FuzzColumn> left = scope.usable(Type.BIGINT).stream().filter(column -> !other.has(column.name())).toList();
        List<FuzzColumn> right = other.usable(Type.BIGINT).stream().filter(column -> !scope.has(column.name())).toList();
        if (left.isEmpty() || right.isEmpty()) {
          yield false;
        }
        String type = p.any(JOINS);
        yield joined(rule, scope, other, type, both(scope, other, type), scope.rows() * other.rows(), false,
            p.any(left).sql() + p.any(List.of(" = ", " = ", " > ", " <=> ")) + p.any(right).sql(), type);
      }
      case JOIN_OLD -> {
        Optional<FuzzColumn> left = p.anyOf(scope.usable(Type.BIGINT));
        Optional<FuzzColumn> right = p.anyOf(other.usable(Type.BIGINT));
        String type = p.any(JOINS);
        yield left.isPresent() && right.isPresent() && joined(rule, scope, other, type, both(scope, other, type), bound(scope, other, left.get(), right.get()), false,
            left.get().sql(), right.get().sql(), type);
      }
      case JOIN_ALIAS -> {
        Optional<FuzzColumn> left = p.anyOf(scope.usable(Type.BIGINT));
        Optional<FuzzColumn> right = p.anyOf(other.usable(Type.BIGINT));
        String type = p.any(JOINS);
        yield left.isPresent() && right.isPresent() && joined(rule, scope, other, type, both(scope, other, type), bound(scope, other, left.get(), right.get()), false,
            "l." + left.get().sql() + " = r." + right.get().sql(), type);
      }
      case JOIN_USING -> {
        List<FuzzColumn> keys = scope.usable().stream().filter(column -> column.type().orderable() && other.usable(column.type()).stream()
            .anyMatch(each -> each.name().equals(column.name()))).toList();
        if (keys.isEmpty()) {
          yield false;
        }
        FuzzColumn key = keys.stream().filter(column -> column.name().equals("k")).findFirst().filter(column -> !p.one(3)).orElse(p.any(keys));
        String type = p.any(JOINS);
        List<FuzzColumn> output = new ArrayList<>(List.of(key));
        output.addAll(without(scope, key::equals));
        if (!type.endsWith("semi") && !type.endsWith("anti")) {
          output.addAll(without(other, column -> scope.same(column.name(), key.name())));
        }
        boolean unique = key.name().equals("k") && scope.unique() && other.unique();
        yield joined(rule, scope, other, type, output, unique ? scope.rows() + other.rows() : scope.rows() * other.rows(), unique, type, key.name());
      }
      case JOIN_CROSS -> scope.rows() * other.rows() <= 20 && joined(rule, scope, other, "inner", both(scope, other, "inner"), scope.rows() * other.rows(), false);
      case SELF_JOIN -> {
        Optional<FuzzColumn> left = p.anyOf(scope.usable(Type.BIGINT));
        Optional<FuzzColumn> right = p.anyOf(other.usable(Type.BIGINT));
        yield left.isPresent() && right.isPresent() && joined(rule, scope, other, "inner", both(scope, other, "inner"), bound(scope, other, left.get(), right.get()), false,
            left.get().sql(), right.get().sql());
      }
      case UNION -> {
        List<Scope> alike = p.pool.stream().filter(each -> types(each).equals(types(scope))).toList();
        Scope second = p.any(alike);
        yield joined(rule, scope, second, "union", scope.columns(), scope.rows() + second.rows(), false);
      }
      case UNION_BY_NAME -> {
        List<Scope> alike = p.pool.stream().filter(each -> each.usable().size() == each.columns().size() && each.columns().stream().allMatch(column ->
            scope.columns().stream().allMatch(own -> !scope.same(own.name(), column.name()) || own.type() == column.type()))).toList();
        if (alike.isEmpty() || scope.usable().size() < scope.columns().size()) {
          yield false;
        }
        Scope second = p.any(alike);
        List<FuzzColumn> output = new ArrayList<>(scope.columns());
        output.addAll(without(second, column -> scope.has(column.name())));
        yield joined(rule, scope, second, "union", output, scope.rows() + second.rows(), false);
      }
      case UNION_SAME, INTERSECT, EXCEPT -> {
        Type type = p.any(List.of(Type.BIGINT, Type.STRING));
        Optional<FuzzColumn> left = p.anyOf(scope.usable(type));
        Optional<FuzzColumn> right = p.anyOf(other.usable(type));
        yield left.isPresent() && right.isPresent() && joined(rule, scope, other, "union", List.of(left.get()), scope.rows() + other.rows(), false,
            left.get().sql(), right.get().sql());
      }
      default -> others.step(rule, scope);
    };
  }

  /** Any Dataset, or one that has what the production needs. */
  private Scope partner(Rule rule, Scope scope) {
    List<Scope> fitting = p.pool.stream().filter(other -> scope.rows() * other.rows() <= (rule == Rule.JOIN_CROSS ? 20 : MAX_ROWS) && switch (rule) {
      case JOIN_EXPR -> other.usable(Type.BIGINT).stream().anyMatch(column -> !scope.has(column.name()))
          && scope.usable(Type.BIGINT).stream().anyMatch(column -> !other.has(column.name()));
      case JOIN_USING -> scope.usable().stream().anyMatch(column -> other.usable(column.type()).stream().anyMatch(each -> each.name().equals(column.name())));
      default -> true;
    }).toList();
    return fitting.isEmpty() ? p.any(p.pool) : p.any(fitting);
  }

  private static List<Type> types(Scope scope) {
    return scope.columns().stream().map(FuzzColumn::type).toList();
  }

  private static List<FuzzColumn> both(Scope left, Scope right, String type) {
    List<FuzzColumn> all = new ArrayList<>(left.columns());
    if (!type.endsWith("semi") && !type.endsWith("anti")) {
      all.addAll(right.columns());
    }
    return all;
  }

  private static int bound(Scope left, Scope right, FuzzColumn one, FuzzColumn other) {
    boolean unique = left.unique() && one.name().equals("k") || right.unique() && other.name().equals("k");
    return unique ? left.rows() + right.rows() : left.rows() * right.rows();
  }

  private boolean joined(Rule rule, Scope left, Scope right, String type, List<FuzzColumn> output, int rows, boolean unique, String... texts) {
    if (left.size() + right.size() > MAX_SIZE || output.size() > MAX_COLUMNS + 8) {
      return false;
    }
    Scope scope = new Scope(p.next(), output.stream().map(FuzzColumn::settled).toList(), List.of(), List.of(left.id(), right.id(), p.next()),
        type.equals("left_semi") || type.equals("left_anti") ? left.rows() : rows, left.size() + right.size() + 1, unique, p.sensitive, p.known(rule, left.id(), right.id()));
    return p.add(rule, scope, List.of(left.id(), right.id()), List.of(texts));
  }
}
