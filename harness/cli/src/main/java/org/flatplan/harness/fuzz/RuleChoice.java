/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static java.util.Map.entry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which production is tried next. */
final class RuleChoice {
  /** So many productions a program tries harder. */
  private static final int DUE = 13;
  /** How often a production is tried, of all tries; what needs something that is not there fails, and another is tried. */
  private static final Map<Rule, Integer> WEIGHTS = weights();
  /** What a stream takes, and in which order of rows nothing changes. */
  private static final Set<Rule> STREAM_RULES = EnumSet.of(Rule.STREAM, Rule.WITH_COLUMN, Rule.REPLACE_COLUMN, Rule.WITH_COLUMN_OF_OLD, Rule.WITH_COLUMNS,
      Rule.WITH_METADATA, Rule.CAST, Rule.CONDITIONAL, Rule.EXPENSIVE, Rule.USE_TWICE, Rule.CALL_UDF, Rule.MAKE_NESTED, Rule.GET_ITEM, Rule.SELECT, Rule.SELECT_NAMES,
      Rule.SELECT_STAR, Rule.DROP, Rule.DROP_BY_COL, Rule.RENAME, Rule.FILTER, Rule.FILTER_DROPPED, Rule.FILTER_OLD, Rule.NA_FILL, Rule.HINT, Rule.LAMBDA);

  private final ProgramDraft p;
  private final List<Rule> fitting;

  RuleChoice(ProgramDraft program) {
    p = program;
    fitting = Stream.of(Rule.values()).filter(rule -> WEIGHTS.containsKey(rule) && (p.streaming ? STREAM_RULES.contains(rule) : rule != Rule.STREAM)).toList();
  }

  // Each program has some productions that it tries harder, so that a run of many programs hits the rare ones, too, and about alike.
  List<Rule> due() {
    List<Rule> due = new ArrayList<>();
    for (int i = 0; i < DUE; i++) {
      due.add(fitting.get((int) Math.floorMod(p.seed * DUE + i, (long) fitting.size())));
    }
    Collections.shuffle(due, p.random);
    return due;
  }

  /** What makes room for a production. */
  static Optional<Rule> before(Rule rule) {
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

  Rule drawn() {
    int ticket = p.random.nextInt(fitting.stream().mapToInt(WEIGHTS::get).sum());
    for (Rule rule : fitting) {
      ticket -= WEIGHTS.get(rule);
      if (ticket < 0) {
        return rule;
      }
    }
    throw new AssertionError();
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
}
