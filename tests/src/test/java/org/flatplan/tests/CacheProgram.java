// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.flatplan.tests.CacheStep.Kind;

/**
 * A program that caches, reads and drops fragments.
 *
 * @param adaptive whether adaptive execution is on
 * @param table whether there is a table {@code t} to read and to insert into
 * @param clones whether the cache plans in a cloned session, as it does by default
 */
record CacheProgram(long seed, boolean adaptive, boolean table, boolean clones, List<CacheStep> steps) {

  CacheProgram withSteps(List<CacheStep> others) {
    return new CacheProgram(seed, adaptive, table, clones, List.copyOf(others));
  }

  Optional<CacheStep> step(int id) {
    return steps.stream().filter(step -> step.id() == id).findFirst();
  }

  /** The program as code for a test. */
  String java() {
    StringBuilder text = new StringBuilder("Lockstep.run(p -> {\n");
    if (!adaptive) {
      line(text, "p.spark.conf().set(\"spark.sql.adaptive.enabled\", \"false\");");
    }
    if (steps.stream().anyMatch(step -> step.session() == 1)) {
      line(text, "org.apache.spark.sql.SparkSession other = p.spark.newSession();");
      line(text, "other.conf().set(Sessions.ENABLED, p.rule);");
    }
    if (steps.stream().anyMatch(step -> step.texts().stream().anyMatch(t -> t.contains("plus_one")))) {
      line(text, "p.spark.udf().register(\"plus_one\", (UDF1<Long, Long>) x -> x == null ? null : x + 1, DataTypes.LongType);");
    }
    if (table) {
      line(text, "p.spark.sql(\"drop table if exists t\");");
      line(text, "p.spark.sql(\"create table t (k bigint, a bigint, b bigint) using parquet\");");
      line(text, "p.spark.sql(\"insert into t values (1, 10, 2), (2, 20, 0), (3, 30, 5), (4, null, 1)\");");
    }
    Set<Integer> built = new HashSet<>();
    Map<Integer, String> names = new HashMap<>();
    for (CacheStep step : steps) {
      if (step.kind() == Kind.REBUILD) {
        rebuild(text, step.id(), step.inputs().get(0), new HashMap<>());
        line(text, "Dataset<Row> d" + step.id() + " = " + names.computeIfAbsent(step.id(), id -> again(id, step.inputs().get(0))) + ";");
      } else if (step.kind().builds) {
        line(text, "Dataset<Row> d" + step.id() + " = " + step.call(id -> "d" + id) + ";");
      } else if (step.kind() == Kind.COLLECT) {
        line(text, "p.unordered(\"" + step.id() + "\", () -> d" + step.inputs().get(0) + ");");
      } else if (step.kind() == Kind.COUNT || step.kind() == Kind.STORAGE_LEVEL || step.kind() == Kind.IS_CACHED) {
        line(text, "p.value(\"" + step.id() + "\", () -> " + step.call(id -> "d" + id) + ");");
      } else {
        line(text, step.call(id -> "d" + id) + ";");
      }
      if (step.kind().builds) {
        built.add(step.id());
      }
    }
    built.stream().sorted().forEach(id -> line(text, "p.value(\"d" + id + " reads\", () -> CacheState.of(p.spark).readBy(d" + id + "));"));
    line(text, "p.value(\"entries\", () -> CacheState.of(p.spark).describe());");
    return text.append("});").toString();
  }

  private void rebuild(StringBuilder text, int by, int target, Map<Integer, String> done) {
    CacheStep step = step(target).orElse(null);
    if (step == null || done.containsKey(target)) {
      return;
    }
    step.inputs().forEach(input -> rebuild(text, by, input, done));
    done.put(target, again(by, target));
    line(text, "Dataset<Row> " + again(by, target) + " = " + step.call(id -> again(by, id)) + ";");
  }

  private static String again(int by, int target) {
    return "again" + by + "_" + target;
  }

  private static void line(StringBuilder text, String line) {
    text.append("  ").append(line).append('\n');
  }

  /** The program without a step; what was built on it is built on its first input instead, or goes as well. */
  CacheProgram without(int id, boolean bridge) {
    CacheStep gone = step(id).orElseThrow();
    List<CacheStep> rest = new ArrayList<>();
    Set<Integer> missing = new HashSet<>();
    for (CacheStep step : steps) {
      if (step.id() == id) {
        missing.add(id);
        continue;
      }
      CacheStep kept = step;
      if (bridge && !gone.inputs().isEmpty()) {
        kept = step.withInputs(step.inputs().stream().map(input -> input == id ? gone.inputs().get(0) : input).toList());
      }
      if (kept.inputs().stream().anyMatch(missing::contains)) {
        missing.add(kept.id());
      } else {
        rest.add(kept);
      }
    }
    return withSteps(rest);
  }
}
