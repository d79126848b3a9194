// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.flatplan.tests.CacheStep.Kind;

/** Writes the program of a seed. Few names and few expressions, so that equal fragments are built over and over. */
final class CacheProgramGenerator {
  private static final List<String> NEW_NAMES = List.of("a", "b", "c", "d", "e", "f");
  private static final List<String> CHEAP = List.of(
      "%s + 1", "%s + 1", "%s", "%s * 2", "%s + %s", "if(%s > 12, %s, bigint(0))", "coalesce(%s, bigint(5))", "bigint(7)", "abs(%s - 3)", "%s % 5");
  private static final List<String> EXPENSIVE = List.of(
      "bigint(length(upper(string(%s))))", "bigint(sqrt(abs(%s)))", "plus_one(%s)", "plus_one(%s)", "bigint(rand(7) * 10) + %s", "10 div %s");
  private static final List<String> CONDITIONS = List.of(
      "%s > 1", "%s > 12", "%s + %s < 40", "%s is not null", "%s % 2 = 0", "%s in (1, 2, 30)", "%s > 1 or %s < 15");
  private static final List<String> VIEWS = List.of("v0", "v1", "v2");
  private static final int MAX_SIZE = 45;
  private static final int MAX_ROWS = 48;
  private static final Map<Kind, Integer> WEIGHTS = weights();

  /**
   * What the generator knows of a Dataset.
   *
   * @param dropped names that an operator further down still has
   * @param repeats at most so many rows have the same k
   */
  private record Frame(int id, int session, List<String> columns, Set<String> dropped, int size, int rows, int repeats) {

    Frame as(int newId, List<String> names) {
      Set<String> gone = new LinkedHashSet<>(columns);
      gone.addAll(dropped);
      names.forEach(gone::remove);
      return new Frame(newId, session, List.copyOf(names), gone, size + 1, rows, repeats);
    }

    boolean keyed() {
      return columns.contains("k");
    }
  }

  private record View(Frame frame, int session) {}

  private final Random random;
  private final boolean table;
  private final boolean twoSessions;
  private final List<CacheStep> steps = new ArrayList<>();
  private final List<Frame> pool = new ArrayList<>();
  private final List<Integer> cached = new ArrayList<>();
  private final Map<String, View> views = new LinkedHashMap<>();

  private CacheProgramGenerator(Random random) {
    this.random = random;
    this.table = random.nextInt(6) == 0;
    this.twoSessions = random.nextInt(12) == 0;
  }

  static CacheProgram program(long seed) {
    // Neighbouring seeds of Random start alike.
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    random.nextLong();
    CacheProgramGenerator generator = new CacheProgramGenerator(random);
    boolean clones = random.nextInt(20) == 0;
    int length = 20 + Math.min(random.nextInt(21), random.nextInt(21));
    generator.source();
    for (int tries = 0; generator.steps.size() < length && tries < 1000; tries++) {
      generator.step();
    }
    return new CacheProgram(seed, seed % 2 == 0, generator.table, clones, List.copyOf(generator.steps));
  }

