/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/** What a program wrote. */
final class WrittenFile {
  private WrittenFile() {}

  /** The schema in the first Parquet file of a folder, as Parquet has it and as Spark keeps it beside. */
  static String schema(Path folder) throws IOException {
    Path first;
    try (Stream<Path> files = Files.list(folder)) {
      first = files.filter(file -> file.getFileName().toString().startsWith("part-")).sorted().findFirst().orElse(null);
    }
    if (first == null) {
      return "no file";
    }
    Configuration configuration = new Configuration();
    try (ParquetFileReader reader = ParquetFileReader.open(
        HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(first.toUri()), configuration))) {
      var file = reader.getFooter().getFileMetaData();
      return file.getSchema() + " " + Shown.schema(file.getKeyValueMetaData().getOrDefault("org.apache.spark.sql.parquet.row.metadata", ""));
    }
  }
}
