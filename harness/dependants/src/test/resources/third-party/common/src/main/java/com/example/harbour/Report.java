/*
 * SPDX-License-Identifier: Apache-2.0
 */
package com.example.harbour;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import scala.jdk.javaapi.CollectionConverters;

/** What a program saw, written as JSON. */
public final class Report {
  private final Map<String, Map<String, String>> loaded = new TreeMap<>();
  private final Map<String, String> schemas = new TreeMap<>();
  private final Map<String, List<String>> rows = new TreeMap<>();
  private final Map<String, Integer> projects = new TreeMap<>();
  private final Map<String, Integer> cacheReads = new TreeMap<>();
  private String error = "";

  /** Which jar a class came from, if it is there at all. */
  public void loaded(String className) throws IOException {
    try {
      Path jar = Path.of(Class.forName(className).getProtectionDomain().getCodeSource().getLocation().toURI());
      loaded.put(className, Map.of("jar", jar.toString(), "sha256", sha256(jar)));
    } catch (ClassNotFoundException e) {
      loaded.put(className, Map.of());
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** Runs a query: its schema with all metadata, and its rows in an order of their own. */
  public void rows(String name, Dataset<Row> query) {
    String[] found = query.toJSON().collectAsList().toArray(String[]::new);
    Arrays.sort(found);
    schemas.put(name, query.schema().json());
    rows.put(name, List.of(found));
  }

  /** How deep the plan of a query is, and how often its execution reads a cached Dataset. */
  public void plan(String name, Dataset<Row> query) {
    var execution = ((org.apache.spark.sql.classic.Dataset<Row>) query).queryExecution();
    projects.put(name, projects(execution.analyzed()));
    cacheReads.put(name, execution.executedPlan().toString().split("InMemoryTableScan", -1).length - 1);
  }

  /** What the program died of. */
  public void error(Throwable error) {
    this.error = error.getClass().getName() + ": " + String.valueOf(error.getMessage()).lines().findFirst().orElse("");
  }

  void write(Path file) throws IOException {
    new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), Map.of("loaded", loaded, "schemas", schemas, "rows", rows,
        "projects", projects, "cacheReads", cacheReads, "error", error));
  }

  private static int projects(LogicalPlan plan) {
    int count = plan instanceof Project ? 1 : 0;
    for (LogicalPlan child : CollectionConverters.asJava(plan.children())) {
      count += projects(child);
    }
    return count;
  }

  private static String sha256(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
        Files.copy(file, out);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