  private static Map<Kind, Integer> weights() {
    Map<Kind, Integer> weights = new EnumMap<>(Kind.class);
    weights.put(Kind.RANGE, 8);
    weights.put(Kind.VIEW, 30);
    weights.put(Kind.SQL, 40);
    weights.put(Kind.SELECT, 90);
    weights.put(Kind.WITH_COLUMN, 220);
    weights.put(Kind.WITH_COLUMNS, 30);
    weights.put(Kind.DROP, 50);
    weights.put(Kind.RENAME, 40);
    weights.put(Kind.FILTER, 100);
    weights.put(Kind.FILTER_OLD, 15);
    weights.put(Kind.JOIN_USING, 20);
    weights.put(Kind.JOIN_SEMI, 10);
    weights.put(Kind.JOIN_ALIAS, 25);
    weights.put(Kind.UNION, 15);
    weights.put(Kind.UNION_AS_IS, 10);
    weights.put(Kind.AGGREGATE, 20);
    weights.put(Kind.SORT, 8);
    weights.put(Kind.HINT, 8);
    weights.put(Kind.REBUILD, 50);
    weights.put(Kind.CACHE, 190);
    weights.put(Kind.PERSIST, 20);
    weights.put(Kind.UNPERSIST, 70);
    weights.put(Kind.UNCACHE_CASCADE, 22);
    weights.put(Kind.CLEAR_CACHE, 4);
    weights.put(Kind.CREATE_VIEW, 30);
    weights.put(Kind.DROP_VIEW, 8);
    weights.put(Kind.CACHE_TABLE, 22);
    weights.put(Kind.UNCACHE_TABLE, 15);
    weights.put(Kind.REFRESH_TABLE, 10);
    weights.put(Kind.REFRESH_PATH, 8);
    weights.put(Kind.ANALYZE, 2);
    weights.put(Kind.INSERT, 20);
    weights.put(Kind.INSERT_DATASET, 12);
    weights.put(Kind.COLLECT, 24);
    weights.put(Kind.COUNT, 4);
    weights.put(Kind.STORAGE_LEVEL, 25);
    weights.put(Kind.IS_CACHED, 12);
    weights.put(Kind.SWITCH_RULE, 4);
    return weights;
  }

  private Kind kind() {
    int ticket = random.nextInt(WEIGHTS.values().stream().mapToInt(Integer::intValue).sum());
    for (Map.Entry<Kind, Integer> weight : WEIGHTS.entrySet()) {
      ticket -= weight.getValue();
      if (ticket < 0) {
        return weight.getKey();
      }
    }
    throw new AssertionError();
  }

  private void step() {
    if (!steps.isEmpty() && random.nextInt(25) == 0) {
      repeat();
      return;
    }
    Kind kind = kind();
    switch (kind) {
      case RANGE, LOCAL, FILE, TABLE -> source();
      case VIEW -> anyView().ifPresent(name -> build(kind, viewFrame(name), List.of(), List.of(name)));
      case SQL -> sql();
      case SELECT -> select(pick());
      case WITH_COLUMN -> withColumn(pick());
      case WITH_COLUMNS -> withColumns(pick());
      case DROP -> drop(pick());
      case RENAME -> rename(pick());
      case FILTER -> filter(pick());
      case FILTER_OLD -> filterOld(pick(), pick());
      case JOIN_USING, JOIN_SEMI, JOIN_ALIAS -> join(kind, pick(), pick());
      case UNION, UNION_AS_IS -> union(kind, pick(), pick());
      case AGGREGATE -> aggregate(pick());
      case SORT -> {
        Frame frame = pick();
        build(kind, frame.as(next(), frame.columns()), List.of(frame.id()), List.of(any(frame.columns())));
      }
      case HINT -> {
        Frame frame = pick();
        build(kind, frame.as(next(), frame.columns()), List.of(frame.id()), List.of());
      }
      case REBUILD -> {
        Frame frame = random.nextBoolean() && !cached.isEmpty() ? frame(any(cached)) : pick();
        int session = twoSessions && random.nextInt(3) == 0 ? 1 - frame.session() : frame.session();
        Frame again = new Frame(next(), session, frame.columns(), frame.dropped(), frame.size(), frame.rows(), frame.repeats());
        build(kind, again, List.of(frame.id()), List.of());
      }
      case CACHE, PERSIST -> {
        Frame frame = random.nextInt(5) < 2 ? pool.get(pool.size() - 1) : any(pool);
        cached.add(frame.id());
        act(kind, frame.session(), List.of(frame.id()));
      }
      case UNPERSIST, UNCACHE_CASCADE -> {
        // Mostly what was cached, sometimes what only equals it or what never was.
        Frame frame = cached.isEmpty() || random.nextInt(5) == 0 ? any(pool) : frame(any(cached));
        act(kind, frame.session(), List.of(frame.id()));
      }
      case CREATE_VIEW -> {
        Frame frame = pick();
        String name = any(VIEWS);
        views.put(name, new View(frame, frame.session()));
        act(kind, frame.session(), List.of(frame.id()), name);
      }
      case DROP_VIEW -> anyView().ifPresent(name -> {
        if (random.nextInt(4) != 0) {
          act(kind, views.remove(name).session(), List.of(), name);
        }
      });
      case CACHE_TABLE, UNCACHE_TABLE, REFRESH_TABLE, ANALYZE, IS_CACHED -> byName(kind);
      case INSERT -> insert();
      case INSERT_DATASET -> {
        Frame frame = pick();
        if (table && frame.keyed() && frame.rows() < 10) {
          act(kind, frame.session(), List.of(frame.id()), random.nextInt(3) == 0 ? "overwrite" : "append");
        }
      }
      case REFRESH_PATH -> {
        if (table) {
          act(kind, 0, List.of());
        }
      }
      case CLEAR_CACHE -> act(kind, 0, List.of());
      case COLLECT, COUNT, STORAGE_LEVEL -> {
        Frame frame = pick();
        act(kind, frame.session(), List.of(frame.id()));
      }
      case SWITCH_RULE -> {
        if (random.nextInt(3) == 0) {
          act(kind, 0, List.of(), Boolean.toString(random.nextBoolean()));
        }
      }
      default -> throw new AssertionError(kind);
    }
  }

