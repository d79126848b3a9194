// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.rand;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.flatplan.tests.Program.row;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/**
 * What each cache policy reads. Stock Spark, with the rule off, reads what EXACT reads; whatever is
 * read, the rows are those of stock Spark.
 */
class CachePolicyTest {
  private static final String POLICY = "spark.sql.analyzer.earlyCollapseProject.cachePolicy";

  private record Reads(int stock, int exact, int wide, int off) {}

  private static Dataset<Row> base(Program p) {
    return p.file("policy-base", "k int, a int, b int", row(1, 10, 2), row(3, 30, 0), row(5, 50, 5), row(9, 90, 3));
  }

  /** How many relations the query reads from the cache under each policy, with the cache loaded. */
  private static Reads reads(UnaryOperator<Dataset<Row>> cached, UnaryOperator<Dataset<Row>> query) {
    return new Reads(count(null, cached, query), count("exact", cached, query), count("WIDE", cached, query), count("OFF", cached, query));
  }

  private static int count(String policy, UnaryOperator<Dataset<Row>> cached, UnaryOperator<Dataset<Row>> query) {
    int[] relations = new int[1];
    Lockstep.run(p -> {
      if (policy != null && p.rule) {
        p.spark.conf().set(POLICY, policy);
      }
      Dataset<Row> x = base(p);
      cached.apply(x).cache().count();
      Dataset<Row> asked = query.apply(x);
      p.unordered("rows", () -> asked);
      if (p.rule == (policy != null)) {
        relations[0] = PlanShape.withCachedData(asked).cached();
      }
    }).succeeds("rows");
    return relations[0];
  }

  @Test
  void theDatasetItself() {
    UnaryOperator<Dataset<Row>> d = x -> x.withColumn("c", col("a").plus(1)).drop("b");
    assertThat(reads(d, d)).isEqualTo(new Reads(1, 1, 1, 1));
  }

  @Test
  void aDatasetOnTheWay() {
    assertThat(reads(
        x -> x.withColumn("c", col("a").plus(1)),
        x -> x.withColumn("c", col("a").plus(1)).withColumn("d", col("c").plus(col("k"))).filter("d > 20").drop("c")))
        .isEqualTo(new Reads(1, 1, 1, 0));
  }

  @Test
  void aBaseThatNothingWasMergedWith() {
    assertThat(reads(x -> x.filter("k > 1"), x -> x.filter("k > 1").withColumn("c", lit(1)).withColumn("d", lit(2))))
        .isEqualTo(new Reads(1, 1, 1, 1));
  }

  @Test
  void anotherSelectionOfCachedColumns() {
    assertThat(reads(
        x -> x.filter("k > 1").select(col("k"), col("a").multiply(2).as("u")),
        x -> x.filter("k < 9").filter("k > 1").withColumn("v", col("a").multiply(2).plus(1)).select("v")))
        .isEqualTo(new Reads(0, 0, 1, 0));
  }

  @Test
  void aPartOfAJoin() {
    assertThat(reads(
        x -> x.select(col("k"), col("a").multiply(2).as("u")),
        x -> x.join(broadcast(x.select(col("k").as("j"), col("a").multiply(2).plus(1).as("w"))), col("k").equalTo(col("j")))))
        .isEqualTo(new Reads(0, 0, 1, 0));
  }

  @Test
  void rowsThatAreNotCached() {
    assertThat(reads(
        x -> x.filter("k > 2").select(col("k").multiply(10).as("u")),
        x -> x.filter("k < 8").select(col("k").multiply(10).as("u"))))
        .isEqualTo(new Reads(0, 0, 0, 0));
  }

  @Test
  void randomColumns() {
    assertThat(reads(
        x -> x.select(col("a"), rand(42).as("r")),
        x -> x.filter("a > 20").select(col("a"), rand(42).as("r"))))
        .isEqualTo(new Reads(0, 0, 0, 0));
  }

  @Test
  void whatIsNotLoadedAndMayFailIsNotReadWide() {
    Lockstep.run(p -> {
      p.spark.conf().set(POLICY, "WIDE");
      p.spark.conf().set("spark.sql.ansi.enabled", "true");
      Dataset<Row> x = base(p);
      x.select(col("b"), col("a").divide(col("b")).as("r")).cache();
      Dataset<Row> guarded = x.filter("b != 0").select(col("b"), col("a").divide(col("b")).as("r"));
      p.rows("rows", () -> guarded);
      p.value("relations", () -> PlanShape.withCachedData(guarded).cached());
    }).succeeds("rows").is("relations", 0);
  }

  @Test
  void whatIsCachedIsNotPlannedOverWhatIsNoPartOfIt() {
    Outcome on = Program.run(true, p -> {
      p.spark.conf().set(POLICY, "WIDE");
      Dataset<Row> x = base(p);
      Dataset<Row> one = x.select(col("a"), col("b").plus(1).as("x")).cache();
      one.count();
      x.select(col("b").plus(1).as("x"), col("a").plus(1).as("y")).cache();
      p.value("entries", () -> CacheState.of(p.spark).describe());
    });
    assertThat(on.step("entries").value()).isEqualTo(List.of("loaded", "waiting"));
  }

  @Test
  void thePolicyOfStockSparkWhereTheRuleIsOff() {
    Outcome off = Program.run(false, p -> {
      p.spark.conf().set(POLICY, "WIDE");
      Dataset<Row> x = base(p);
      x.select("k", "a").cache().count();
      p.value("relations", () -> PlanShape.withCachedData(x.select("a")).cached());
    });
    assertThat(off.step("relations").value()).isEqualTo(0);
  }

  @Test
  void theSettingIsChecked() {
    assertThatThrownBy(() -> Sessions.open(true).conf().set(POLICY, "everything")).hasMessageContaining(POLICY).hasMessageContaining("WIDE");
  }
}
