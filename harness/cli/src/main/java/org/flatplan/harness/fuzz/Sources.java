/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.streaming.runtime.MemoryStream;
import org.apache.spark.sql.execution.streaming.runtime.MemoryStream$;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** The sources, made once for all programs of this JVM. */
final class Sources {
  private final SparkSession root;
  private final Path folder;
  private final Map<Source, List<Row>> rows = new EnumMap<>(Source.class);
  private final Map<Source, StructType> types = new EnumMap<>(Source.class);
  private final Set<String> tables = new HashSet<>();

  Sources(SparkSession root, Path folder) {
    this.root = root;
    this.folder = folder;
  }

  private List<Row> rows(Source source) {
    return rows.computeIfAbsent(source, each -> asRoot(() -> root.sql(each.query()).collectAsList()));
  }

  private StructType type(Source source) {
    return types.computeIfAbsent(source, each -> StructType.fromDDL(each.ddl()));
  }

  Dataset<Row> local(SparkSession spark, Source source) {
    return spark.createDataFrame(rows(source), type(source));
  }

  Dataset<Row> rdd(SparkSession spark, Source source) {
    return spark.createDataFrame(new JavaSparkContext(root.sparkContext()).parallelize(rows(source), 1), type(source));
  }

  Dataset<Row> file(SparkSession spark, Source source) {
    Path file = folder.resolve(source.label());
    if (!Files.exists(file)) {
      asRoot(() -> {
        root.createDataFrame(rows(source), type(source)).coalesce(1).write().parquet(file.toString());
        return null;
      });
    }
    return spark.read().schema(type(source)).parquet(file.toString());
  }

  Dataset<Row> stream(SparkSession spark, Source source) {
    MemoryStream<Row> memory = MemoryStream$.MODULE$.apply(Encoders.row(type(source)), spark);
    memory.addData(CollectionConverters.asScala(rows(source)).toSeq());
    return memory.toDF();
  }

  void ensureTable(String name) {
    Source source = Source.of(name.substring(SourceTables.PREFIX.length())).orElseThrow();
    if (tables.add(name)) {
      asRoot(() -> {
        SourceTables.statements(source, " location '" + folder.resolve(name).toUri() + "'").forEach(root::sql);
        return null;
      });
    }
  }

  private <T> T asRoot(java.util.function.Supplier<T> action) {
    SparkSession active = SparkSession.active();
    SparkSession.setActiveSession(root);
    try {
      return action.get();
    } finally {
      SparkSession.setActiveSession(active);
    }
  }
}
