/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.ArrayList;
import java.util.List;

/** Where rows come from. */
final class SourceSteps implements StepFamily {
  private final ProgramDraft p;
  private final StepFamily others;

  SourceSteps(ProgramDraft program, StepFamily others) {
    p = program;
    this.others = others;
  }

  @Override
  public boolean step(Rule rule, Scope scope) {
    return switch (rule) {
      case LOCAL, RDD, FILE, TABLE -> {
        List<Source> sources = new ArrayList<>(List.of(Source.values()));
        sources.removeIf(source -> rule != Rule.TABLE && source.onlyTable());
        Source source = p.any(sources);
        source = rule == Rule.TABLE && p.random.nextBoolean() ? Source.CHARS : p.one(3) && rule != Rule.TABLE ? Source.NUMBERS : source;
        yield p.add(rule, p.fresh(source.columns(), source.rows(), new Known(Known.Rows.IN_ORDER, false)), List.of(),
            List.of(rule == Rule.TABLE ? SourceTables.name(source) : source.label()));
      }
      case STREAM -> stream();
      case RANGE -> p.add(rule, p.fresh(List.of(FuzzColumn.of("k", Type.BIGINT)), 5, new Known(Known.Rows.IN_ORDER, false)), List.of(), List.of("5"));
      case SQL_TEXT -> sqlText();
      default -> others.step(rule, scope);
    };
  }

  private boolean stream() {
    Source source = p.any(List.of(Source.NUMBERS, Source.TEXTS, Source.NESTED, Source.NOT_NULL));
    return p.add(Rule.STREAM, p.fresh(source.columns(), source.rows(), new Known(Known.Rows.IN_ORDER, true)), List.of(), List.of(source.label()));
  }

  private boolean sqlText() {
    List<String> texts = List.of("select id as k, id * 10 as a, string(id) as s from range(1, 5)",
        "select k, a + 1 as a, s from (select id as k, id % 3 as a, concat('x', id) as s from range(4)) where a > 0",
        "select k, sum(a) as a, max(s) as s from values (1L, 2L, 'p'), (1L, 3L, 'q'), (2L, null, 'r') as v(k, a, s) group by k order by k",
        "with c as (select id as k, id + 5 as a from range(3)) select c.k, c.a, d.s from c join (select id as k, 'z' as s from range(2)) d on c.k = d.k");
    String text = p.any(texts);
    return p.add(Rule.SQL_TEXT, p.fresh(List.of(FuzzColumn.of("k", Type.BIGINT), FuzzColumn.of("a", Type.BIGINT), FuzzColumn.of("s", Type.STRING)), 4,
        new Known(Known.Rows.IN_ORDER, false)), List.of(), List.of(text));
  }
}
