/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What is written of a program so far: its calls, a {@link Scope} of each Dataset, and the choices by which the next call is made. A call that would make a Dataset too
 * large is not taken.
 */
final class ProgramDraft {
  static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f", "t", "x", "y", "z", "w.x", "A", "s", "E f");
  static final List<String> METADATA = List.of("{\"note\":\"m1\"}", "{\"note\":\"m2\",\"n\":3}", "{}");
  static final int MAX_ROWS = 60;
  static final int MAX_SIZE = 75;
  static final int MAX_WEIGHT = 260;
  static final int MAX_COLUMNS = 24;

  final Random random;
  final long seed;
  final int length;
  final boolean sensitive;
  final boolean streaming;
  final Map<String, String> settings = new TreeMap<>();
  final List<Step> steps = new ArrayList<>();
  final List<Scope> pool = new ArrayList<>();
  final Map<String, Scope> views = new LinkedHashMap<>();
  final Map<String, Integer> viewSteps = new HashMap<>();

  /** @param maxSteps at most so many calls */
  ProgramDraft(long seed, int maxSteps) {
    this.seed = seed;
    // Neighbouring seeds of Random start alike.
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    random.nextLong();
    this.length = Math.min(maxSteps, one(5) ? 25 + random.nextInt(36) : 10 + random.nextInt(16));
    this.streaming = one(40);
    this.sensitive = one(5);
    boolean ansi = !one(4);
    if (sensitive) {
      settings.put("spark.sql.caseSensitive", "true");
    }
    settings.put("spark.sql.ansi.enabled", Boolean.toString(ansi));
    if (one(20)) {
      settings.put("spark.sql.adaptive.enabled", "true");
    }
    if (one(60)) {
      settings.put("spark.sql.codegen.wholeStage", "true");
      settings.put("spark.sql.codegen.factoryMode", "FALLBACK");
    }
    if (one(8)) {
      settings.put("spark.sql.analyzer.earlyCollapseProject.maxGrowth", any(List.of("0", "5", "20")));
    }
    if (one(15)) {
      settings.put("spark.sql.analyzer.earlyCollapseProject.incrementalAnalysis.enabled", "false");
    }
    if (one(60)) {
      settings.put("spark.sql.analyzer.singlePassResolver.enabledTentatively", "true");
    } else if (one(60)) {
      settings.put(ProgramGenerator.EXTENSION, "true");
    }
    if (one(12)) {
      settings.put("spark.sql.optimizer.avoidDoubleFilterEval", "true");
    }
  }

  // Chance.

  boolean one(int in) {
    return random.nextInt(in) == 0;
  }

  <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  Optional<FuzzColumn> anyOf(List<FuzzColumn> columns) {
    return columns.isEmpty() ? Optional.empty() : Optional.of(any(columns));
  }

  /** Mostly the newest Dataset, so that chains grow. */
  Scope pick() {
    return random.nextInt(6) != 0 ? newest() : any(pool);
  }

  String newName(Scope scope) {
    for (int tries = 0; tries < 10; tries++) {
      String name = any(NAMES);
      if (!scope.has(name)) {
        return name;
      }
    }
    return "n" + steps.size();
  }

  /** A new name mostly, or that of a column that is there. Hardly ever the key, by which the rows stay few. */
  String target(Scope scope) {
    if (random.nextInt(3) != 0 && scope.columns().size() < MAX_COLUMNS) {
      return newName(scope);
    }
    String name = any(scope.columns()).name();
    return name.equals("k") && !one(15) ? newName(scope) : name;
  }

  Expressions expressions(Scope scope) {
    return new Expressions(random, scope);
  }

  Type type() {
    return any(List.of(Type.BIGINT, Type.BIGINT, Type.BIGINT, Type.BIGINT, Type.STRING, Type.STRING, Type.BOOLEAN, Type.INT, Type.DOUBLE, Type.DECIMAL, Type.DATE,
        Type.TIMESTAMP));
  }

  Scope newest() {
    return pool.get(pool.size() - 1);
  }

  // What is there.

  /** A column of a Dataset further down. */
  record Old(Scope scope, FuzzColumn column) {}

