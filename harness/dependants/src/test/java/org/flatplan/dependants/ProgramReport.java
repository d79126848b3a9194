/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.dependants;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a program of the third-party project saw.
 *
 * @param loaded class by class, the jar it came from and that jar's SHA-256; empty for a class that is not there
 * @param schemas the schemas of its queries, by name
 * @param rows the rows of its queries as JSON, sorted
 * @param projects how many Projects their analyzed plans have
 * @param cacheReads how many cached Datasets their plans read
 * @param error what ended the program early, or nothing
 */
record ProgramReport(Map<String, Map<String, String>> loaded, Map<String, String> schemas, Map<String, List<String>> rows,
    Map<String, Integer> projects, Map<String, Integer> cacheReads, String error) {
  static final String RULE = "org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject";
  static final String CATALYST = "org.apache.spark.sql.catalyst.plans.logical.Project";
  static final String SQL = "org.apache.spark.sql.classic.Dataset";

  static ProgramReport read(Path file) throws IOException {
    return new ObjectMapper().readValue(file.toFile(), ProgramReport.class);
  }

  Path jar(String className) {
    return Path.of(loaded.get(className).get("jar"));
  }

  String sha256(String className) {
    return loaded.get(className).get("sha256");
  }
}
