/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.flatplan.harness.cli.UserError;

/** The programs that are measured, each with a call for each column; {@code Programs} has their code. */
public enum Workload {
  ADD("independent adds", "withColumn(\"c\" + i, col(\"a\") + i)", true),
  NULLS("typed null literals", "withColumn(\"c\" + i, lit(null).cast(type))", true),
  CAST("cast of every column", "withColumn(\"c\" + i, col(\"c\" + i).cast(\"int\"))", true),
  RENAME("rename of all", "withColumnRenamed(\"c\" + i, \"r\" + i)", true),
  LOWER("lower-case names", "withColumnRenamed(\"C\" + i, \"c\" + i)", true),
  DROP("drop one at a time", "drop(\"c\" + i)", true),
  CHAIN("each column from the one before", "withColumn(\"c\" + i, col(\"c\" + (i - 1)) + 1)", false),
  CONDITIONAL("conditional rewrite of one column",
      "withColumn(\"t\", when(col(\"t\").contains(x), regexp_replace(col(\"t\"), x, y)).otherwise(col(\"t\")))", false),
  FLAG("one column rewritten where another says so", "withColumn(\"t\", when(col(\"a\") === i, y).otherwise(col(\"t\")))", true),
  FEED("two columns that feed each other", "withColumn(\"x\", (col(\"x\") + col(\"y\")) / 2), then the same for y", false),
  STRUCT("struct rebuild", "withColumn(\"s\", struct(col(\"s.f0\"), ..., (col(\"s.f\" + i % 10) + 1), ..., col(\"s.f9\")))", true),
  FILTER("filter every tenth step", "withColumn(\"c\" + i, col(\"a\") + i), and where(col(\"c\" + i) <> j) after ten", true),
  LAG("lag windows", "withColumn(\"c\" + i, lag(col(\"a\"), i).over(partitionBy(\"k\").orderBy(\"id\")))", true),
  JOIN("adds above a join", "withColumn(\"c\" + i, col(\"a\") + col(\"v\") + i)", true),
  AGGREGATE("adds above an aggregate", "withColumn(\"c\" + i, col(\"total\") + i)", true),
  CACHED_BASE("adds on a cached base", "withColumn(\"c\" + i, col(\"b\") + i)", true),
  CACHED_OTHERS("adds beside 50 unrelated cached entries", "withColumn(\"c\" + i, col(\"a\") + i)", true);

  private final String title;
  private final String call;
  private final boolean select;

  Workload(String title, String call, boolean select) {
    this.title = title;
    this.call = call;
    this.select = select;
  }

  /** The workload of a name. */
  @JsonCreator
  public static Workload of(String label) {
    return Arrays.stream(values()).filter(each -> each.label().equals(label.toLowerCase(Locale.ROOT))).findFirst()
        .orElseThrow(() -> new UserError("there is no workload " + label + "; there are "
            + Arrays.stream(values()).map(Workload::label).collect(Collectors.joining(", "))));
  }

  /** Its name in options and files. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What it is, for people. */
  public String title() {
    return title;
  }

  /** What each call does, in short. */
  public String call() {
    return call;
  }

  /** Whether one select gives the same rows and schema without nesting an expression for each call. */
  public boolean hasSelect() {
    return select;
  }

  @Override
  public String toString() {
    return label();
  }
}