  private int next() {
    return steps.size();
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** Half of the time the newest Dataset, so that chains grow. */
  private Frame pick() {
    return random.nextBoolean() ? pool.get(pool.size() - 1) : any(pool);
  }

  private Frame frame(int id) {
    return pool.stream().filter(frame -> frame.id() == id).findFirst().orElseThrow();
  }

  private java.util.Optional<String> anyView() {
    return views.isEmpty() ? java.util.Optional.empty() : java.util.Optional.of(any(List.copyOf(views.keySet())));
  }

  private Frame viewFrame(String name) {
    Frame frame = views.get(name).frame();
    return new Frame(next(), views.get(name).session(), frame.columns(), Set.of(), frame.size() + 1, frame.rows(), frame.repeats());
  }

  private void build(Kind kind, Frame frame, List<Integer> inputs, List<String> texts) {
    if (frame.size() > MAX_SIZE || frame.rows() > MAX_ROWS || frame.columns().isEmpty()) {
      return;
    }
    steps.add(new CacheStep(frame.id(), kind, frame.session(), inputs, texts));
    pool.add(frame);
  }

  private void act(Kind kind, int session, List<Integer> inputs, String... texts) {
    steps.add(new CacheStep(next(), kind, session, inputs, List.of(texts)));
  }

  private String fill(String text, List<String> names) {
    String filled = text;
    while (filled.contains("%s")) {
      filled = filled.replaceFirst("%s", any(names));
    }
    return filled;
  }

  private String expression(Frame frame) {
    return fill(any(random.nextInt(14) == 0 ? EXPENSIVE : CHEAP), frame.columns());
  }

  /** Now and then over a column that is no longer there, or over a subquery. */
  private String condition(Frame frame) {
    if (!frame.dropped().isEmpty() && random.nextInt(4) == 0) {
      List<String> names = new ArrayList<>(frame.dropped());
      names.addAll(frame.columns());
      return fill(any(CONDITIONS), names);
    }
    if (!views.isEmpty() && random.nextInt(8) == 0) {
      String name = any(List.copyOf(views.keySet()));
      return any(frame.columns()) + " <= (select max(" + any(views.get(name).frame().columns()) + ") from " + name + ")";
    }
    return fill(any(CONDITIONS), frame.columns());
  }

  private void source() {
    int session = twoSessions && random.nextInt(3) == 0 ? 1 : 0;
    int choice = random.nextInt(table ? 10 : 6);
    if (choice < 3) {
      build(Kind.RANGE, new Frame(next(), session, List.of("k", "a", "b"), Set.of("id"), 2, 5, 1), List.of(), List.of());
      return;
    }
    Frame frame = new Frame(next(), session, List.of("k", "a", "b"), Set.of(), 1, 4, 1);
    Kind kind = choice == 3 ? Kind.LOCAL : choice < 6 ? Kind.FILE : Kind.TABLE;
    build(kind, frame, List.of(), kind == Kind.TABLE ? List.of("t") : List.of());
  }

  /** The step that built a Dataset, called again on the same inputs. */
  private void repeat() {
    CacheStep step = any(steps);
    if (step.kind().builds) {
      Frame old = pool.stream().filter(frame -> frame.id() == step.id()).findFirst().orElseThrow();
      Frame frame = new Frame(next(), old.session(), old.columns(), old.dropped(), old.size(), old.rows(), old.repeats());
      build(step.kind(), frame, step.inputs(), step.texts());
    }
  }

  private void sql() {
    boolean fromView = !views.isEmpty() && (!table || random.nextBoolean());
    if (!fromView && !table) {
      return;
    }
    String name = fromView ? any(List.copyOf(views.keySet())) : "t";
    Frame from = fromView ? viewFrame(name) : new Frame(next(), 0, List.of("k", "a", "b"), Set.of(), 1, 4, 1);
    List<String> names = new ArrayList<>(from.columns());
    String list = String.join(", ", names);
    if (random.nextInt(3) > 0) {
      String added = any(NEW_NAMES);
      String item = expression(from) + " as " + added;
      if (names.contains(added)) {
        list = String.join(", ", names.stream().map(n -> n.equals(added) ? item : n).toList());
      } else {
        list += ", " + item;
        names.add(added);
      }
    }
    String text = "select " + list + " from " + name;
    switch (random.nextInt(4)) {
      case 0 -> text += " where " + condition(from);
      case 1 -> text = "select " + names.get(0) + ", " + fill(any(CHEAP), names) + " as g from (" + text + ")";
      case 2 -> text = random.nextBoolean() ? "select * from (" + text + ") where " + fill(any(CONDITIONS), names) : text;
      default -> { }
    }
    List<String> columns = text.contains(" as g from (") ? List.of(names.get(0), "g") : names;
    build(Kind.SQL, from.as(next(), columns), List.of(), List.of(text));
  }

  private void select(Frame frame) {
    List<String> names = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (String name : frame.columns()) {
      if (name.equals("k") || random.nextInt(4) > 0) {
        names.add(name);
        texts.add(name);
      }
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      String name = any(NEW_NAMES);
      if (!names.contains(name)) {
        names.add(name);
        texts.add(expression(frame) + " as " + name);
      }
    }
    build(Kind.SELECT, frame.as(next(), names), List.of(frame.id()), texts);
  }

  private void withColumn(Frame frame) {
    String name = any(NEW_NAMES);
    build(Kind.WITH_COLUMN, frame.as(next(), with(frame.columns(), name)), List.of(frame.id()), List.of(name, expression(frame)));
  }

  private void withColumns(Frame frame) {
    String first = any(NEW_NAMES);
    String second = any(NEW_NAMES);
    if (!first.equals(second)) {
      build(Kind.WITH_COLUMNS, frame.as(next(), with(with(frame.columns(), first), second)), List.of(frame.id()),
          List.of(first, expression(frame), second, expression(frame)));
    }
  }

  private static List<String> with(List<String> names, String name) {
    List<String> more = new ArrayList<>(names);
    if (!more.contains(name)) {
      more.add(name);
    }
    return more;
  }

  private void drop(Frame frame) {
    String name = any(frame.columns());
    if (!name.equals("k") || random.nextInt(8) == 0) {
      build(Kind.DROP, frame.as(next(), frame.columns().stream().filter(n -> !n.equals(name)).toList()), List.of(frame.id()), List.of(name));
    }
  }

  private void rename(Frame frame) {
    String from = any(frame.columns());
    String to = any(NEW_NAMES);
    if (!from.equals("k") && !frame.columns().contains(to)) {
      build(Kind.RENAME, frame.as(next(), frame.columns().stream().map(n -> n.equals(from) ? to : n).toList()), List.of(frame.id()), List.of(from, to));
    }
  }

  private void filter(Frame frame) {
    build(Kind.FILTER, frame.as(next(), frame.columns()), List.of(frame.id()), List.of(condition(frame)));
  }

  private void filterOld(Frame frame, Frame old) {
    build(Kind.FILTER_OLD, frame.as(next(), frame.columns()), List.of(frame.id(), old.id()), List.of(any(old.columns())));
  }

  private void join(Kind kind, Frame left, Frame right) {
    if (!left.keyed() || !right.keyed() || left.session() != right.session()) {
      return;
    }
    List<String> columns = new ArrayList<>(left.columns());
    List<String> texts = new ArrayList<>();
    if (kind == Kind.JOIN_USING) {
      columns.removeIf(name -> !name.equals("k") && right.columns().contains(name));
      right.columns().stream().filter(name -> !left.columns().contains(name)).forEach(columns::add);
    } else if (kind == Kind.JOIN_ALIAS) {
      left.columns().forEach(name -> texts.add("l." + name));
      String name = any(NEW_NAMES);
      if (!columns.contains(name)) {
        columns.add(name);
        texts.add("r." + any(right.columns()) + " as " + name);
      }
    }
    boolean semi = kind == Kind.JOIN_SEMI;
    build(kind, new Frame(next(), left.session(), columns, Set.of(), left.size() + right.size() + 2,
        semi ? left.rows() : left.rows() * right.repeats(), semi ? left.repeats() : left.repeats() * right.repeats()),
        List.of(left.id(), right.id()), texts);
  }

  private void union(Kind kind, Frame left, Frame right) {
    List<String> common = left.columns().stream().filter(right.columns()::contains).toList();
    if (left.session() != right.session() || kind == Kind.UNION_AS_IS && left.columns().size() != right.columns().size()) {
      return;
    }
    build(kind, new Frame(next(), left.session(), kind == Kind.UNION ? common : left.columns(), Set.of(), left.size() + right.size() + 3,
        left.rows() + right.rows(), left.repeats() + right.repeats()),
        List.of(left.id(), right.id()), kind == Kind.UNION ? common : List.of());
  }

  private void aggregate(Frame frame) {
    String key = any(frame.columns());
    String name = any(NEW_NAMES);
    if (!key.equals(name)) {
      String value = random.nextBoolean() ? "max(" + any(frame.columns()) + ")" : "count(1)";
      build(Kind.AGGREGATE, new Frame(next(), frame.session(), List.of(key, name), Set.of(), frame.size() + 1, frame.rows(), frame.repeats()),
          List.of(frame.id()), List.of(key, value, name));
    }
  }

  private void byName(Kind kind) {
    String view = anyView().orElse("");
    String name = view.isEmpty() || table && random.nextInt(4) == 0 ? table ? "t" : "" : view;
    if (name.isEmpty()) {
      return;
    }
    int session = name.equals("t") ? 0 : views.get(name).session();
    switch (kind) {
      case CACHE_TABLE -> {
        if (random.nextInt(4) == 0) {
          Frame from = name.equals("t") ? new Frame(next(), 0, List.of("k", "a", "b"), Set.of(), 1, 4, 1) : viewFrame(name);
          String as = any(VIEWS);
          if (!as.equals(name)) {
            String list = String.join(", ", from.columns());
            views.put(as, new View(from, session));
            act(kind, session, List.of(), "cache lazy table " + as + " as select " + list + " from " + name);
          }
        } else {
          act(kind, session, List.of(), (random.nextInt(8) == 0 ? "cache table " : "cache lazy table ") + name);
        }
      }
      case UNCACHE_TABLE -> act(kind, session, List.of(), "uncache table if exists " + name);
      case REFRESH_TABLE -> act(kind, session, List.of(), "refresh table " + name);
      case ANALYZE -> act(kind, session, List.of(), "analyze table " + name + " compute statistics for all columns");
      default -> act(kind, session, List.of(), name);
    }
  }

  private void insert() {
    if (!table) {
      return;
    }
    String verb = random.nextInt(4) == 0 ? "insert overwrite t" : "insert into t";
    act(Kind.INSERT, 0, List.of(), verb + " values (" + (5 + random.nextInt(3)) + ", " + random.nextInt(40) + ", 3)");
  }
}
