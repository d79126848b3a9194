/*
 * SPDX-License-Identifier: Apache-2.0
 */
package com.example.harbour;

import static org.apache.spark.sql.avro.functions.from_avro;
import static org.apache.spark.sql.avro.functions.to_avro;
import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Avro files, and columns of Avro values. */
public final class Avro extends Program {
  public static void main(String[] args) throws IOException {
    new Avro().start(args);
  }

  @Override
  protected SparkSession.Builder configure(SparkSession.Builder builder, Path scratch) {
    return builder;
  }

  @Override
  protected void run(SparkSession spark, Path scratch, Report report) throws Exception {
    spark.sql("CREATE TABLE boats (id BIGINT, name STRING, tide DOUBLE, pier BIGINT) USING avro");
    Tables.boats(spark, 0, 6).write().mode("append").insertInto("boats");
    spark.sql("INSERT INTO boats SELECT id + 100, name, tide, pier FROM boats");
    report.rows("written", spark.table("boats"));

    Dataset<Row> loop = Columns.use(report, "table", spark.table("boats"));
    loop.write().format("avro").saveAsTable("back");
    report.rows("written back", spark.table("back"));

    // Expressions of the plug-in within the loop.
    Dataset<Row> values = loop.withColumn("packed", to_avro(col("c54"), "\"long\"")).withColumn("more", col("c54").plus(1))
        .withColumn("unpacked", from_avro(col("packed"), "\"long\"")).withColumn("same", col("unpacked").equalTo(col("c54"))).drop("packed");
    report.plan("values", values);
    report.rows("values", values);
  }
}
