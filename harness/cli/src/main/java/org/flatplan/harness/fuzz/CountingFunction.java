/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

/** The user-defined functions of programs. {@link FunctionCalls} has them as code. */
enum CountingFunction {
  PLUS_ONE("plus_one", "Long", "Long", "x == null ? null : x + 1"),
  SHOUT("shout", "String", "String", "x == null ? null : x + \"!\""),
  /** Fails on null: it must stay behind the filter that the program put below it. */
  NO_NULL("no_null", "String", "String", "x.concat(\"?\")"),
  POSITIVE("positive_udf", "Long", "Boolean", "x != null && x > 0");

  private final String sql;
  private final String argument;
  private final String result;
  private final String body;

  CountingFunction(String sql, String argument, String result, String body) {
    this.sql = sql;
    this.argument = argument;
    this.result = result;
    this.body = body;
  }

  /** Its name in SQL. */
  String sql() {
    return sql;
  }

  /** Its registration in a test. */
  String java() {
    return "p.spark.udf().register(\"" + sql + "\", (org.apache.spark.sql.api.java.UDF1<" + argument + ", " + result + ">) x -> { Calls.hit(\"" + sql
        + "\"); return " + body + "; }, org.apache.spark.sql.types.DataTypes." + result + "Type);";
  }
}
