/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * What the generator knows of a Dataset.
 *
 * @param id of the step that builds it
 * @param columns of its output
 * @param dropped columns that a Project further down still has, the nearest first
 * @param lineage the steps that it was made of by calls on one Dataset, itself last
 * @param rows at most
 * @param size about how many operators
 * @param unique whether no value of {@code k} is there twice
 * @param sensitive whether names that differ by case are different
 * @param known what the program defines of its rows
 */
record Scope(int id, List<FuzzColumn> columns, List<FuzzColumn> dropped, List<Integer> lineage, int rows, int size, boolean unique, boolean sensitive, Known known) {
  boolean same(String one, String other) {
    return sensitive ? one.equals(other) : one.equalsIgnoreCase(other);
  }

  boolean has(String name) {
    return columns.stream().anyMatch(column -> same(column.name(), name));
  }

  private boolean ambiguous(String name) {
    return columns.stream().filter(column -> same(column.name(), name)).count() > 1;
  }

  /** The columns of a type that a name stands for. */
  List<FuzzColumn> usable(Type type) {
    return usable().stream().filter(column -> column.type() == type).toList();
  }

  List<FuzzColumn> usable() {
    return columns.stream().filter(column -> !ambiguous(column.name())).toList();
  }

  /** The columns that only a filter or a sort still finds by their name. */
  List<FuzzColumn> onlyDropped(Type type) {
    return dropped.stream().filter(column -> column.type() == type && !has(column.name())).toList();
  }

  /** The name in SQL, now and then in other case where that is the same. */
  String spelled(FuzzColumn column, Random random) {
    String name = column.name();
    if (!sensitive && random.nextInt(25) == 0) {
      name = name.equals(name.toUpperCase(Locale.ROOT)) ? name.toLowerCase(Locale.ROOT) : name.toUpperCase(Locale.ROOT);
    }
    return FuzzColumn.quoted(name);
  }

  /** Another Dataset on top, with these columns, of the same rows. */
  Scope then(int next, List<FuzzColumn> output, Known known) {
    List<FuzzColumn> gone = new ArrayList<>(columns);
    gone.removeAll(output);
    gone.addAll(dropped);
    List<Integer> line = new ArrayList<>(lineage);
    line.add(next);
    boolean keyed = output.stream().filter(column -> column.name().equals("k")).count() == 1 && columns.stream().anyMatch(
        column -> column.name().equals("k") && output.contains(column));
    return new Scope(next, List.copyOf(output), gone.size() > 40 ? gone.subList(0, 40) : gone, line, rows, size + 1, unique && keyed, sensitive, known);
  }

  /** Another Dataset on top that hides what is below. */
  Scope apart(int next, List<FuzzColumn> output, Known known, int number, boolean keyed) {
    return new Scope(next, output.stream().map(FuzzColumn::settled).toList(), List.of(), List.of(next), number, size + 2, keyed, sensitive, known);
  }
}
