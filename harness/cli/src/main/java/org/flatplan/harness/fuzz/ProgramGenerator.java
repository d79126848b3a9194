/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Writes the program of a seed: calls over a few Datasets with few rows, most of which succeed. It keeps a {@link Scope} of each Dataset. Long runs of calls on one
 * Dataset are more frequent than in programs of people, since there the Projects merge.
 */
final class ProgramGenerator {
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f", "t", "x", "y", "z", "w.x", "A", "s", "E f");
  private static final List<String> JOINS = List.of("inner", "left_outer", "right_outer", "full_outer", "left_semi", "left_anti", "inner", "left_outer");
  private static final List<String> METADATA = List.of("{\"note\":\"m1\"}", "{\"note\":\"m2\",\"n\":3}", "{}");
  /** A setting of programs alone: they run in a session with an analyzer rule of an extension. */
  static final String EXTENSION = "fuzz.extension";
  private static final int MAX_ROWS = 60;
  private static final int MAX_SIZE = 75;
  private static final int MAX_WEIGHT = 260;
  private static final int MAX_COLUMNS = 24;
  /** So many productions a program tries harder, and about so often before it gives one up. */
  private static final int DUE = 13;
  private static final int TRIES = 20;
  /** How often a production is tried, of all tries; what needs something that is not there fails, and another is tried. */
  private static final Map<Rule, Integer> WEIGHTS = weights();
  /** What a stream takes, and in which order of rows nothing changes. */
  private static final Set<Rule> STREAM_RULES = EnumSet.of(Rule.STREAM, Rule.WITH_COLUMN, Rule.REPLACE_COLUMN, Rule.WITH_COLUMN_OF_OLD, Rule.WITH_COLUMNS,
      Rule.WITH_METADATA, Rule.CAST, Rule.CONDITIONAL, Rule.EXPENSIVE, Rule.USE_TWICE, Rule.CALL_UDF, Rule.MAKE_NESTED, Rule.GET_ITEM, Rule.SELECT, Rule.SELECT_NAMES,
      Rule.SELECT_STAR, Rule.DROP, Rule.DROP_BY_COL, Rule.RENAME, Rule.FILTER, Rule.FILTER_DROPPED, Rule.FILTER_OLD, Rule.NA_FILL, Rule.HINT, Rule.LAMBDA);

  private final Random random;
  private final long seed;
  private final int length;
  private final boolean sensitive;
  private final boolean ansi;
  private final boolean streaming;
  private final Map<String, String> settings = new TreeMap<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<Scope> pool = new ArrayList<>();
  private final Map<String, Scope> views = new LinkedHashMap<>();
  private final Map<String, Integer> viewSteps = new HashMap<>();
  private final Map<String, Scope> tables = new LinkedHashMap<>();
  private final Map<String, Integer> tableSteps = new HashMap<>();
  private final Set<Rule> once = EnumSet.noneOf(Rule.class);
  private int conditionals;
  private int onWindow = -1;

