// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings are registered with a default and a text, are checked, and switch the rule. */
class SettingsTest {

  private static Dataset<Row> threeAdds(SparkSession spark) {
    return spark.range(2).withColumn("a", lit(1)).withColumn("b", col("a").plus(1)).withColumn("c", col("b").plus(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {Sessions.ENABLED, Sessions.MAX_GROWTH})
  void listedWithATextByTheSetCommand(String key) {
    List<Row> found = Sessions.open(true).sql("SET -v").filter(col("key").equalTo(key)).collectAsList();
    assertThat(found).as("rows of SET -v for %s", key).hasSize(1);
    assertThat(found.get(0).<String>getAs("meaning")).isNotBlank();
    assertThat(found.get(0).<String>getAs("Since version")).isNotBlank();
  }

  @Test
  void defaults() {
    SparkSession spark = Sessions.open(true);
    spark.conf().unset(Sessions.ENABLED);
    assertThat(spark.conf().get(Sessions.ENABLED)).isEqualTo("true");
    assertThat(spark.conf().get(Sessions.MAX_GROWTH)).isEqualTo("100");
    assertThat(PlanShape.analyzed(threeAdds(spark)).projects()).isEqualTo(1);
  }

  @Test
  void offKeepsEveryProject() {
    Dataset<Row> d = threeAdds(Sessions.open(false));
    assertThat(PlanShape.analyzed(d)).isEqualTo(new PlanShape(4, 4, 3, PlanShape.analyzed(d).expressions(), 0));
  }

  @Test
  void switchingInTheMiddle() {
    SparkSession spark = Sessions.open(true);
    Dataset<Row> on = threeAdds(spark);
    spark.conf().set(Sessions.ENABLED, "false");
    Dataset<Row> more = on.withColumn("d", lit(1)).withColumn("e", lit(2));
    assertThat(PlanShape.analyzed(more).projects()).isEqualTo(3);
    spark.conf().set(Sessions.ENABLED, "true");
    assertThat(PlanShape.analyzed(on.withColumn("d", lit(1))).projects()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"maybe", ""})
  void wrongSwitchIsRefused(String value) {
    SparkSession spark = Sessions.open(true);
    assertThatThrownBy(() -> spark.conf().set(Sessions.ENABLED, value)).hasMessageContaining(Sessions.ENABLED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"many", "-1"})
  void wrongBoundIsRefused(String value) {
    SparkSession spark = Sessions.open(true);
    assertThatThrownBy(() -> spark.conf().set(Sessions.MAX_GROWTH, value)).hasMessageContaining(Sessions.MAX_GROWTH);
  }

  @Test
  void boundOfZeroAllowsNoCopies() {
    SparkSession spark = Sessions.open(true);
    spark.conf().set(Sessions.MAX_GROWTH, "0");
    Dataset<Row> doubled = spark.range(2).withColumn("a", col("id").plus(1)).withColumn("b", col("a").plus(2).multiply(col("a")).plus(col("a")));
    assertThat(PlanShape.analyzed(doubled).projects()).isEqualTo(2);
    assertThat(PlanShape.analyzed(spark.range(2).withColumn("x", lit(1)).withColumn("y", lit(2)).withColumn("z", col("id"))).projects()).isEqualTo(1);
  }
}
