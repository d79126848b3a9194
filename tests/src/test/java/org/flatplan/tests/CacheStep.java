// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * One call of a program that uses the cache.
 *
 * @param id names the step, and the Dataset it builds, in every shortened version of the program
 * @param session 0 for the first session of the run, 1 for the second
 * @param inputs the ids of the Datasets it is called with
 * @param texts its other arguments
 */
record CacheStep(int id, Kind kind, int session, List<Integer> inputs, List<String> texts) {

  private static final String LIST = "k bigint, a bigint, b bigint";

  /** What a step calls. In the Java text {@code $0} is an input, {@code %0} a quoted argument, {@code %*} all of them. */
  enum Kind {
    RANGE(true, "$s.range(1, 6).selectExpr(\"id as k\", \"id * 10 as a\", \"id % 3 as b\")"),
    LOCAL(true, "p.table(\"" + LIST + "\", row(1L, 10L, 2L), row(2L, 20L, 0L), row(3L, 30L, 5L), row(4L, null, 1L))"),
    FILE(true, "p.file(\"cache-base\", \"" + LIST + "\", row(1L, 10L, 2L), row(2L, 20L, 0L), row(3L, 30L, 5L), row(4L, null, 1L))"),
    TABLE(true, "$s.table(%0)"),
    VIEW(true, "$s.table(%0)"),
    SQL(true, "$s.sql(%0)"),
    SELECT(true, "$0.selectExpr(%*)"),
    WITH_COLUMN(true, "$0.withColumn(%0, expr(%1))"),
    WITH_COLUMNS(true, "$0.withColumns(new TreeMap<>(Map.of(%0, expr(%1), %2, expr(%3))))"),
    DROP(true, "$0.drop(%0)"),
    RENAME(true, "$0.withColumnRenamed(%0, %1)"),
    FILTER(true, "$0.filter(%0)"),
    FILTER_OLD(true, "$0.filter($1.col(%0).gt(2))"),
    JOIN_USING(true, "$0.join($1, \"k\")"),
    JOIN_SEMI(true, "$0.join($1, $0.col(\"k\").equalTo($1.col(\"k\")), \"left_semi\")"),
    JOIN_ALIAS(true, "$0.alias(\"l\").join($1.alias(\"r\"), expr(\"l.k = r.k\")).selectExpr(%*)"),
    UNION(true, "$0.selectExpr(%*).union($1.selectExpr(%*))"),
    UNION_AS_IS(true, "$0.union($1)"),
    AGGREGATE(true, "$0.groupBy(%0).agg(expr(%1).as(%2))"),
    SORT(true, "$0.orderBy(%0)"),
    HINT(true, "$0.hint(\"broadcast\")"),
    REBUILD(true, "$0"),
    CACHE(false, "$0.cache()"),
    PERSIST(false, "$0.persist(StorageLevel.DISK_ONLY())"),
    UNPERSIST(false, "$0.unpersist()"),
    UNCACHE_CASCADE(false, "((SparkSession) $0.sparkSession()).sharedState().cacheManager().uncacheQuery((org.apache.spark.sql.classic.Dataset<?>) $0, true)"),
    CLEAR_CACHE(false, "$s.catalog().clearCache()"),
    CREATE_VIEW(false, "$0.createOrReplaceTempView(%0)"),
    DROP_VIEW(false, "$s.catalog().dropTempView(%0)"),
    CACHE_TABLE(false, "$s.sql(%0)"),
    UNCACHE_TABLE(false, "$s.sql(%0)"),
    REFRESH_TABLE(false, "$s.sql(%0)"),
    REFRESH_PATH(false, "$s.catalog().refreshByPath(folder)"),
    ANALYZE(false, "$s.sql(%0)"),
    INSERT(false, "$s.sql(%0)"),
    INSERT_DATASET(false, "$0.selectExpr(\"k\", \"k\", \"k\").write().mode(%0).insertInto(\"t\")"),
    COLLECT(false, "$0.collectAsList()"),
    COUNT(false, "$0.count()"),
    STORAGE_LEVEL(false, "$0.storageLevel()"),
    IS_CACHED(false, "$s.catalog().isCached(%0)"),
    SWITCH_RULE(false, "if (p.rule) $s.conf().set(Sessions.ENABLED, %0)");

    final boolean builds;
    private final String java;

    Kind(boolean builds, String java) {
      this.builds = builds;
      this.java = java;
    }
  }

  /** Steps over other inputs, for a program that lacks one of them. */
  CacheStep withInputs(List<Integer> others) {
    return new CacheStep(id, kind, session, others, texts);
  }

  /** The call as Java code, without what becomes of its result. */
  String call(IntFunction<String> dataset) {
    String text = kind.java.replace("$s", session == 0 ? "p.spark" : "other");
    for (int i = 0; i < inputs.size(); i++) {
      text = text.replace("$" + i, dataset.apply(inputs.get(i)));
    }
    text = text.replace("%*", texts.stream().map(CacheStep::quoted).collect(Collectors.joining(", ")));
    for (int i = 0; i < texts.size(); i++) {
      text = text.replace("%" + i, quoted(texts.get(i)));
    }
    return text;
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Override
  public String toString() {
    String call = id + " " + call(input -> "d" + input);
    return kind == Kind.REBUILD ? call + " built once more" : call;
  }
}
