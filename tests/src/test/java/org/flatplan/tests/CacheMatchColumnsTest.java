// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.CacheMatchCase.refuses;
import static org.flatplan.tests.CacheMatchCase.text;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.execution.cachematch.ColumnKind;
import org.apache.spark.sql.execution.cachematch.WideMatch;
import org.apache.spark.sql.execution.cachematch.WideMismatch;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.junit.jupiter.api.Test;

/** Which columns of a query the wide cache policy finds among the columns of a cached plan, case 1 of SPARK-47609. */
class CacheMatchColumnsTest {

  private static final Metadata NOTE = new MetadataBuilder().putString("note", "first").build();
  private static final Metadata OTHER = new MetadataBuilder().putString("note", "second").build();

  private final CacheMatchCase c = new CacheMatchCase();

  private Dataset<Row> cached() {
    return c.numbers().select(col("k"), col("a").multiply(col("b")).as("ab"), concat(col("s"), lit("-")).as("t"));
  }

  @Test
  void equalColumn() {
    WideMatch match = c.matches(c.numbers().select(col("a").multiply(col("b")).as("product")), cached());
    assertThat(match.saved()).isEqualTo(3);
  }

  @Test
  void equalUpToTheOrderOfOperands() {
    c.matches(c.numbers().select(col("b").multiply(col("a")).as("product")), cached());
  }

  @Test
  void passedOnColumn() {
    assertThat(c.matches(c.numbers().select("k"), cached()).saved()).isZero();
  }

  @Test
  void functionOfCachedColumns() {
    Dataset<Row> query = c.numbers().select(col("a").multiply(col("b")).plus(col("k")).as("f"));
    assertThat(text(c.matches(query, cached()), cached())).contains("[(ab + k) AS f]");
  }

  @Test
  void theLargestPartIsReplaced() {
    Dataset<Row> cached = c.numbers().select(col("a").plus(1).as("one"), col("a").plus(1).multiply(2).as("two"));
    Dataset<Row> query = c.numbers().select(col("a").plus(1).multiply(2).minus(col("a").plus(1)).as("f"));
    assertThat(text(c.matches(query, cached), cached)).contains("[(two - one) AS f]");
  }

  @Test
  void constant() {
    Dataset<Row> query = c.numbers().select(lit(7).as("seven"), expr("1 + 1").as("sum"));
    assertThat(c.matches(query, cached()).saved()).isZero();
  }

  @Test
  void allKindsInOneList() {
    WideMatch match = c.matches(c.numbers().select(col("k").as("key"), col("a").multiply(col("b")).plus(1).as("f"), lit(1).as("one"),
        concat(col("s"), lit("-")).as("same")), cached());
    assertThat(match.kinds()).containsExactly(ColumnKind.EQUAL, ColumnKind.FUNCTION, ColumnKind.CONSTANT, ColumnKind.EQUAL);
  }

  @Test
  void anythingElse() {
    refuses(WideMismatch.COLUMN, c.numbers().select("k", "a"), cached());
    refuses(WideMismatch.COLUMN, c.numbers().select(col("a").plus(1).as("f")), cached());
    refuses(WideMismatch.COLUMN, c.numbers().select(col("a").multiply(col("b")).plus(col("b")).as("f")), cached());
  }

  @Test
  void literalsAreNotTakenFromCachedColumns() {
    Dataset<Row> cached = c.numbers().select(col("k"), lit(1).as("one"), expr("1 + 1").as("two"));
    Dataset<Row> query = c.numbers().select(lit(1).as("x"), col("k").plus(1).as("y"), expr("k + (1 + 1)").as("z"));
    assertThat(text(c.matches(query, cached), cached)).contains("[1 AS x, (k + 1) AS y, (k + (1 + 1)) AS z]");
  }

  @Test
  void renamedColumns() {
    Dataset<Row> cached = c.numbers().select(col("k").as("id"), col("a").as("k"));
    c.matches(c.numbers().select(col("k"), col("a").as("z")), cached);
    c.matches(c.numbers().select(col("k").plus(col("a")).as("id")), cached);
    refuses(WideMismatch.COLUMN, c.numbers().select(col("b").as("k")), cached);
  }

  @Test
  void swappedColumns() {
    Dataset<Row> x = c.numbers();
    c.matches(x.select(col("a"), col("b")), x.select(col("a").as("b"), col("b").as("a")));
  }

  @Test
  void duplicatedColumns() {
    Dataset<Row> x = c.numbers();
    Column sum = col("a").plus(col("k"));
    Dataset<Row> cached = x.select(col("a"), col("a"), col("a").as("again"), sum.as("u"), sum.as("v"), col("k"));
    c.matches(x.select(col("a"), col("a"), sum.as("w"), sum.as("w")), cached);
  }

