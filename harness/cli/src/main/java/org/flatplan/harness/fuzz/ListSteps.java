/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.flatplan.harness.fuzz.ProgramDraft.MAX_COLUMNS;
import static org.flatplan.harness.fuzz.ProgramDraft.METADATA;
import static org.flatplan.harness.fuzz.ProgramDraft.NAMES;
import static org.flatplan.harness.fuzz.ProgramDraft.without;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls that write the list of columns anew: selections, drops and renames. */
final class ListSteps implements StepFamily {
  private final ProgramDraft p;
  private final StepFamily others;

  ListSteps(ProgramDraft program, StepFamily others) {
    p = program;
    this.others = others;
  }

  @Override
  public boolean step(Rule rule, Scope scope) {
    return switch (rule) {
      case SELECT -> {
        List<FuzzColumn> output = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (FuzzColumn column : scope.usable()) {
          if (p.random.nextInt(4) != 0 || column.name().equals("k")) {
            output.add(column);
            texts.add(column.sql());
          }
        }
        Type type = p.type();
        Expressions.Text text = p.expressions(scope).of(type);
        String name = p.newName(scope);
        output.add(text.as(name, type));
        texts.add(text.sql() + " as " + FuzzColumn.quoted(name));
        yield p.output(rule, scope, output, texts.toArray(String[]::new));
      }
      case SELECT_NAMES -> {
        List<FuzzColumn> output = new ArrayList<>(scope.usable());
        while (output.size() > 1 && p.random.nextInt(3) != 0) {
          FuzzColumn column = p.any(output);
          if (!column.name().equals("k") || p.one(8)) {
            output.remove(column);
          }
        }
        if (p.one(6) && !output.isEmpty()) {
          output.add(output.get(0));
        }
        yield !output.isEmpty() && p.output(rule, scope, output, output.stream().map(FuzzColumn::sql).toArray(String[]::new));
      }
      case SELECT_STAR -> {
        Type type = p.type();
        Expressions.Text text = p.expressions(scope).of(type);
        String name = p.one(12) ? p.any(scope.columns()).name() : p.newName(scope);
        List<FuzzColumn> output = new ArrayList<>(scope.columns());
        output.add(text.as(name, type));
        yield output.size() <= MAX_COLUMNS && p.output(rule, scope, output, text.sql() + " as " + FuzzColumn.quoted(name));
      }
      case SELECT_LATERAL -> {
        Expressions.Text text = p.expressions(scope).of(Type.BIGINT);
        FuzzColumn first = text.as("l1", Type.BIGINT);
        List<FuzzColumn> output = new ArrayList<>(scope.usable().stream().limit(3).toList());
        List<String> texts = new ArrayList<>(output.stream().map(FuzzColumn::sql).toList());
        output.add(first);
        output.add(new FuzzColumn("l2", Type.BIGINT, first.weight() * 2 + 1, first.costly(), first.fails()));
        texts.add(text.sql() + " as l1");
        texts.add("l1 + l1 as l2");
        yield !scope.has("l1") && p.output(rule, scope, output, texts.toArray(String[]::new));
      }
      case SELECT_METADATA -> {
        FuzzColumn column = p.any(scope.usable().isEmpty() ? scope.columns() : scope.usable());
        String name = p.newName(scope);
        List<FuzzColumn> output = new ArrayList<>(scope.columns());
        output.add(column.named(name));
        yield output.size() <= MAX_COLUMNS && p.output(rule, scope, output, column.sql(), name, p.any(METADATA));
      }
      case SELECT_OF_OLD -> {
        Optional<ProgramDraft.Old> first = p.old(scope, null);
        if (first.isEmpty()) {
          yield false;
        }
        List<FuzzColumn> both = first.get().scope().usable();
        FuzzColumn second = p.any(both);
        yield p.add(rule, scope.then(p.next(), List.of(first.get().column(), second.named("o")), p.known(rule, scope.id())),
            List.of(scope.id(), first.get().scope().id()), List.of(first.get().column().sql(), second.sql(), "o"));
      }
      case SELECT_FILE_METADATA -> {
        boolean file = p.steps.stream().anyMatch(step -> step.id() == scope.lineage().get(0) && (step.rule() == Rule.FILE || step.rule() == Rule.TABLE));
        List<FuzzColumn> output = new ArrayList<>(scope.columns());
        output.add(FuzzColumn.of("fm", Type.BIGINT));
        yield (file || p.one(40)) && !scope.has("fm") && p.output(rule, scope, output, "_metadata.file_block_start as fm");
      }
      case EXPLODE -> explode(scope);
      case DROP -> {
        List<FuzzColumn> gone = new ArrayList<>();
        do {
          FuzzColumn column = p.any(scope.columns());
          if (!column.name().equals("k") || p.one(12)) {
            gone.add(column);
          }
        } while (p.one(3));
        List<String> names = new ArrayList<>(gone.stream().map(FuzzColumn::name).toList());
        if (p.one(10)) {
          names.add("nowhere");
        }
        yield !gone.isEmpty() && p.output(rule, scope, without(scope, column -> gone.stream().anyMatch(each -> scope.same(each.name(), column.name()))),
            names.toArray(String[]::new));
      }
      case DROP_COLUMN -> {
        Optional<ProgramDraft.Old> old = p.old(scope, null);
        if (old.isEmpty() || old.get().column().name().equals("k") && !p.one(8)) {
          yield false;
        }
        FuzzColumn gone = old.get().column();
        yield p.add(rule, scope.then(p.next(), without(scope, gone::equals), p.known(rule, scope.id())), List.of(scope.id(), old.get().scope().id()), List.of(gone.sql()));
      }
      case DROP_BY_COL -> {
        FuzzColumn column = p.any(scope.columns());
        yield (!column.name().equals("k") || p.one(12)) && p.output(rule, scope, without(scope, each -> scope.same(each.name(), column.name())), column.sql());
      }
      case RENAME -> {
        FuzzColumn column = p.any(scope.columns());
        String name = p.one(8) ? p.target(scope) : p.newName(scope);
        yield (!column.name().equals("k") || p.one(12)) && p.output(rule, scope,
            scope.columns().stream().map(each -> scope.same(each.name(), column.name()) ? each.named(name) : each).toList(), p.one(12) ? "nowhere" : column.name(), name);
      }
      case RENAMES -> {
        FuzzColumn first = p.any(scope.columns());
        FuzzColumn second = p.any(scope.columns());
        String name = p.newName(scope);
        yield !scope.same(first.name(), second.name()) && !first.name().equals("k") && !second.name().equals("k") && p.output(rule, scope,
            scope.columns().stream().map(each -> scope.same(each.name(), first.name()) ? each.named(name) : scope.same(each.name(), second.name())
                ? each.named(first.name()) : each).toList(), first.name(), name, second.name(), first.name());
      }
      case TO_DF -> {
        List<FuzzColumn> output = new ArrayList<>();
        for (FuzzColumn column : scope.columns()) {
          String name = column.name().equals("k") ? "k" : p.one(2) ? column.name() : p.any(NAMES);
          output.add(column.named(output.stream().anyMatch(each -> scope.same(each.name(), name)) && !p.one(10) ? "m" + output.size() : name));
        }
        yield p.output(rule, scope, output, output.stream().map(FuzzColumn::name).toArray(String[]::new));
      }
      case ALIAS -> p.output(rule, scope, scope.columns(), p.any(List.of("q", "l", "r")));
      case UNPIVOT -> {
        List<FuzzColumn> values = scope.usable(Type.BIGINT).stream().filter(column -> !column.name().equals("k")).toList();
        Optional<FuzzColumn> key = p.anyOf(scope.usable());
        yield values.size() >= 2 && p.add(rule, scope.apart(p.next(),
            List.of(key.get(), FuzzColumn.of("name", Type.STRING), FuzzColumn.of("value", Type.BIGINT)), p.known(rule, scope.id()), scope.rows() * 2, false),
            List.of(scope.id()), List.of(key.get().sql(), values.get(0).sql(), values.get(1).sql()));
      }
      default -> others.step(rule, scope);
    };
  }

  private boolean explode(Scope scope) {
    List<FuzzColumn> kept = scope.usable().stream().limit(4).toList();
    List<String> texts = new ArrayList<>(kept.stream().map(FuzzColumn::sql).toList());
    List<FuzzColumn> output = new ArrayList<>(kept);
    String name = p.newName(scope);
    String array = p.expressions(scope).of(Type.ARRAY).sql();
    if (p.random.nextBoolean()) {
      texts.add((p.random.nextBoolean() ? "explode(" : "explode_outer(") + array + ") as " + FuzzColumn.quoted(name));
      output.add(FuzzColumn.of(name, Type.BIGINT));
    } else {
      texts.add("posexplode(" + array + ") as (pos, item)");
      output.add(FuzzColumn.of("pos", Type.INT));
      output.add(FuzzColumn.of("item", Type.BIGINT));
    }
    Scope below = scope.then(p.next(), output, p.known(Rule.EXPLODE, scope.id()));
    Scope after = new Scope(below.id(), below.columns(), List.of(), below.lineage(), scope.rows() * 3, below.size() + 1, false, p.sensitive, below.known());
    return p.add(Rule.EXPLODE, after, List.of(scope.id()), texts);
  }
}
