/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Properties;

/**
 * What one run of {@link ColumnLoop} saw. Numbers are null where the run did not come so far.
 *
 * @param status done, failed (an error inside the JVM), crashed (the JVM died) or timeout
 * @param error simple name of the error, such as StackOverflowError
 * @param message its message
 * @param failedIn build, plan or rows
 * @param callsDone calls that returned
 * @param sparkVersion what Spark says it is
 * @param depth operators from the root of the analyzed plan to its deepest leaf
 * @param nodes operators and expressions of the analyzed plan
 * @param buildMillis time of all calls
 * @param planMillis time of optimization and physical planning
 * @param rows number of rows
 * @param columns number of columns
 * @param rowsSha256 sum of all rows in order
 * @param schemaSha256 sum of the schema: names, types, nullability, metadata
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LoopResult(String status, String error, String message, String failedIn, Long callsDone, String sparkVersion, Long depth,
    Long nodes, Long buildMillis, Long planMillis, Long rows, Long columns, String rowsSha256, String schemaSha256) {

  /** From the properties that the run wrote. */
  public static LoopResult of(Properties all) {
    return new LoopResult(all.getProperty("status", "crashed"), all.getProperty("error"), all.getProperty("message"), all.getProperty("failedIn"),
        number(all, "callsDone"), all.getProperty("sparkVersion"), number(all, "depth"), number(all, "nodes"), number(all, "buildMillis"),
        number(all, "planMillis"), number(all, "rows"), number(all, "columns"), all.getProperty("rowsSha256"), all.getProperty("schemaSha256"));
  }

  /** A run that left no result behind. */
  public static LoopResult without(String status, String error, String message) {
    return new LoopResult(status, error, message, null, null, null, null, null, null, null, null, null, null, null);
  }

  /** Whether it came to the end. */
  public boolean done() {
    return status.equals("done");
  }

  private static Long number(Properties all, String key) {
    return all.containsKey(key) ? Long.valueOf(all.getProperty(key)) : null;
  }
}
