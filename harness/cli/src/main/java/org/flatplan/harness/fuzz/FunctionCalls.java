/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/** The user-defined functions as code, and their calls in this JVM: a function is copied to each task. */
final class FunctionCalls {
  private static final Map<CountingFunction, AtomicLong> CALLS = new ConcurrentHashMap<>();

  private FunctionCalls() {}

  static void register(SparkSession session) {
    UDF1<Long, Long> plusOne = x -> {
      hit(CountingFunction.PLUS_ONE);
      return x == null ? null : x + 1;
    };
    UDF1<String, String> shout = x -> {
      hit(CountingFunction.SHOUT);
      return x == null ? null : x + "!";
    };
    UDF1<String, String> noNull = x -> {
      hit(CountingFunction.NO_NULL);
      return x.concat("?");
    };
    UDF1<Long, Boolean> positive = x -> {
      hit(CountingFunction.POSITIVE);
      return x != null && x > 0;
    };
    session.udf().register(CountingFunction.PLUS_ONE.sql(), plusOne, DataTypes.LongType);
    session.udf().register(CountingFunction.SHOUT.sql(), shout, DataTypes.StringType);
    session.udf().register(CountingFunction.NO_NULL.sql(), noNull, DataTypes.StringType);
    session.udf().register(CountingFunction.POSITIVE.sql(), positive, DataTypes.BooleanType);
  }

  private static void hit(CountingFunction function) {
    CALLS.computeIfAbsent(function, key -> new AtomicLong()).incrementAndGet();
  }

  /** The calls since the last time, by function. */
  static Map<String, Long> take() {
    Map<String, Long> calls = new TreeMap<>();
    CALLS.forEach((function, count) -> calls.put(function.sql(), count.get()));
    CALLS.clear();
    return calls;
  }
}
