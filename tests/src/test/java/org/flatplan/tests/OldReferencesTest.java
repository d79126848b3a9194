// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.flatplan.tests.Program.row;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A column taken from an older Dataset ({@code df1("a")}) is accepted, or refused, as on stock Spark. */
class OldReferencesTest {

  @Test
  void oldReferenceAfterTheColumnWasReplacedTwice() {
    Lockstep.run(p -> {
      Dataset<Row> df1 = p.spark.range(6).select(col("id").as("a"));
      Dataset<Row> twice = df1.withColumn("a", col("a").plus(1)).withColumn("a", col("a").plus(1));
      p.rows("filter", () -> twice.filter(df1.col("a").gt(3)));
      p.rows("sort", () -> twice.orderBy(df1.col("a").desc()));
      p.rows("select", () -> twice.select(df1.col("a")));
      p.rows("withColumn", () -> twice.withColumn("b", df1.col("a")));
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void oldReferenceInOtherCase(String caseSensitive) {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.caseSensitive", caseSensitive);
      Dataset<Row> df1 = p.spark.range(6).select(col("id").as("a"));
      Dataset<Row> twice = df1.withColumn("A", col("a").plus(1)).withColumn("a", col("a").plus(1));
      p.rows("filter", () -> twice.filter(df1.col("a").gt(3)));
      p.rows("filter by name", () -> twice.filter("A > 3"));
      p.rows("upper reference", () -> twice.select("a").filter(df1.col("a").gt(3)));
    });
  }

  @Test
  void castColumnIsNotTheOldOne() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.spark.range(3).withColumn("c", col("id").plus(5));
      p.rows("select", () -> d.withColumn("c", col("c").cast("string")).select(d.col("c")));
      p.rows("select after more", () -> d.withColumn("c", col("c").cast("string")).withColumn("x", lit(1)).select(d.col("c")));
      p.rows("withColumn", () -> d.withColumn("c", col("c").cast("string")).withColumn("y", d.col("c")));
      p.rows("drop", () -> d.withColumn("c", col("c").cast("string")).drop(d.col("c")));
      p.rows("agg", () -> d.withColumn("c", col("c").cast("string")).agg(org.apache.spark.sql.functions.max(d.col("c"))));
      p.rows("groupBy", () -> d.withColumn("c", col("c").cast("string")).groupBy(d.col("c")).count());
    }).failsToBuild("select", "MISSING_ATTRIBUTES").failsToBuild("select after more", "MISSING_ATTRIBUTES");
  }

  @Test
  void oldReferenceToUntouchedColumn() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.table("k int, a int", row(1, 10), row(2, 20));
      Dataset<Row> e = d.withColumn("x", lit(1)).withColumn("y", lit(2)).withColumnRenamed("a", "b");
      p.rows("select k", () -> e.select(d.col("k"), col("y")));
      p.rows("select renamed", () -> e.select(d.col("a")));
      p.rows("filter renamed", () -> e.filter(d.col("a").gt(15)));
      p.rows("drop k", () -> e.drop(d.col("k")));
      p.rows("from the middle", () -> {
        Dataset<Row> middle = d.withColumn("x", lit(1));
        return middle.withColumn("y", lit(2)).withColumn("z", middle.col("x").plus(1)).select(middle.col("x"), middle.col("a"));
      });
    }).gives("select k", row(1, 2), row(2, 2));
  }

  @Test
  void everyStepOfALoopRefersToItsOwnDataset() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.table("k int, a int", row(1, 10), row(2, 20));
      for (int i = 0; i < 20; i++) {
        d = d.withColumn("c" + i, d.col(i == 0 ? "a" : "c" + (i - 1)).plus(1));
      }
      Dataset<Row> end = d;
      p.rows("loop", () -> end.select("k", "c19"));
      Dataset<Row> f = p.table("k int, a int", row(1, 10), row(2, 20));
      for (int i = 0; i < 10; i++) {
        f = f.withColumn("a", f.col("a").plus(1)).filter(f.col("a").gt(0));
      }
      Dataset<Row> last = f;
      p.rows("replace and filter", () -> last);
    }).gives("loop", row(1, 30), row(2, 40));
  }

  @Test
  void qualifiedNamesAndAliases() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.table("k int, a int", row(1, 10), row(2, 20));
      Dataset<Row> aliased = d.as("t");
      p.rows("after add", () -> aliased.withColumn("x", lit(1)).select("t.a", "x"));
      p.rows("after replace", () -> aliased.withColumn("a", lit(1)).select("t.a"));
      p.rows("after replace, filter", () -> aliased.withColumn("a", lit(1)).filter("t.a > 15"));
      p.rows("star", () -> aliased.withColumn("x", lit(1)).withColumn("y", lit(2)).select("t.*"));
      p.rows("join sides", () -> d.as("l").join(d.as("r"), col("l.k").equalTo(col("r.k"))).withColumn("x", lit(1)).withColumn("y", lit(2))
          .select("l.a", "r.k", "x").orderBy("l.k"));
      p.rows("regex", () -> d.withColumn("x", lit(1)).withColumn("y", lit(2)).select(d.colRegex("`[ak]`")));
    });
  }

  @Test
  void namesOfColumnsOfADerivedDataset() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.table("k int, a int", row(1, 10), row(2, 20)).withColumn("x", lit(1)).withColumn("y", col("x").plus(col("a")));
      p.value("columns", () -> List.of(d.columns()));
      p.value("col text", () -> d.col("y").toString());
      p.rows("expr", () -> d.select(d.col("y"), d.col("*")));
    }).is("columns", List.of("k", "a", "x", "y"));
  }
}