  Optional<Old> old(Scope scope, Type type) {
    List<Scope> line = pool.stream().filter(each -> scope.lineage().contains(each.id())).toList();
    if (line.isEmpty()) {
      return Optional.empty();
    }
    Scope from = any(line);
    return anyOf(type == null ? from.usable() : from.usable(type)).map(column -> new Old(from, column));
  }

  /** A view or table with a column. */
  record Named(String name, int step, String column, Scope scope) {}

  Optional<Named> anyView(Type type) {
    if (views.isEmpty()) {
      return Optional.empty();
    }
    String name = any(List.copyOf(views.keySet()));
    return anyOf(views.get(name).usable(type)).map(column -> new Named(name, viewSteps.get(name), column.sql(), views.get(name)));
  }

  // Calls.

  int next() {
    return steps.size();
  }

  Known known(Rule rule, Integer... inputs) {
    List<Step> all = new ArrayList<>(steps);
    all.add(new Step(next(), rule, List.of(inputs), List.of()));
    return Known.of(new FuzzProgram(seed, settings, all)).get(next());
  }

  /**
   * The next call.
   *
   * @param scope the Dataset that it gives; null if it gives none
   * @param inputs the calls whose Datasets it takes
   * @return whether it was taken
   */
  boolean add(Rule rule, Scope scope, List<Integer> inputs, List<String> texts) {
    if (steps.size() >= length || scope != null && (scope.rows() > MAX_ROWS || scope.size() > MAX_SIZE || scope.columns().isEmpty()
        || scope.columns().stream().anyMatch(column -> column.weight() > MAX_WEIGHT))) {
      return false;
    }
    steps.add(new Step(next(), rule, inputs, texts));
    if (scope != null) {
      pool.add(scope);
    }
    return true;
  }

  /** A call on one Dataset that gives it these columns. */
  boolean output(Rule rule, Scope scope, List<FuzzColumn> columns, String... texts) {
    return add(rule, scope.then(next(), columns, known(rule, scope.id())), List.of(scope.id()), List.of(texts));
  }

  boolean column(Rule rule, Scope scope, String name, Type type, Expressions.Text text) {
    return output(rule, scope, with(scope, text.as(name, type)), name, text.sql());
  }

  /** A column whose text may speak of views: only what a view holds decides whether the view is an input. */
  boolean columnOverViews(Rule rule, Scope scope, String name, Type type, Expressions.Text text) {
    List<Integer> inputs = new ArrayList<>(List.of(scope.id()));
    viewSteps.forEach((view, step) -> {
      if (text.sql().contains(" " + view + ")") || text.sql().contains(" " + view + " ")) {
        inputs.add(step);
      }
    });
    return add(rule, scope.then(next(), with(scope, text.as(name, type)), known(rule, inputs.toArray(Integer[]::new))), inputs, List.of(name, text.sql()));
  }

  /** The same columns of other rows, or in another order: what was dropped further down is still found. */
  Scope rowsOf(Rule rule, Scope scope) {
    Scope after = scope.then(next(), scope.columns(), known(rule, scope.id()));
    return new Scope(after.id(), after.columns(), scope.dropped(), after.lineage(), after.rows(), after.size(), scope.unique(), sensitive, after.known());
  }

  boolean rows(Rule rule, Scope scope, String... texts) {
    return add(rule, rowsOf(rule, scope), List.of(scope.id()), List.of(texts));
  }

  /** A Dataset without a past. */
  Scope fresh(List<FuzzColumn> columns, int rows, Known known) {
    return new Scope(next(), columns, List.of(), List.of(next()), rows, 1, true, sensitive, known);
  }

  /** The columns of a Dataset with one more, or one replaced. */
  static List<FuzzColumn> with(Scope scope, FuzzColumn column) {
    List<FuzzColumn> columns = new ArrayList<>();
    boolean replaced = false;
    for (FuzzColumn each : scope.columns()) {
      boolean same = scope.same(each.name(), column.name());
      replaced |= same;
      columns.add(same ? column : each);
    }
    if (!replaced) {
      columns.add(column);
    }
    return columns;
  }

  static List<FuzzColumn> without(Scope scope, Predicate<FuzzColumn> gone) {
    return scope.columns().stream().filter(gone.negate()).toList();
  }
}
