/*
 * SPDX-License-Identifier: Apache-2.0
 */
package com.example.harbour;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;

/** What programs do with the tables of a format that can change rows. */
public final class Tables {
  private final SparkSession spark;
  private final Report report;
  private final String table;
  private final String format;

  /**
   * @param table the full name of the table to make
   * @param format its format, as in {@code USING}
   */
  public Tables(SparkSession spark, Report report, String table, String format) {
    this.spark = spark;
    this.report = report;
    this.table = table;
    this.format = format;
  }

  /** Boats by number, as many as asked for. */
  public static Dataset<Row> boats(SparkSession spark, long from, long to) {
    return spark.range(from, to).withColumn("name", concat(lit("boat "), col("id"))).withColumn("tide", col("id").multiply(0.5d))
        .withColumn("pier", col("id").mod(3));
  }

  /** Creates, appends, updates, deletes and merges; each of it is a version of the table. */
  public void change() throws NoSuchTableException {
    spark.sql("CREATE TABLE " + table + " (id BIGINT, name STRING, tide DOUBLE, pier BIGINT) USING " + format + " PARTITIONED BY (pier)");
    boats(spark, 0, 6).writeTo(table).append();
    boats(spark, 6, 9).write().mode("append").insertInto(table);
    report.rows("written", spark.table(table));
    spark.sql("UPDATE " + table + " SET tide = tide + 1 WHERE id > 4");
    spark.sql("DELETE FROM " + table + " WHERE name = 'boat 2'");
    // The source is a column loop itself.
    Columns.steps(boats(spark, 7, 12), 0, 12).createOrReplaceTempView("news");
    report.plan("source of the merge", spark.table("news"));
    spark.sql("MERGE INTO " + table + " t USING news n ON t.id = n.id WHEN MATCHED THEN UPDATE SET tide = n.c0 "
        + "WHEN NOT MATCHED THEN INSERT (id, name, tide, pier) VALUES (n.id, n.name, n.c6, n.pier)");
    report.rows("changed", spark.table(table));
  }

  /** Reads an old version, with a loop above it. */
  public void travel(Object version) {
    Dataset<Row> old = Columns.steps(spark.sql("SELECT * FROM " + table + " VERSION AS OF " + version), 0, 60);
    report.plan("old version", old);
    report.rows("old version", old);
  }

  /** Reads the table, uses it below loops and writes the result back, into a new table and into its own. */
  public void use() throws NoSuchTableException, TableAlreadyExistsException {
    Dataset<Row> loop = Columns.use(report, "table", spark.table(table));
    loop.writeTo(table + "_back").using(format).create();
    report.rows("written back", spark.table(table + "_back"));
    Columns.steps(spark.table(table), 0, 60).withColumn("id", col("id").plus(100)).select("id", "name", "tide", "pier").writeTo(table)
        .append();
    report.rows("appended to itself", spark.table(table));
  }
}