  @Test
  void derivedFromTheSameDataset() {
    Dataset<Row> x = c.numbers();
    Dataset<Row> cached = x.withColumn("u", col("a").plus(col("b")));
    c.matches(cached.withColumn("v", col("u").multiply(2)).drop("a"), cached);
  }

  @Test
  void metadataIsThatOfTheQuery() {
    Dataset<Row> cached = c.numbers().select(col("k").as("k", NOTE), col("a").plus(1).as("u", NOTE));
    c.matches(c.numbers().select(col("k"), col("a").plus(1).as("u")), cached);
    c.matches(c.numbers().select(col("k").as("k", OTHER), col("a").plus(1).as("u", OTHER)), cached);
    c.matches(c.numbers().select(col("k").as("k", Metadata.empty()), col("a").plus(1).as("u", Metadata.empty())), cached);
  }

  @Test
  void metadataOfTheBaseIsKept() {
    Dataset<Row> x = c.numbers().withMetadata("k", NOTE).repartition(1);
    c.matches(x.select(col("k"), struct(col("k")).as("st"), col("k").plus(1).as("v")),
        x.select(col("k").as("z", OTHER), col("k").plus(1).as("u", OTHER)));
  }

  @Test
  void metadataOfFieldsIsKept() {
    Dataset<Row> x = c.numbers().select(struct(col("k").as("k", NOTE), col("a")).as("st")).repartition(1);
    c.matches(x.select(expr("st.k").as("f"), struct(expr("st.k")).as("g")), x.select(expr("st.k").as("u", OTHER)));
  }

  @Test
  void fieldsOfACachedStruct() {
    Dataset<Row> x = c.file("structs", "k int, st struct<x: int, y: string>", new Object[] {1, RowFactory.create(2, "u")});
    c.matches(x.select(expr("st.x").plus(1).as("f")), x.select("st"));
    refuses(WideMismatch.COLUMN, x.select(expr("st.y").as("f")), x.select(expr("st.x").as("x")));
  }

  @Test
  void lambdaVariablesStayWhatTheyAre() {
    Dataset<Row> cached = c.numbers().select(array(col("a"), col("b")).as("l"), expr("a + b").as("ab"),
        expr("transform(array(a, b), e -> e + a + b)").as("m"));
    c.matches(c.numbers().select(expr("transform(array(a, b), z -> z * (a + b))").as("f")), cached);
    WideMatch whole = c.matches(c.numbers().select(expr("transform(array(a, b), z -> z + a + b)").as("f")), cached);
    assertThat(text(whole, cached)).contains("[m AS f]");
    refuses(WideMismatch.COLUMN, c.numbers().select(expr("transform(array(a, b), z -> z + k)").as("f")), cached);
  }

  @Test
  void userDefinedFunctions() {
    var twice = udf((UDF1<Integer, Integer>) i -> i * 2, DataTypes.IntegerType);
    Dataset<Row> cached = c.numbers().select(col("k"), twice.apply(col("a")).as("u"));
    assertThat(c.matches(c.numbers().select(twice.apply(col("a")).as("v")), cached).saved()).isGreaterThanOrEqualTo(200);
    var other = udf((UDF1<Integer, Integer>) i -> i * 2, DataTypes.IntegerType);
    refuses(WideMismatch.COLUMN, c.numbers().select(other.apply(col("a")).as("v")), cached);
    var random = twice.asNondeterministic();
    refuses(WideMismatch.NON_DETERMINISTIC, c.numbers().select(random.apply(col("k")).as("v")), cached);
    refuses(WideMismatch.NON_DETERMINISTIC, c.numbers().select("k"), c.numbers().select(col("k"), random.apply(col("a")).as("u")));
  }

  @Test
  void columnsComputedUnderOtherSettings() {
    Dataset<Row> lenient = withAnsi(false);
    Dataset<Row> strict = withAnsi(true);
    refuses(WideMismatch.COLUMN, strict, lenient);
    c.matches(withAnsi(true), strict);
  }

  private Dataset<Row> withAnsi(boolean ansi) {
    c.spark.conf().set("spark.sql.ansi.enabled", ansi);
    return c.numbers().select(col("a").plus(1).as("u"));
  }

  @Test
  void namesInBetweenDoNotMatter() {
    c.matches(c.numbers().alias("n").filter("n.k > 1").select(col("n.k"), col("n.a").plus(1).as("z")),
        c.numbers().alias("m").select(col("m.k"), col("m.a").plus(1).as("u")).alias("whole"));
  }
}