  private ProgramGenerator(long seed, int maxSteps) {
    this.seed = seed;
    // Neighbouring seeds of Random start alike.
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    random.nextLong();
    this.length = Math.min(maxSteps, one(5) ? 25 + random.nextInt(36) : 10 + random.nextInt(16));
    this.streaming = one(40);
    this.sensitive = one(5);
    this.ansi = !one(4);
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
      settings.put(EXTENSION, "true");
    }
    if (one(12)) {
      settings.put("spark.sql.optimizer.avoidDoubleFilterEval", "true");
    }
  }

  /**
   * The program of a seed.
   *
   * @param maxSteps at most so many calls
   */
  static FuzzProgram program(long seed, int maxSteps) {
    ProgramGenerator generator = new ProgramGenerator(seed, maxSteps);
    generator.write();
    return new FuzzProgram(seed, generator.settings, generator.steps);
  }

  private static Map<Rule, Integer> weights() {
    return Map.<Rule, Integer>ofEntries(
        entry(Rule.LOCAL, 3), entry(Rule.RDD, 3), entry(Rule.FILE, 3), entry(Rule.TABLE, 3), entry(Rule.RANGE, 3), entry(Rule.SQL_TEXT, 3),
        entry(Rule.STREAM, 170), entry(Rule.WITH_COLUMN, 70), entry(Rule.REPLACE_COLUMN, 45), entry(Rule.WITH_COLUMN_OF_OLD, 3),
        entry(Rule.WITH_COLUMNS, 12), entry(Rule.WITH_METADATA, 5), entry(Rule.CAST, 12), entry(Rule.CONDITIONAL, 8), entry(Rule.EXPENSIVE, 10),
        entry(Rule.USE_TWICE, 10), entry(Rule.CALL_UDF, 4), entry(Rule.MAY_FAIL, 3), entry(Rule.DECIMALS, 23), entry(Rule.NULLS, 6), entry(Rule.LAMBDA, 9),
        entry(Rule.MAKE_NESTED, 3), entry(Rule.GET_ITEM, 3), entry(Rule.WITH_FIELD, 11), entry(Rule.DROP_FIELDS, 12), entry(Rule.RAND, 7),
        entry(Rule.MONOTONIC_ID, 6), entry(Rule.UUID, 10), entry(Rule.UUID_LENGTH, 7), entry(Rule.SUBQUERY_COLUMN, 7), entry(Rule.CORRELATED_COLUMN, 3),
        entry(Rule.SELECT, 14), entry(Rule.SELECT_NAMES, 14), entry(Rule.SELECT_STAR, 5), entry(Rule.SELECT_LATERAL, 6), entry(Rule.SELECT_METADATA, 7),
        entry(Rule.SELECT_OF_OLD, 7), entry(Rule.SELECT_FILE_METADATA, 20), entry(Rule.EXPLODE, 7), entry(Rule.DROP, 30), entry(Rule.DROP_COLUMN, 7),
        entry(Rule.DROP_BY_COL, 6), entry(Rule.RENAME, 25), entry(Rule.RENAMES, 11), entry(Rule.TO_DF, 7), entry(Rule.ALIAS, 7), entry(Rule.UNPIVOT, 22),
        entry(Rule.FILTER, 40), entry(Rule.FILTER_DROPPED, 30), entry(Rule.FILTER_OLD, 4), entry(Rule.FILTER_UDF, 7), entry(Rule.FILTER_EXISTS, 3),
        entry(Rule.FILTER_IN, 7), entry(Rule.FILTER_SCALAR, 7), entry(Rule.FILTER_TYPED, 6), entry(Rule.SORT, 7), entry(Rule.SORT_DROPPED, 9),
        entry(Rule.SORT_OLD, 6), entry(Rule.SORT_ALL, 8), entry(Rule.LIMIT, 22), entry(Rule.OFFSET, 22), entry(Rule.SAMPLE, 20), entry(Rule.DISTINCT, 7),
        entry(Rule.DROP_DUPLICATES, 7), entry(Rule.NA_FILL, 6), entry(Rule.NA_FILL_ALL, 7), entry(Rule.NA_DROP, 7), entry(Rule.NA_REPLACE, 18),
        entry(Rule.AGGREGATE, 3), entry(Rule.AGGREGATE_ALL, 7), entry(Rule.ROLLUP, 8), entry(Rule.PIVOT, 8), entry(Rule.DESCRIBE, 8), entry(Rule.SUMMARY, 9),
        entry(Rule.JOIN_EXPR, 34), entry(Rule.JOIN_OLD, 8), entry(Rule.JOIN_ALIAS, 14), entry(Rule.JOIN_USING, 7), entry(Rule.JOIN_CROSS, 10),
        entry(Rule.SELF_JOIN, 18), entry(Rule.UNION, 3), entry(Rule.UNION_BY_NAME, 8), entry(Rule.UNION_SAME, 8), entry(Rule.INTERSECT, 9),
        entry(Rule.EXCEPT, 9), entry(Rule.CREATE_VIEW, 4), entry(Rule.READ_VIEW, 16), entry(Rule.SQL_VIEW, 16), entry(Rule.SQL_SUBQUERY, 17),
        entry(Rule.SAVE_TABLE, 8), entry(Rule.READ_TABLE, 48), entry(Rule.WRITE_PARQUET, 7), entry(Rule.HINT, 6), entry(Rule.OBSERVE, 7),
        entry(Rule.REPARTITION, 7), entry(Rule.COALESCE, 7), entry(Rule.LOCAL_CHECKPOINT, 7), entry(Rule.MAP_TYPED, 7), entry(Rule.CACHE, 7),
        entry(Rule.UNPERSIST, 48), entry(Rule.PLAN_ID, 7), entry(Rule.INPUT_FILE, 8), entry(Rule.ASK_DROPPED_SELECT, 12), entry(Rule.ASK_DROPPED_COLUMN, 14),
        entry(Rule.ASK_DROPPED_APPLY, 12), entry(Rule.ASK_DROPPED_FILL, 12), entry(Rule.ASK_DROPPED_GROUP, 13), entry(Rule.MISMATCH, 6));
  }

  private void write() {
    source();
    List<Rule> due = due();
    for (int tries = 0; steps.size() < length && tries < 1500; tries++) {
      if (!due.isEmpty() && !one(4)) {
        if (step(due.get(0)) || one(TRIES)) {
          due.remove(0);
        } else if (one(3)) {
          before(due.get(0)).ifPresent(this::step);
        }
      } else if (!streaming && one(3)) {
        pattern();
      } else {
        step(drawn());
      }
    }
  }

  // Each program has some productions that it tries harder, so that a run of many programs hits the rare ones, too, and about alike.
  private List<Rule> due() {
    List<Rule> all = Stream.of(Rule.values()).filter(rule -> WEIGHTS.containsKey(rule) && fits(rule)).toList();
    List<Rule> due = new ArrayList<>();
    for (int i = 0; i < DUE; i++) {
      due.add(all.get((int) Math.floorMod(seed * DUE + i, (long) all.size())));
    }
    Collections.shuffle(due, random);
    return due;
  }

  /** What makes room for a production. */
  private static Optional<Rule> before(Rule rule) {
    return switch (rule) {
      case READ_TABLE -> Optional.of(Rule.SAVE_TABLE);
      case READ_VIEW, SQL_VIEW, SQL_SUBQUERY -> Optional.of(Rule.CREATE_VIEW);
      case UNPERSIST -> Optional.of(Rule.CACHE);
      case SELECT_FILE_METADATA -> Optional.of(Rule.FILE);
      case WITH_FIELD, DROP_FIELDS, LAMBDA -> Optional.of(Rule.MAKE_NESTED);
      case FILTER_DROPPED, SORT_DROPPED, ASK_DROPPED_SELECT, ASK_DROPPED_COLUMN, ASK_DROPPED_APPLY, ASK_DROPPED_FILL, ASK_DROPPED_GROUP -> Optional.of(Rule.DROP);
      case LIMIT, OFFSET, SAMPLE -> Optional.of(Rule.SORT_ALL);
      case JOIN_USING, JOIN_CROSS -> Optional.of(Rule.RANGE);
      case JOIN_EXPR -> Optional.of(Rule.TO_DF);
      case DECIMALS, UNPIVOT, JOIN_ALIAS -> Optional.of(Rule.WITH_COLUMN);
      default -> Optional.empty();
    };
  }

  private Rule drawn() {
    int ticket = random.nextInt(WEIGHTS.entrySet().stream().filter(each -> fits(each.getKey())).mapToInt(Map.Entry::getValue).sum());
    for (Rule rule : Rule.values()) {
      if (WEIGHTS.containsKey(rule) && fits(rule)) {
        ticket -= WEIGHTS.get(rule);
        if (ticket < 0) {
          return rule;
        }
      }
    }
    throw new AssertionError();
  }

  private boolean fits(Rule rule) {
    return streaming ? STREAM_RULES.contains(rule) : rule != Rule.STREAM;
  }

  // Chance.

  private boolean one(int in) {
    return random.nextInt(in) == 0;
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private Optional<FuzzColumn> anyOf(List<FuzzColumn> columns) {
    return columns.isEmpty() ? Optional.empty() : Optional.of(any(columns));
  }

  /** Mostly the newest Dataset, so that chains grow. */
  private Scope pick() {
    return random.nextInt(6) != 0 ? pool.get(pool.size() - 1) : any(pool);
  }

  private String newName(Scope scope) {
    for (int tries = 0; tries < 10; tries++) {
      String name = any(NAMES);
      if (!scope.has(name)) {
        return name;
      }
    }
    return "n" + steps.size();
  }

  /** A new name mostly, or that of a column that is there. Hardly ever the key, by which the rows stay few. */
  private String target(Scope scope) {
    if (random.nextInt(3) != 0 && scope.columns().size() < MAX_COLUMNS) {
      return newName(scope);
    }
    String name = any(scope.columns()).name();
    return name.equals("k") && !one(15) ? newName(scope) : name;
  }

  private Expressions expressions(Scope scope) {
    return new Expressions(random, scope);
  }

  private Type type() {
    return any(List.of(Type.BIGINT, Type.BIGINT, Type.BIGINT, Type.BIGINT, Type.STRING, Type.STRING, Type.BOOLEAN, Type.INT, Type.DOUBLE, Type.DECIMAL, Type.DATE,
        Type.TIMESTAMP));
  }

  // Steps.

  private int next() {
    return steps.size();
  }

  private Known known(Rule rule, Integer... inputs) {
    List<Step> all = new ArrayList<>(steps);
    all.add(new Step(next(), rule, List.of(inputs), List.of()));
    return Known.of(new FuzzProgram(seed, settings, all)).get(next());
  }

  private boolean add(Rule rule, Scope scope, List<Integer> inputs, List<String> texts) {
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
  private boolean output(Rule rule, Scope scope, List<FuzzColumn> columns, String... texts) {
    return add(rule, scope.then(next(), columns, known(rule, scope.id())), List.of(scope.id()), List.of(texts));
  }

  private boolean column(Rule rule, Scope scope, String name, Type type, Expressions.Text text) {
    return output(rule, scope, with(scope, text.as(name, type)), name, text.sql());
  }

  private static List<FuzzColumn> with(Scope scope, FuzzColumn column) {
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

  private static List<FuzzColumn> without(Scope scope, Predicate<FuzzColumn> gone) {
    return scope.columns().stream().filter(gone.negate()).toList();
  }

  private boolean source() {
    if (streaming) {
      return stream();
    }
    return step(any(List.of(Rule.LOCAL, Rule.LOCAL, Rule.RANGE, Rule.SQL_TEXT, Rule.RDD, Rule.RDD, Rule.RDD, Rule.RDD, Rule.FILE, Rule.FILE, Rule.TABLE)));
  }

  private boolean stream() {
    Source source = any(List.of(Source.NUMBERS, Source.TEXTS, Source.NESTED, Source.NOT_NULL));
    return add(Rule.STREAM, fresh(source.columns(), source.rows(), new Known(Known.Rows.IN_ORDER, true)), List.of(), List.of(source.label()));
  }

  private Scope fresh(List<FuzzColumn> columns, int rows, Known known) {
    return new Scope(next(), columns, List.of(), List.of(next()), rows, 1, true, sensitive, known);
  }

  private boolean step(Rule rule) {
    if (pool.isEmpty() && !rule.name().matches("LOCAL|RDD|FILE|TABLE|RANGE|SQL_TEXT|STREAM")) {
      return false;
    }
    Scope scope = pool.isEmpty() ? null : pick();
    return switch (rule) {
      case LOCAL, RDD, FILE, TABLE -> {
        List<Source> sources = new ArrayList<>(List.of(Source.values()));
        sources.removeIf(source -> rule != Rule.TABLE && source.onlyTable());
        Source source = any(sources);
        source = rule == Rule.TABLE && random.nextBoolean() ? Source.CHARS : one(3) && rule != Rule.TABLE ? Source.NUMBERS : source;
        yield add(rule, fresh(source.columns(), source.rows(), new Known(Known.Rows.IN_ORDER, false)), List.of(),
            List.of(rule == Rule.TABLE ? SourceTables.name(source) : source.label()));
      }
      case STREAM -> stream();
      case RANGE -> add(rule, fresh(List.of(FuzzColumn.of("k", Type.BIGINT)), 5, new Known(Known.Rows.IN_ORDER, false)), List.of(), List.of("5"));
      case SQL_TEXT -> sqlText();
      case WITH_COLUMN, REPLACE_COLUMN -> {
        Type type = type();
        String name = rule == Rule.WITH_COLUMN ? newName(scope) : any(scope.columns()).name();
        yield (rule == Rule.WITH_COLUMN ? scope.columns().size() < MAX_COLUMNS : !name.equals("k") || one(15))
            && column(rule, scope, name, type, expressions(scope).of(type));
      }
      case WITH_COLUMN_OF_OLD -> old(scope, null).map(old -> columnOf(scope, old)).orElse(false);
      default -> stepOn(rule, scope);
    };
  }

  /** A column of a Dataset further down. */
  private record Old(Scope scope, FuzzColumn column) {}

  private Optional<Old> old(Scope scope, Type type) {
    List<Scope> line = pool.stream().filter(each -> scope.lineage().contains(each.id())).toList();
    if (line.isEmpty()) {
      return Optional.empty();
    }
    Scope from = any(line);
    return anyOf(type == null ? from.usable() : from.usable(type)).map(column -> new Old(from, column));
  }

  private boolean columnOf(Scope scope, Old old) {
    String name = target(scope);
    return add(Rule.WITH_COLUMN_OF_OLD, scope.then(next(), with(scope, old.column().named(name)), known(Rule.WITH_COLUMN_OF_OLD, scope.id())),
        List.of(scope.id(), old.scope().id()), List.of(name, old.column().sql()));
  }

  private boolean sqlText() {
    List<String> texts = List.of("select id as k, id * 10 as a, string(id) as s from range(1, 5)",
        "select k, a + 1 as a, s from (select id as k, id % 3 as a, concat('x', id) as s from range(4)) where a > 0",
        "select k, sum(a) as a, max(s) as s from values (1L, 2L, 'p'), (1L, 3L, 'q'), (2L, null, 'r') as v(k, a, s) group by k order by k",
        "with c as (select id as k, id + 5 as a from range(3)) select c.k, c.a, d.s from c join (select id as k, 'z' as s from range(2)) d on c.k = d.k");
    String text = any(texts);
    return add(Rule.SQL_TEXT, fresh(List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("a", Type.BIGINT), FuzzColumn.of("s", Type.STRING)), 4,
        new Known(Known.Rows.IN_ORDER, false)), List.of(), List.of(text));
  }

  private boolean stepOn(Rule rule, Scope scope) {
    return switch (rule) {
      case WITH_COLUMNS -> {
        Type first = type();
        Type second = type();
        Expressions.Text one = expressions(scope).of(first);
        Expressions.Text two = expressions(scope).of(second);
        String name = target(scope);
        String other = newName(scope);
        Scope between = scope.then(next(), with(scope, one.as(name, first)), scope.known());
        yield !scope.same(name, other) && output(rule, scope, with(between, two.as(other, second)), name, one.sql(), other, two.sql());
      }
      case WITH_METADATA -> {
        FuzzColumn column = any(scope.columns());
        yield output(rule, scope, scope.columns(), column.name(), any(METADATA));
      }
      case CAST -> {
        FuzzColumn column = any(scope.columns());
        Type to = any(column.type() == Type.BIGINT ? List.of(Type.INT, Type.STRING, Type.DOUBLE, Type.DECIMAL, Type.BOOLEAN) : List.of(Type.STRING, Type.STRING, Type.BIGINT));
        yield !column.type().nested() && (!column.name().equals("k") || one(15)) && output(rule, scope,
            with(scope, new FuzzColumn(column.name(), to, column.weight() + 1, column.costly(), true)), column.name(), column.sql(), to.sql());
      }
      case CONDITIONAL -> {
        Optional<FuzzColumn> column = anyOf(scope.usable(Type.STRING));
        if (column.isEmpty() || conditionals >= 7) {
          yield false;
        }
        conditionals++;
        String name = column.get().sql();
        String letter = any(List.of("a", "x", "1", "b"));
        yield column(rule, scope, column.get().name(), Type.STRING, new Expressions.Text("case when contains(" + name + ", '" + letter + "') then regexp_replace(" + name + ", '"
            + letter + "', '" + any(List.of("y", "zz", "")) + "') else " + name + " end", Math.min(MAX_WEIGHT, column.get().weight() * 3), true, column.get().fails()));
      }
      case EXPENSIVE -> random.nextBoolean() ? column(rule, scope, target(scope), Type.STRING, expressions(scope).of(Expressions.COSTLY_TEXTS))
          : column(rule, scope, target(scope), Type.BOOLEAN, expressions(scope).of(Expressions.COSTLY_CONDITIONS));
      case USE_TWICE -> useTwice(scope);
      case CALL_UDF -> {
        boolean text = random.nextBoolean();
        yield column(rule, scope, target(scope), text ? Type.STRING : Type.BIGINT, expressions(scope).of(List.of(text ? "shout({S})" : "plus_one({L})")));
      }
      case MAY_FAIL -> column(rule, scope, target(scope), Type.BIGINT, expressions(scope).of(Expressions.FAILING.subList(0, 5)));
      case DECIMALS -> (scope.usable(Type.DECIMAL).size() > 0 || one(6)) && column(rule, scope, target(scope), Type.DECIMAL,
          expressions(scope).of(List.of("{P} * {P}", "{P} / 3", "{P} + {P}", "cast({P} as decimal(6,1))", "{P} % 2.5BD", "{P} - cast({L} as decimal(20,0))")));
      case NULLS -> {
        Type type = any(List.of(Type.BIGINT, Type.STRING, Type.ARRAY, Type.STRUCT, Type.DOUBLE));
        yield column(rule, scope, target(scope), type, new Expressions.Text("cast(null as " + type.sql() + ")", 2, false, false));
      }
      case LAMBDA -> scope.usable(Type.ARRAY).isEmpty() && !one(4) ? false
          : random.nextBoolean() ? column(rule, scope, target(scope), Type.ARRAY, expressions(scope).of(Expressions.LAMBDAS))
              : column(rule, scope, target(scope), Type.BIGINT, expressions(scope).of(Expressions.FOLDS));
      case MAKE_NESTED -> {
        Type type = any(List.of(Type.ARRAY, Type.STRUCT, Type.MAP, Type.DEEP_STRUCT));
        yield column(rule, scope, target(scope), type, expressions(scope).of(type));
      }
      case INPUT_FILE -> column(rule, scope, target(scope), Type.BIGINT, new Expressions.Text("input_file_block_start()", 1, true, false));
      case GET_ITEM -> column(rule, scope, target(scope), Type.BIGINT, expressions(scope).of(Expressions.ITEMS));
      case WITH_FIELD -> withField(scope);
      case DROP_FIELDS -> {
        Optional<FuzzColumn> column = anyOf(scope.usable().stream().filter(each -> each.type() == Type.STRUCT || each.type() == Type.DEEP_STRUCT).toList());
        yield column.isPresent() && output(rule, scope, with(scope, new FuzzColumn(column.get().name(), Type.OTHER, column.get().weight() + 1, false, false)),
            column.get().name(), column.get().sql(), any(List.of("x", "y", column.get().type() == Type.STRUCT ? "y" : "w.u")));
      }
      case RAND -> column(rule, scope, target(scope), Type.BIGINT, new Expressions.Text(any(List.of("bigint(rand(7) * 10)", "bigint(rand(3) * 100)", "bigint(randn(5) * 10)")),
          3, true, false));
      case MONOTONIC_ID -> column(rule, scope, target(scope), Type.BIGINT, new Expressions.Text("monotonically_increasing_id()", 1, true, false));
      case UUID -> column(rule, scope, target(scope), Type.STRING, new Expressions.Text("uuid()", 1, true, false));
      case UUID_LENGTH -> column(rule, scope, target(scope), Type.INT, new Expressions.Text("length(uuid())", 2, true, false));
      case SUBQUERY_COLUMN -> column(rule, scope, target(scope), Type.BIGINT, new Expressions.Text(anyView(Type.BIGINT).map(view -> "(select max(" + view.column() + ") from "
          + view.name() + ")").orElse("(select max(id) from range(4))"), 4, true, false), viewSteps);
      case CORRELATED_COLUMN -> {
        Optional<FuzzColumn> column = anyOf(scope.usable(Type.BIGINT));
        yield column.isPresent() && column(rule, scope, target(scope), Type.BIGINT,
            new Expressions.Text("(select max(r.id) from range(6) r where r.id = " + column.get().sql() + ")", 5, true, false));
      }
      default -> stepOnList(rule, scope);
    };
  }

  // Only what a view holds decides whether the view is an input.
  private boolean column(Rule rule, Scope scope, String name, Type type, Expressions.Text text, Map<String, Integer> mentioned) {
    List<Integer> inputs = new ArrayList<>(List.of(scope.id()));
    mentioned.forEach((view, step) -> {
      if (text.sql().contains(" " + view + ")") || text.sql().contains(" " + view + " ")) {
        inputs.add(step);
      }
    });
    return add(rule, scope.then(next(), with(scope, text.as(name, type)), known(rule, inputs.toArray(Integer[]::new))), inputs, List.of(name, text.sql()));
  }

  private boolean useTwice(Scope scope) {
    List<FuzzColumn> costly = scope.usable().stream().filter(FuzzColumn::costly).toList();
    FuzzColumn column = any(costly.isEmpty() ? scope.columns() : costly);
    String name = column.sql();
    return switch (column.type()) {
      case STRING -> column(Rule.USE_TWICE, scope, target(scope), Type.STRING,
          new Expressions.Text("concat(" + name + ", " + name + ")", column.weight() * 2 + 1, column.costly(), column.fails()));
      case BIGINT -> column(Rule.USE_TWICE, scope, target(scope), Type.BIGINT,
          new Expressions.Text(name + " + " + name, column.weight() * 2 + 1, column.costly(), column.fails()));
      case BOOLEAN -> column(Rule.USE_TWICE, scope, target(scope), Type.BIGINT,
          new Expressions.Text("if(" + name + ", 1L, if(" + name + " is null, 2L, 3L))", column.weight() * 2 + 3, column.costly(), column.fails()));
      default -> false;
    };
  }

  private boolean withField(Scope scope) {
    Optional<FuzzColumn> column = anyOf(scope.usable().stream().filter(each -> each.type() == Type.STRUCT || each.type() == Type.DEEP_STRUCT).toList());
    if (column.isEmpty()) {
      return false;
    }
    boolean deep = column.get().type() == Type.DEEP_STRUCT && random.nextBoolean();
    String field = deep ? "w.u" : any(List.of("x", "y"));
    Expressions.Text value = expressions(scope).of(field.equals("y") ? Type.STRING : Type.BIGINT);
    return output(Rule.WITH_FIELD, scope,
        with(scope, new FuzzColumn(column.get().name(), column.get().type(), column.get().weight() * 3 + value.weight(), value.costly(), value.fails())),
        column.get().name(), column.get().sql(), field, value.sql());
  }

  private boolean stepOnList(Rule rule, Scope scope) {
    return switch (rule) {
      case SELECT -> {
        List<FuzzColumn> output = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (FuzzColumn column : scope.usable()) {
          if (random.nextInt(4) != 0 || column.name().equals("k")) {
            output.add(column);
            texts.add(column.sql());
          }
        }
        Type type = type();
        Expressions.Text text = expressions(scope).of(type);
        String name = newName(scope);
        output.add(text.as(name, type));
        texts.add(text.sql() + " as " + FuzzColumn.quoted(name));
        yield output(rule, scope, output, texts.toArray(String[]::new));
      }
      case SELECT_NAMES -> {
        List<FuzzColumn> output = new ArrayList<>(scope.usable());
        while (output.size() > 1 && random.nextInt(3) != 0) {
          FuzzColumn column = any(output);
          if (!column.name().equals("k") || one(8)) {
            output.remove(column);
          }
        }
        if (one(6) && !output.isEmpty()) {
          output.add(output.get(0));
        }
        yield !output.isEmpty() && output(rule, scope, output, output.stream().map(FuzzColumn::sql).toArray(String[]::new));
      }
      case SELECT_STAR -> {
        Type type = type();
        Expressions.Text text = expressions(scope).of(type);
        String name = one(12) ? any(scope.columns()).name() : newName(scope);
        List<FuzzColumn> output = new ArrayList<>(scope.columns());
        output.add(text.as(name, type));
        yield output.size() <= MAX_COLUMNS && output(rule, scope, output, text.sql() + " as " + FuzzColumn.quoted(name));
      }
      case SELECT_LATERAL -> {
        Expressions.Text text = expressions(scope).of(Type.BIGINT);
        FuzzColumn first = text.as("l1", Type.BIGINT);
        List<FuzzColumn> output = new ArrayList<>(scope.usable().stream().limit(3).toList());
        List<String> texts = new ArrayList<>(output.stream().map(FuzzColumn::sql).toList());
        output.add(first);
        output.add(new FuzzColumn("l2", Type.BIGINT, first.weight() * 2 + 1, first.costly(), first.fails()));
        texts.add(text.sql() + " as l1");
        texts.add("l1 + l1 as l2");
        yield !scope.has("l1") && output(rule, scope, output, texts.toArray(String[]::new));
      }
      case SELECT_METADATA -> {
        FuzzColumn column = any(scope.usable().isEmpty() ? scope.columns() : scope.usable());
        String name = newName(scope);
        List<FuzzColumn> output = new ArrayList<>(scope.columns());
        output.add(column.named(name));
        yield output.size() <= MAX_COLUMNS && output(rule, scope, output, column.sql(), name, any(METADATA));
      }
      case SELECT_OF_OLD -> {
        Optional<Old> first = old(scope, null);
        if (first.isEmpty()) {
          yield false;
        }
        List<FuzzColumn> both = first.get().scope().usable();
        FuzzColumn second = any(both);
        yield add(rule, scope.then(next(), List.of(first.get().column(), second.named("o")), known(rule, scope.id())),
            List.of(scope.id(), first.get().scope().id()), List.of(first.get().column().sql(), second.sql(), "o"));
      }
      case SELECT_FILE_METADATA -> {
        boolean file = steps.stream().anyMatch(step -> step.id() == scope.lineage().get(0) && (step.rule() == Rule.FILE || step.rule() == Rule.TABLE));
        List<FuzzColumn> output = new ArrayList<>(scope.columns());
        output.add(FuzzColumn.of("fm", Type.BIGINT));
        yield (file || one(40)) && !scope.has("fm") && output(rule, scope, output, "_metadata.file_block_start as fm");
      }
      case EXPLODE -> explode(scope);
      case DROP -> {
        List<FuzzColumn> gone = new ArrayList<>();
        do {
          FuzzColumn column = any(scope.columns());
          if (!column.name().equals("k") || one(12)) {
            gone.add(column);
          }
        } while (one(3));
        List<String> names = new ArrayList<>(gone.stream().map(FuzzColumn::name).toList());
        if (one(10)) {
          names.add("nowhere");
        }
        yield !gone.isEmpty() && output(rule, scope, without(scope, column -> gone.stream().anyMatch(each -> scope.same(each.name(), column.name()))),
            names.toArray(String[]::new));
      }
      case DROP_COLUMN -> {
        Optional<Old> old = old(scope, null);
        if (old.isEmpty() || old.get().column().name().equals("k") && !one(8)) {
          yield false;
        }
        FuzzColumn gone = old.get().column();
        yield add(rule, scope.then(next(), without(scope, gone::equals), known(rule, scope.id())), List.of(scope.id(), old.get().scope().id()), List.of(gone.sql()));
      }
      case DROP_BY_COL -> {
        FuzzColumn column = any(scope.columns());
        yield (!column.name().equals("k") || one(12)) && output(rule, scope, without(scope, each -> scope.same(each.name(), column.name())), column.sql());
      }
      case RENAME -> {
        FuzzColumn column = any(scope.columns());
        String name = one(8) ? target(scope) : newName(scope);
        yield (!column.name().equals("k") || one(12)) && output(rule, scope,
            scope.columns().stream().map(each -> scope.same(each.name(), column.name()) ? each.named(name) : each).toList(), one(12) ? "nowhere" : column.name(), name);
      }
      case RENAMES -> {
        FuzzColumn first = any(scope.columns());
        FuzzColumn second = any(scope.columns());
        String name = newName(scope);
        yield !scope.same(first.name(), second.name()) && !first.name().equals("k") && !second.name().equals("k") && output(rule, scope,
            scope.columns().stream().map(each -> scope.same(each.name(), first.name()) ? each.named(name) : scope.same(each.name(), second.name())
                ? each.named(first.name()) : each).toList(), first.name(), name, second.name(), first.name());
      }
      case TO_DF -> {
        List<FuzzColumn> output = new ArrayList<>();
        for (FuzzColumn column : scope.columns()) {
          String name = column.name().equals("k") ? "k" : one(2) ? column.name() : any(NAMES);
          output.add(column.named(output.stream().anyMatch(each -> scope.same(each.name(), name)) && !one(10) ? "m" + output.size() : name));
        }
        yield output(rule, scope, output, output.stream().map(FuzzColumn::name).toArray(String[]::new));
      }
      case ALIAS -> output(rule, scope, scope.columns(), any(List.of("q", "l", "r")));
      case UNPIVOT -> {
        List<FuzzColumn> values = scope.usable(Type.BIGINT).stream().filter(column -> !column.name().equals("k")).toList();
        Optional<FuzzColumn> key = anyOf(scope.usable());
        yield values.size() >= 2 && add(rule, scope.apart(next(),
            List.of(key.get(), FuzzColumn.of("name", Type.STRING), FuzzColumn.of("value", Type.BIGINT)), known(rule, scope.id()), scope.rows() * 2, false),
            List.of(scope.id()), List.of(key.get().sql(), values.get(0).sql(), values.get(1).sql()));
      }
      default -> stepOnRows(rule, scope);
    };
  }

  private boolean explode(Scope scope) {
    List<FuzzColumn> kept = scope.usable().stream().limit(4).toList();
    List<String> texts = new ArrayList<>(kept.stream().map(FuzzColumn::sql).toList());
    List<FuzzColumn> output = new ArrayList<>(kept);
    String name = newName(scope);
    String array = expressions(scope).of(Type.ARRAY).sql();
    if (random.nextBoolean()) {
      texts.add((random.nextBoolean() ? "explode(" : "explode_outer(") + array + ") as " + FuzzColumn.quoted(name));
      output.add(FuzzColumn.of(name, Type.BIGINT));
    } else {
      texts.add("posexplode(" + array + ") as (pos, item)");
      output.add(FuzzColumn.of("pos", Type.INT));
      output.add(FuzzColumn.of("item", Type.BIGINT));
    }
    Scope below = scope.then(next(), output, known(Rule.EXPLODE, scope.id()));
    Scope after = new Scope(below.id(), below.columns(), List.of(), below.lineage(), scope.rows() * 3, below.size() + 1, false, sensitive, below.known());
    return add(Rule.EXPLODE, after, List.of(scope.id()), texts);
  }

  private Scope rowsOf(Rule rule, Scope scope) {
    Scope after = scope.then(next(), scope.columns(), known(rule, scope.id()));
    return new Scope(after.id(), after.columns(), scope.dropped(), after.lineage(), after.rows(), after.size(), scope.unique(), sensitive, after.known());
  }

  private boolean rows(Rule rule, Scope scope, String... texts) {
    return add(rule, rowsOf(rule, scope), List.of(scope.id()), List.of(texts));
  }

  /** A view or table with a column. */
  private record Named(String name, int step, String column, Scope scope) {}

  private Optional<Named> anyView(Type type) {
    if (views.isEmpty()) {
      return Optional.empty();
    }
    String name = any(List.copyOf(views.keySet()));
    return anyOf(views.get(name).usable(type)).map(column -> new Named(name, viewSteps.get(name), column.sql(), views.get(name)));
  }

  private boolean stepOnRows(Rule rule, Scope scope) {
    return switch (rule) {
      case FILTER -> rows(rule, scope, one(8) ? expressions(scope).of(Expressions.COSTLY_CONDITIONS).sql()
          : one(14) ? expressions(scope).of(Expressions.FAILING.subList(0, 4)).sql() + " > 0" : expressions(scope).of(Type.BOOLEAN).sql());
      case FILTER_DROPPED, SORT_DROPPED -> {
        List<FuzzColumn> gone = scope.dropped().stream().filter(column -> !scope.has(column.name()) && column.type().orderable() && !column.type().nested()).toList();
        if (gone.isEmpty()) {
          yield false;
        }
        // What is there goes with it into one condition.
        FuzzColumn column = any(gone);
        String name = column.sql();
        yield rule == Rule.SORT_DROPPED ? rows(rule, scope, random.nextBoolean() ? name : "-length(string(" + name + "))")
            : rows(rule, scope, switch (column.type()) {
              case BIGINT -> any(List.of(name + " > 2", name + " is not null", name + " + 1 < 40", name + " <=> null", name + " > 1 or " + expressions(scope).of(Type.BOOLEAN).sql()));
              case BOOLEAN -> any(List.of(name, "not " + name));
              case STRING -> any(List.of(name + " like '%x%'", name + " is not null", name + " rlike '[a-z]'"));
              default -> name + " is not null";
            });
      }
      case FILTER_OLD -> {
        Optional<Old> old = old(scope, Type.BIGINT);
        yield old.isPresent() && add(rule, rowsOf(rule, scope), List.of(scope.id(), old.get().scope().id()),
            List.of(old.get().column().sql(), any(List.of("gt", "leq", "eqNullSafe", "notEqual")), any(List.of("2L", "15L", "30L", "null"))));
      }
      case SORT_OLD -> {
        Optional<Old> old = old(scope, Type.BIGINT);
        yield old.isPresent() && add(rule, rowsOf(rule, scope), List.of(scope.id(), old.get().scope().id()), List.of(old.get().column().sql()));
      }
      case FILTER_UDF -> rows(rule, scope, expressions(scope).of(List.of("positive_udf({L})", "plus_one({L}) > 12", "{L} > 1 and positive_udf({L})")).sql());
      case FILTER_EXISTS, FILTER_IN, FILTER_SCALAR -> filterByQuery(rule, scope);
      case FILTER_TYPED -> rows(rule, scope);
      case SORT -> anyOf(scope.usable().stream().filter(column -> column.type().orderable()).toList()).map(column -> rows(rule, scope, column.sql())).orElse(false);
      case SORT_ALL -> scope.usable().size() == scope.columns().size() && scope.columns().stream().allMatch(column -> column.type().orderable())
          && rows(rule, scope, scope.columns().stream().map(FuzzColumn::sql).toArray(String[]::new));
      case LIMIT, OFFSET -> scope.known().rows() == Known.Rows.IN_ORDER && rows(rule, scope, rule == Rule.LIMIT ? "3" : "1");
      case SAMPLE -> scope.known().rows() == Known.Rows.IN_ORDER && rows(rule, scope, "0.7", any(List.of("1", "42")));
      case DISTINCT -> scope.columns().stream().allMatch(column -> column.type().orderable())
          && add(rule, scope.apart(next(), scope.columns(), known(rule, scope.id()), scope.rows(), scope.unique()), List.of(scope.id()), List.of());
      case DROP_DUPLICATES -> anyOf(scope.usable()).filter(column -> column.type().orderable()).map(column -> rows(rule, scope, column.name())).orElse(false);
      case NA_FILL -> anyOf(scope.usable(Type.BIGINT)).map(column -> output(rule, scope,
          with(scope, new FuzzColumn(column.name(), Type.BIGINT, column.weight() + 2, column.costly(), column.fails())), "9", column.sql())).orElse(false);
      case NA_FILL_ALL -> scope.usable().size() == scope.columns().size() && output(rule, scope, scope.columns().stream().map(column -> column.type() == Type.STRING
          ? new FuzzColumn(column.name(), Type.STRING, column.weight() + 2, column.costly(), column.fails()) : column).toList(), "filled");
      case NA_DROP -> anyOf(scope.usable()).map(column -> rows(rule, scope, column.sql())).orElse(false);
      case NA_REPLACE -> anyOf(scope.usable(Type.STRING)).map(column -> output(rule, scope,
          with(scope, new FuzzColumn(column.name(), Type.STRING, column.weight() * 2 + 3, column.costly(), column.fails())), column.sql(), "x", "replaced")).orElse(false);
      default -> stepOnGroups(rule, scope);
    };
  }

  private boolean filterByQuery(Rule rule, Scope scope) {
    Optional<FuzzColumn> column = anyOf(scope.usable(Type.BIGINT));
    if (column.isEmpty()) {
      return false;
    }
    Optional<Named> view = anyView(Type.BIGINT);
    String from = view.map(Named::name).orElse("range(5)");
    String inner = view.map(Named::column).orElse("id");
    String name = column.get().sql();
    String text = switch (rule) {
      case FILTER_EXISTS -> "exists (select 1 from " + from + " v where v." + inner + " = " + name + ")";
      case FILTER_IN -> name + any(List.of(" in ", " in ", " not in ")) + "(select " + inner + " from " + from + " where " + inner + " is not null)";
      default -> name + " <= (select max(" + inner + ") from " + from + ")";
    };
    List<Integer> inputs = new ArrayList<>(List.of(scope.id()));
    view.ifPresent(named -> inputs.add(named.step()));
    return add(rule, rowsOf(rule, scope), inputs, List.of(text));
  }

  private String aggregate(Scope scope) {
    return expressions(scope).of(List.of("max({L})", "min({S})", "sum({L} % 100)", "count({S})", "count(*)", "max({B})", "sum(if({B}, 1, 0))", "count(distinct {L})")).sql();
  }

  private boolean stepOnGroups(Rule rule, Scope scope) {
    return switch (rule) {
      case AGGREGATE -> {
        Optional<FuzzColumn> column = anyOf(scope.usable().stream().filter(each -> each.type().orderable()).toList());
        if (column.isEmpty()) {
          yield false;
        }
        boolean plain = random.nextBoolean();
        Expressions.Text text = expressions(scope).of(Type.BIGINT);
        yield add(rule, scope.apart(next(), List.of(plain ? column.get() : FuzzColumn.of("g", Type.BIGINT), FuzzColumn.of("n", Type.BIGINT), FuzzColumn.of("o", Type.OTHER)),
            known(rule, scope.id()), scope.rows(), plain), List.of(scope.id()),
            List.of(plain ? column.get().sql() : text.sql() + " as g", "max(" + expressions(scope).of(Type.BIGINT).sql() + ") as n", aggregate(scope) + " as o"));
      }
      case AGGREGATE_ALL -> add(rule, scope.apart(next(), List.of(FuzzColumn.of("n", Type.BIGINT), FuzzColumn.of("o", Type.OTHER)), known(rule, scope.id()), 1, true),
          List.of(scope.id()), List.of("count(1) as n", aggregate(scope) + " as o"));
      case ROLLUP -> {
        List<FuzzColumn> groups = scope.usable().stream().filter(each -> each.type().orderable()).toList();
        yield groups.size() > 1 && add(rule, scope.apart(next(), List.of(groups.get(0), groups.get(1), FuzzColumn.of("o", Type.OTHER)), known(rule, scope.id()),
            scope.rows() * 3, false), List.of(scope.id()), List.of(groups.get(0).sql(), groups.get(1).sql(), aggregate(scope) + " as o"));
      }
      case PIVOT -> {
        List<FuzzColumn> groups = scope.usable().stream().filter(each -> each.type() == Type.BIGINT || each.type() == Type.STRING || each.type() == Type.BOOLEAN).toList();
        FuzzColumn by = groups.size() > 1 ? groups.get(1 + random.nextInt(groups.size() - 1)) : null;
        yield by != null && scope.known().rows().compareTo(Known.Rows.ANY_ORDER) <= 0 && add(rule, scope.apart(next(), List.of(groups.get(0)), known(rule, scope.id()), scope.rows(), false), List.of(scope.id()),
            List.of(groups.get(0).sql(), by.sql(), aggregate(scope)));
      }
      case DESCRIBE, SUMMARY -> anyOf(scope.usable(random.nextBoolean() ? Type.BIGINT : Type.STRING)).map(column -> add(rule, scope.apart(next(),
          List.of(FuzzColumn.of("summary", Type.STRING), FuzzColumn.of(column.name(), Type.STRING)), known(rule, scope.id()), 5, false), List.of(scope.id()),
          List.of(column.sql()))).orElse(false);
      default -> stepOnTwo(rule, scope);
    };
  }

  /** Any Dataset, or one that has what the production needs. */
  private Scope partner(Rule rule, Scope scope) {
    List<Scope> fitting = pool.stream().filter(other -> scope.rows() * other.rows() <= (rule == Rule.JOIN_CROSS ? 20 : MAX_ROWS) && switch (rule) {
      case JOIN_EXPR -> other.usable(Type.BIGINT).stream().anyMatch(column -> !scope.has(column.name()))
          && scope.usable(Type.BIGINT).stream().anyMatch(column -> !other.has(column.name()));
      case JOIN_USING -> scope.usable().stream().anyMatch(column -> other.usable(column.type()).stream().anyMatch(each -> each.name().equals(column.name())));
      default -> true;
    }).toList();
    return fitting.isEmpty() ? any(pool) : any(fitting);
  }

  private boolean stepOnTwo(Rule rule, Scope scope) {
    Scope other = rule == Rule.SELF_JOIN ? old(scope, null).map(Old::scope).orElse(scope) : partner(rule, scope);
    return switch (rule) {
      case JOIN_EXPR -> {
        List<FuzzColumn> left = scope.usable(Type.BIGINT).stream().filter(column -> !other.has(column.name())).toList();
        List<FuzzColumn> right = other.usable(Type.BIGINT).stream().filter(column -> !scope.has(column.name())).toList();
        if (left.isEmpty() || right.isEmpty()) {
          yield false;
        }
        String type = any(JOINS);
        yield joined(rule, scope, other, type, both(scope, other, type), scope.rows() * other.rows(), false,
            any(left).sql() + any(List.of(" = ", " = ", " > ", " <=> ")) + any(right).sql(), type);
      }
      case JOIN_OLD -> {
        Optional<FuzzColumn> left = anyOf(scope.usable(Type.BIGINT));
        Optional<FuzzColumn> right = anyOf(other.usable(Type.BIGINT));
        String type = any(JOINS);
        yield left.isPresent() && right.isPresent() && joined(rule, scope, other, type, both(scope, other, type), bound(scope, other, left.get(), right.get()), false,
            left.get().sql(), right.get().sql(), type);
      }
      case JOIN_ALIAS -> {
        Optional<FuzzColumn> left = anyOf(scope.usable(Type.BIGINT));
        Optional<FuzzColumn> right = anyOf(other.usable(Type.BIGINT));
        String type = any(JOINS);
        yield left.isPresent() && right.isPresent() && joined(rule, scope, other, type, both(scope, other, type), bound(scope, other, left.get(), right.get()), false,
            "l." + left.get().sql() + " = r." + right.get().sql(), type);
      }
      case JOIN_USING -> {
        List<FuzzColumn> keys = scope.usable().stream().filter(column -> column.type().orderable() && other.usable(column.type()).stream()
            .anyMatch(each -> each.name().equals(column.name()))).toList();
        if (keys.isEmpty()) {
          yield false;
        }
        FuzzColumn key = keys.stream().filter(column -> column.name().equals("k")).findFirst().filter(column -> !one(3)).orElse(any(keys));
        String type = any(JOINS);
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
        Optional<FuzzColumn> left = anyOf(scope.usable(Type.BIGINT));
        Optional<FuzzColumn> right = anyOf(other.usable(Type.BIGINT));
        yield left.isPresent() && right.isPresent() && joined(rule, scope, other, "inner", both(scope, other, "inner"), bound(scope, other, left.get(), right.get()), false,
            left.get().sql(), right.get().sql());
      }
      case UNION -> {
        List<Scope> alike = pool.stream().filter(each -> types(each).equals(types(scope))).toList();
        Scope second = any(alike);
        yield joined(rule, scope, second, "union", scope.columns(), scope.rows() + second.rows(), false);
      }
      case UNION_BY_NAME -> {
        List<Scope> alike = pool.stream().filter(each -> each.usable().size() == each.columns().size() && each.columns().stream().allMatch(column ->
            scope.columns().stream().allMatch(own -> !scope.same(own.name(), column.name()) || own.type() == column.type()))).toList();
        if (alike.isEmpty() || scope.usable().size() < scope.columns().size()) {
          yield false;
        }
        Scope second = any(alike);
        List<FuzzColumn> output = new ArrayList<>(scope.columns());
        output.addAll(without(second, column -> scope.has(column.name())));
        yield joined(rule, scope, second, "union", output, scope.rows() + second.rows(), false);
      }
      case UNION_SAME, INTERSECT, EXCEPT -> {
        Type type = any(List.of(Type.BIGINT, Type.STRING));
        Optional<FuzzColumn> left = anyOf(scope.usable(type));
        Optional<FuzzColumn> right = anyOf(other.usable(type));
        yield left.isPresent() && right.isPresent() && joined(rule, scope, other, "union", List.of(left.get()), scope.rows() + other.rows(), false,
            left.get().sql(), right.get().sql());
      }
      default -> stepOnNamed(rule, scope);
    };
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
    Scope scope = new Scope(next(), output.stream().map(FuzzColumn::settled).toList(), List.of(), List.of(left.id(), right.id(), next()),
        type.equals("left_semi") || type.equals("left_anti") ? left.rows() : rows, left.size() + right.size() + 1, unique, sensitive, known(rule, left.id(), right.id()));
    return add(rule, scope, List.of(left.id(), right.id()), List.of(texts));
  }

  private boolean stepOnNamed(Rule rule, Scope scope) {
    return switch (rule) {
      case CREATE_VIEW -> {
        String name = any(List.of("v1", "v2"));
        boolean plain = scope.usable().size() == scope.columns().size();
        if (plain) {
          views.put(name, scope);
          viewSteps.put(name, next());
        }
        yield plain && add(rule, null, List.of(scope.id()), List.of(name));
      }
      case READ_VIEW -> {
        if (views.isEmpty()) {
          yield false;
        }
        String name = any(List.copyOf(views.keySet()));
        Scope view = views.get(name);
        yield add(rule, new Scope(next(), view.columns(), List.of(), List.of(next()), view.rows(), view.size() + 1, view.unique(), sensitive,
            known(rule, viewSteps.get(name))), List.of(viewSteps.get(name)), List.of(name));
      }
      case SQL_VIEW, SQL_SUBQUERY -> sqlOverViews(rule);
      case SAVE_TABLE -> {
        boolean plain = scope.columns().stream().allMatch(column -> column.name().matches("\\w+") && scope.columns().stream()
            .filter(each -> each.name().equalsIgnoreCase(column.name())).count() == 1);
        String name = "t" + next();
        if (plain && tables.size() < 2) {
          tables.put(name, scope);
          tableSteps.put(name, next());
        }
        yield tables.containsKey(name) && add(rule, null, List.of(scope.id()), List.of(name));
      }
      case READ_TABLE -> {
        if (tables.isEmpty()) {
          yield false;
        }
        String name = any(List.copyOf(tables.keySet()));
        yield add(rule, tables.get(name).apart(next(), tables.get(name).columns(), known(rule, tableSteps.get(name)), tables.get(name).rows(), tables.get(name).unique()),
            List.of(tableSteps.get(name)), List.of(name));
      }
      case WRITE_PARQUET -> {
        boolean plain = scope.columns().stream().allMatch(column -> scope.columns().stream().filter(each -> each.name().equalsIgnoreCase(column.name())).count() == 1);
        yield plain && add(rule, scope.apart(next(), scope.columns(), known(rule, scope.id()), scope.rows(), scope.unique()), List.of(scope.id()), List.of("f" + next()));
      }
      default -> stepOnOther(rule, scope);
    };
  }

  private boolean sqlOverViews(Rule rule) {
    Optional<Named> first = anyView(Type.BIGINT);
    Optional<Named> second = anyView(Type.BIGINT);
    if (first.isEmpty() || second.isEmpty()) {
      return false;
    }
    Scope view = first.get().scope();
    String from = first.get().name();
    Expressions.Text text = expressions(view).of(Type.BIGINT);
    List<FuzzColumn> output = List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("w", Type.BIGINT));
    String list = first.get().column() + " as k, " + text.sql() + " as w";
    String inner = second.get().column();
    String query = rule == Rule.SQL_VIEW ? "select " + list + " from " + from + " where " + expressions(view).of(Type.BOOLEAN).sql()
        : switch (random.nextInt(4)) {
          case 0 -> "select " + list + " from " + from + " where exists (select 1 from " + second.get().name() + " i where i." + inner + " = " + from + "."
              + first.get().column() + ")";
          case 1 -> "select " + list + " from " + from + " where " + first.get().column() + " in (select " + inner + " from " + second.get().name() + ")";
          case 2 -> "select " + first.get().column() + " as k, (select max(" + inner + ") from " + second.get().name() + ") as w from " + from;
          default -> "with c as (select " + list + " from " + from + ") select c.k, c.w from c where c.w is not null or c.k > (select min(" + inner + ") from "
              + second.get().name() + ")";
        };
    List<Integer> inputs = first.get().name().equals(second.get().name()) ? List.of(first.get().step()) : List.of(first.get().step(), second.get().step());
    return add(rule, view.apart(next(), output, known(rule, inputs.toArray(Integer[]::new)), view.rows(), false), inputs, List.of(query));
  }

  private boolean stepOnOther(Rule rule, Scope scope) {
    return switch (rule) {
      case HINT -> rows(rule, scope, any(List.of("broadcast", "merge", "shuffle_hash", "nosuchhint")));
      case OBSERVE -> rows(rule, scope, "o" + next(), "count(1) as n", "max(" + expressions(scope).of(Type.BIGINT).sql() + ") as m");
      case REPARTITION -> rows(rule, scope, any(List.of("1", "2")));
      case COALESCE -> rows(rule, scope);
      case LOCAL_CHECKPOINT -> add(rule, scope.apart(next(), scope.columns(), known(rule, scope.id()), scope.rows(), scope.unique()), List.of(scope.id()),
          List.of(Boolean.toString(random.nextBoolean())));
      case MAP_TYPED -> anyOf(scope.usable()).map(column -> add(rule, scope.apart(next(), List.of(FuzzColumn.of("mapped", Type.STRING)), known(rule, scope.id()),
          scope.rows(), false), List.of(scope.id()), List.of(column.sql(), "mapped"))).orElse(false);
      case PLAN_ID -> planId(scope);
      case CACHE -> once.add(rule) && add(rule, null, List.of(scope.id()), List.of());
      case UNPERSIST -> once.contains(Rule.CACHE) && add(rule, null, List.of(scope.id()), List.of());
      default -> ask(rule, scope);
    };
  }

  // What follows resolves a column by the plan that carries the id.
  private boolean planId(Scope scope) {
    if (scope.usable().isEmpty() || !once.add(Rule.PLAN_ID)) {
      return false;
    }
    add(Rule.PLAN_ID, null, List.of(scope.id()), List.of());
    for (int i = 0; i < 3; i++) {
      FuzzColumn column = any(scope.usable());
      String name = newName(scope);
      add(Rule.PLAN_ID_COLUMN, scope.then(next(), with(scope, column.named(name)), known(Rule.PLAN_ID_COLUMN, scope.id())), List.of(scope.id()),
          List.of(name, column.sql()));
    }
    return column(Rule.WITH_COLUMN, scope, newName(scope), Type.BIGINT, expressions(scope).of(Type.BIGINT));
  }

  /** What fails on stock Spark, mostly: nothing is built on it. */
  private boolean ask(Rule rule, Scope scope) {
    if (rule == Rule.MISMATCH) {
      String text = expressions(scope).of(List.of("{L} + {B}", "upper({A})", "{S} and {B}", "array({L}, {A})", "nosuchfunction({L})", "case when {L} then 1 end",
          "{L} +", "sum({L}) + {L}", "explode({S})")).sql();
      return add(rule, null, List.of(scope.id()), List.of(newName(scope), text));
    }
    List<FuzzColumn> gone = scope.dropped().stream().filter(column -> !scope.has(column.name())).toList();
    if (gone.isEmpty() && !one(10)) {
      return false;
    }
    String name = gone.isEmpty() ? "nowhere" : any(gone).sql();
    return add(rule, null, List.of(scope.id()), rule == Rule.ASK_DROPPED_COLUMN ? List.of(newName(scope), name) : List.of(name));
  }

  // Several calls that belong together.

  private void pattern() {
    Scope scope = pool.get(pool.size() - 1);
    switch (random.nextInt(38)) {
      case 0, 12, 33 -> {
        // A column that may fail, then only in branches.
        String name = newName(scope);
        if (column(Rule.MAY_FAIL, scope, name, Type.BIGINT, expressions(scope).of(List.of("100 div {L}", "100 div {L}", "{L} % {L}")))) {
          String sql = FuzzColumn.quoted(name);
          column(Rule.IN_BRANCHES, newest(), newName(newest()), Type.BIGINT, new Expressions.Text("case when " + expressions(scope).of(Type.BOOLEAN).sql() + " then " + sql + " + "
              + sql + " else 0L end", 20, false, true));
        }
      }
      case 1, 13, 35 -> {
        Optional<FuzzColumn> by = anyOf(scope.usable().stream().filter(column -> column.type().orderable() && !column.type().nested()).toList());
        boolean all = scope.usable().size() == scope.columns().size() && scope.columns().stream().allMatch(column -> column.type().orderable());
        if (by.isPresent() && window(scope, by.get(), all) && random.nextInt(8) != 0) {
          Scope windowed = newest();
          if (add(Rule.PLAN_ON_WINDOW, new Scope(next(), windowed.columns(), List.of(), List.of(next()), windowed.rows(), windowed.size(), windowed.unique(), sensitive,
              windowed.known()), List.of(windowed.id()), List.of())) {
            chain(2);
          }
        } else {
          chain(2);
        }
      }
      case 2, 32 -> {
        // Cheap, but used so often that the copies would be many.
        String name = newName(scope);
        if (column(Rule.GROW, scope, name, Type.BIGINT, expressions(scope).of(List.of("({L} + 1) * ({L} + 2) + ({L} + 3) * ({L} + 4)")))) {
          String sql = FuzzColumn.quoted(name);
          column(Rule.GROW, newest(), newName(newest()), Type.BIGINT, new Expressions.Text(String.join(" + ", Collections.nCopies(10, sql)), 180, false, false));
        }
      }
      case 3, 14 -> {
        // Deeper and deeper; the sum of what is there stays small.
        String name = newName(scope);
        if (column(Rule.WITH_COLUMN, scope, name, Type.BIGINT, new Expressions.Text(scope.usable(Type.BIGINT).isEmpty() ? "1L" : any(scope.usable(Type.BIGINT)).sql() + " % 10", 2, false, false))) {
          String sql = FuzzColumn.quoted(name);
          for (int i = 0; i < 3; i++) {
            column(Rule.NEST, newest(), name, Type.BIGINT, new Expressions.Text("(".repeat(80) + sql + " + 1)".repeat(80), 80, false, false));
          }
        }
      }
      case 4 -> {
        step(Rule.MAKE_NESTED);
        step(Rule.GET_ITEM);
        step(Rule.GET_ITEM);
      }
      case 5 -> {
        step(Rule.WITH_COLUMN);
        step(Rule.DROP);
        step(Rule.FILTER_DROPPED);
        step(Rule.SORT_DROPPED);
      }
      case 6 -> {
        for (int i = 0; i < 3; i++) {
          step(Rule.CONDITIONAL);
        }
      }
      case 7, 23, 28 -> {
        step(Rule.CORRELATED_COLUMN);
        step(Rule.FILTER_EXISTS);
        chain(2);
      }
      case 8, 31 -> {
        // Behind a filter that lets no null pass.
        Optional<FuzzColumn> text = anyOf(scope.usable(Type.STRING));
        if (text.isPresent() && rows(Rule.FILTER, scope, text.get().sql() + " is not null")) {
          column(Rule.CALL_UDF, newest(), newName(newest()), Type.STRING, new Expressions.Text("no_null(" + text.get().sql() + ")", 3, true, true));
          chain(3);
        }
      }
      case 15, 25 -> {
        // Whether the first item is ever null shows only where the array is written out.
        String name = newName(scope);
        if (column(Rule.MAKE_NESTED, scope, name, Type.ARRAY, expressions(scope).of(List.of("array(1L, {L})", "array(2L, nullif({L}, 3L))")))) {
          output(Rule.SELECT, newest(), List.of(newest().columns().get(0), FuzzColumn.of("i", Type.BIGINT)), newest().columns().get(0).sql(),
              FuzzColumn.quoted(name) + "[0] as i");
        }
      }
      case 16 -> {
        if (step(Rule.UNION)) {
          step(Rule.WITH_COLUMN);
          column(Rule.WITH_COLUMN, newest(), newName(newest()), Type.BIGINT, new Expressions.Text("8L", 1, false, false));
          chain(2);
        }
      }
      case 17, 29 -> {
        String name = newName(scope);
        if (column(Rule.EXPENSIVE, scope, name, Type.BOOLEAN, expressions(scope).of(Expressions.COSTLY_CONDITIONS))) {
          rows(Rule.FILTER, newest(), FuzzColumn.quoted(name) + any(List.of("", " is not null", " or true")));
          chain(2);
        }
      }
      case 18, 34 -> {
        if (step(any(List.of(Rule.JOIN_USING, Rule.JOIN_OLD, Rule.JOIN_ALIAS)))) {
          step(Rule.FILTER_OLD);
          step(Rule.WITH_COLUMN_OF_OLD);
        }
      }
      case 19, 30 -> {
        if (step(Rule.AGGREGATE)) {
          step(Rule.FILTER);
          chain(2);
        }
      }
      case 20, 26 -> {
        String name = newName(scope);
        if (column(Rule.MAKE_NESTED, scope, name, Type.STRUCT, expressions(scope).of(Type.STRUCT))) {
          Scope struct = newest();
          String field = newName(struct);
          add(Rule.WITH_COLUMN_OF_OLD, struct.then(next(), with(struct, FuzzColumn.of(field, Type.BIGINT)), known(Rule.WITH_COLUMN_OF_OLD, struct.id())),
              List.of(struct.id(), struct.id()), List.of(field, FuzzColumn.quoted(name) + ".x"));
          step(any(List.of(Rule.WITH_FIELD, Rule.DROP_FIELDS)));
        }
      }
      case 27 -> {
        step(Rule.CREATE_VIEW);
        step(Rule.SQL_VIEW);
        step(Rule.SQL_SUBQUERY);
        step(Rule.READ_VIEW);
      }
      case 21, 24 -> column(Rule.WITH_COLUMN, scope, newName(scope), Type.BIGINT, expressions(scope).of(List.of("system.builtin.abs({L})", "system.builtin.coalesce({L}, 4L)")));
      case 9 -> {
        step(Rule.EXPENSIVE);
        step(Rule.USE_TWICE);
        step(Rule.FILTER);
        step(Rule.USE_TWICE);
      }
      default -> chain(4 + random.nextInt(6));
    }
  }

  private Scope newest() {
    return pool.get(pool.size() - 1);
  }

  private boolean window(Scope scope, FuzzColumn by, boolean all) {
    String order = all ? scope.columns().stream().map(FuzzColumn::sql).reduce((one, other) -> one + ", " + other).orElseThrow() : by.sql();
    String call = all ? any(List.of("lag(" + by.sql() + ", 1)", "row_number()", "first(" + by.sql() + ")")) : any(List.of("rank()", "dense_rank()", "count(1)"));
    String text = call + " over (" + (one(3) ? "partition by " + by.sql() + " " : "") + "order by " + order + ")";
    Type type = call.startsWith("lag") || call.startsWith("first") ? by.type() : call.startsWith("count") ? Type.BIGINT : Type.INT;
    return column(Rule.WINDOW, scope, newName(scope), type, new Expressions.Text(text, 5, true, false));
  }

  /** Calls on the newest Dataset that the rule merges. */
  private void chain(int calls) {
    for (int i = 0; i < calls && steps.size() < length; i++) {
      Rule rule = any(List.of(Rule.WITH_COLUMN, Rule.WITH_COLUMN, Rule.REPLACE_COLUMN, Rule.DROP, Rule.RENAME, Rule.FILTER, Rule.SELECT_NAMES, Rule.FILTER_DROPPED,
          Rule.WITH_COLUMNS, Rule.CAST));
      Scope scope = newest();
      if (!step(rule) && newest() == scope) {
        step(Rule.WITH_COLUMN);
      }
    }
  }
}
