// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.ScalaBridge;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.execution.cachematch.WideAnswer;
import org.apache.spark.sql.execution.cachematch.WideCandidate;
import org.apache.spark.sql.execution.cachematch.WideMatch;
import org.apache.spark.sql.execution.cachematch.WideMatcher;
import org.apache.spark.sql.execution.cachematch.WideMismatch;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** A query and a plan that stands for a cached one: nothing is really cached. */
final class CacheMatchCase {
  final SparkSession spark = Sessions.open(true);

  /** Each call reads the file anew: the same rows under other expression ids. */
  Dataset<Row> file(String name, String ddl, Object[]... rows) {
    String path = Sessions.scratch("cache-match-" + name).toString();
    if (!Sessions.scratch("cache-match-" + name).toFile().exists()) {
      List<Row> list = Arrays.stream(rows).map(RowFactory::create).toList();
      spark.createDataFrame(list, StructType.fromDDL(ddl)).coalesce(1).write().parquet(path);
    }
    return spark.read().parquet(path);
  }

  /** Rows of numbers, the same for all tests. */
  Dataset<Row> numbers() {
    return file("numbers", "k int, a int, b int, s string", new Object[] {1, 10, 2, "x"}, new Object[] {3, 30, 0, "y"},
        new Object[] {5, 50, 5, "x"}, new Object[] {9, 90, 3, null});
  }

  static LogicalPlan plan(Dataset<Row> dataset) {
    return PlanShape.execution(dataset).analyzed();
  }

  static WideMatcher matcher(Dataset<Row> query) {
    return new WideMatcher(plan(query), LogicalPlan::sameResult);
  }

  static WideAnswer answer(Dataset<Row> query, Dataset<Row> cached, boolean loaded) {
    return matcher(query).answers(List.of(new WideCandidate(plan(cached), loaded))).get(0);
  }

  /** The loaded plan answers the query, with the output and the rows of the query. */
  WideMatch matches(Dataset<Row> query, Dataset<Row> cached) {
    return matches(query, cached, true);
  }

  WideMatch matches(Dataset<Row> query, Dataset<Row> cached, boolean loaded) {
    WideAnswer answer = answer(query, cached, loaded);
    assertThat(answer).isInstanceOf(WideMatch.class);
    WideMatch match = (WideMatch) answer;
    LogicalPlan answered = match.over(relation(plan(cached), match));
    assertThat(answered.output()).isEqualTo(plan(query).output());
    assertThat(answered.missingInput().isEmpty()).isTrue();
    assertThat(rows(org.apache.spark.sql.classic.Dataset.ofRows((org.apache.spark.sql.classic.SparkSession) spark, answered)))
        .isEqualTo(rows(query));
    return match;
  }

  static void refuses(WideMismatch reason, Dataset<Row> query, Dataset<Row> cached) {
    assertThat(answer(query, cached, true)).isEqualTo(reason);
  }

  /** The plan of a match over rows of which only the attributes are known, as text without ids. */
  static String text(WideMatch match, Dataset<Row> cached) {
    return match.over(relation(plan(cached), match)).toString().replaceAll("#\\d+L?", "");
  }

  /** The rows of the cached plan under the attributes of the relation. */
  private static LogicalPlan relation(LogicalPlan cached, WideMatch match) {
    List<Attribute> attributes = CollectionConverters.asJava(match.relationOutput());
    List<Attribute> outputs = CollectionConverters.asJava(cached.output());
    assertThat(attributes).hasSameSizeAs(outputs).doesNotHaveDuplicates();
    List<NamedExpression> list = new ArrayList<>();
    for (int i = 0; i < attributes.size(); i++) {
      Attribute attribute = attributes.get(i);
      assertThat(attribute.dataType()).isEqualTo(outputs.get(i).dataType());
      list.add(new Alias((Expression) outputs.get(i), attribute.name(), attribute.exprId(), attribute.qualifier(),
          Option.apply(attribute.metadata()), ScalaBridge.nil()));
    }
    return new Project(ScalaBridge.seq(list), cached);
  }

  private static List<String> rows(Dataset<Row> dataset) {
    return dataset.collectAsList().stream().map(Row::toString).sorted().toList();
  }
}
