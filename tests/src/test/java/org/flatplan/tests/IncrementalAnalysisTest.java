// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.input_file_name;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.flatplan.tests.Program.row;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.IncrementalRefusal;
import org.apache.spark.sql.catalyst.analysis.UnmergedPlan;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A root that is analyzed alone becomes what it becomes in the analysis of the whole plan: the same
 * nodes, the same columns, the same chain, the same error. What stock Spark does with it, the other
 * tests of this package compare.
 */
class IncrementalAnalysisTest {

  private static final String INCREMENTAL = "spark.sql.analyzer.earlyCollapseProject.incrementalAnalysis.enabled";
  private static final String SAFE_RULES = "spark.sql.analyzer.earlyCollapseProject.incrementalAnalysis.safeRules";

  /** A call on a Dataset with the columns id, `a.b`, s {x, y}, arr, A (once more as T.q), v, and hidden ones. */
  private record Call(String columns, Function<Dataset<Row>, Dataset<Row>> function) {}

  private static Dataset<Row> base(SparkSession spark) {
    return spark.range(4).selectExpr(
        "id", "id * 2 as `a.b`", "named_struct('x', id, 'y', 'k') as s", "array(id, 3L) as arr", "cast(id as string) as A", "id % 2 as v", "current_date() as d");
  }

  // Those that the incremental path takes, with the columns that it looks at, of seven.
  private static final Map<String, Call> TAKEN = new TreeMap<>(Map.ofEntries(
      Map.entry("literal", new Call("0 of 7", d -> d.withColumn("n", lit(1)))),
      Map.entry("add", new Call("1 of 7", d -> d.withColumn("n", col("id").plus(1)))),
      Map.entry("add by another case", new Call("1 of 7", d -> d.withColumn("n", col("ID").plus(1)))),
      Map.entry("replace", new Call("1 of 7", d -> d.withColumn("v", col("v").plus(1)))),
      Map.entry("replace by another case", new Call("2 of 7", d -> d.withColumn("V", col("id").plus(1)))),
      Map.entry("replace by a literal", new Call("1 of 7", d -> d.withColumn("id", lit("x")))),
      Map.entry("several", new Call("3 of 7", d -> d.withColumns(Map.of("n", col("id").plus(1), "v", lit(1), "a", col("A"))))),
      Map.entry("with metadata", new Call("1 of 7", d -> d.withMetadata("v", new org.apache.spark.sql.types.MetadataBuilder().putString("k", "m").build()))),
      Map.entry("column of the Dataset", new Call("1 of 7", d -> d.withColumn("n", d.col("id").plus(1)))),
      Map.entry("field", new Call("1 of 7", d -> d.withColumn("n", col("s.x")))),
      Map.entry("quoted dot", new Call("1 of 7", d -> d.withColumn("n", col("`a.b`").plus(1)))),
      Map.entry("field by extraction", new Call("1 of 7", d -> d.withColumn("n", col("s").getField("y")))),
      Map.entry("with field", new Call("2 of 7", d -> d.withColumn("s", col("s").withField("z", col("v"))))),
      Map.entry("lambda", new Call("3 of 7", d -> d.withColumn("n", transform(col("arr"), e -> e.plus(col("id")).plus(col("v")))))),
      Map.entry("lambda in SQL", new Call("1 of 7", d -> d.withColumn("n", expr("transform(arr, v -> v + 1)")))),
      Map.entry("lambda in SQL with a column", new Call("2 of 7", d -> d.withColumn("n", expr("transform(arr, x -> x + v)")))),
      Map.entry("condition", new Call("2 of 7", d -> d.withColumn("v", when(col("id").gt(1), lit(0)).otherwise(col("v"))))),
      Map.entry("cast", new Call("1 of 7", d -> d.withColumn("A", col("a").cast("int")))),
      Map.entry("random", new Call("0 of 7", d -> d.withColumn("n", expr("rand(3)")))),
      Map.entry("column named like a function", new Call("1 of 7", d -> d.withColumnRenamed("d", "current_date"))),
      Map.entry("rename", new Call("1 of 7", d -> d.withColumnRenamed("v", "w"))),
      Map.entry("rename to another's name", new Call("1 of 7", d -> d.withColumnRenamed("v", "id"))),
      Map.entry("rename several", new Call("2 of 7", d -> d.withColumnsRenamed(Map.of("v", "w", "ID", "w2")))),
      Map.entry("rename nothing", new Call("0 of 7", d -> d.withColumnRenamed("nope", "w"))),
      Map.entry("drop", new Call("0 of 7", d -> d.drop("v"))),
      Map.entry("drop several", new Call("0 of 7", d -> d.drop("v", "ID", "nope", "s"))),
      Map.entry("drop a column", new Call("1 of 7", d -> d.drop(d.col("v")))),
      Map.entry("drop a column by name", new Call("1 of 7", d -> d.drop(col("A")))),
      Map.entry("drop nothing", new Call("0 of 7", d -> d.drop(col("nope")))),
      Map.entry("select", new Call("2 of 7", d -> d.select(col("v"), col("id").plus(1), col("id").as("x")))),
      Map.entry("select expressions", new Call("3 of 7", d -> d.selectExpr("v", "id + 1 as n", "1", "upper(A)"))),
      Map.entry("filter", new Call("2 of 7", d -> d.filter(col("v").gt(0).and(col("id").lt(3))))),
      Map.entry("filter by SQL", new Call("1 of 7", d -> d.filter("id > 1 and id < 3")))));

  // Those that it leaves to the whole analysis.
  private static final Map<IncrementalRefusal, Function<Dataset<Row>, Dataset<Row>>> REFUSED = Map.ofEntries(
      Map.entry(IncrementalRefusal.OTHER_ROOT, d -> d.sort("id")),
      Map.entry(IncrementalRefusal.NOT_ANALYZED_BEFORE, d -> d.sparkSession().sql("select id + 1 as n from range(3)")),
      Map.entry(IncrementalRefusal.STREAMING, d -> d.sparkSession().readStream().format("rate").load().withColumn("n", col("value").plus(1))),
      Map.entry(IncrementalRefusal.STAR, d -> d.select(col("*"), lit(1).as("n"))),
      Map.entry(IncrementalRefusal.SUBQUERY, d -> d.withColumn("n", expr("(select max(id) from range(7))"))),
      Map.entry(IncrementalRefusal.OTHER_EXPRESSION, d -> d.select(expr("identifier('id')"))),
      Map.entry(IncrementalRefusal.CATALOG_FUNCTION, d -> {
        d.sparkSession().sql("create or replace function plus_one(a bigint) returns bigint return a + 1");
        try {
          return d.withColumn("n", expr("plus_one(id)"));
        } finally {
          d.sparkSession().sql("drop function plus_one");
        }
      }),
      Map.entry(IncrementalRefusal.FIELD_OF_DATASET, d -> d.select(d.col("id"), d.col("s.x"))),
      Map.entry(IncrementalRefusal.FILTER_ON_AGGREGATE, d -> d.groupBy(col("v"), col("v").plus(1).as("w")).agg(lit(1).as("one")).filter("v + 1 > 1 and one = 1")),
      Map.entry(IncrementalRefusal.COMMON_TABLES, d -> d.sparkSession().sql("with c as (select id from range(3)) select * from c").withColumn("n", lit(1))),
      Map.entry(IncrementalRefusal.NOT_IN_OUTPUT, d -> d.select("v").filter("id > 1")),
      Map.entry(IncrementalRefusal.DATASET_COLUMN_ABOVE_JOIN, d -> {
        Dataset<Row> joined = d.join(d.sparkSession().range(3).withColumnRenamed("id", "other"), expr("id = other"));
        return joined.withColumn("n", joined.col("v").plus(1));
      }),
      Map.entry(IncrementalRefusal.INPUT_FILE, d -> d.withColumn("n", input_file_name())),
      Map.entry(IncrementalRefusal.OTHER_RESULT, d -> d.withColumn("n", explode(col("arr")))),
      Map.entry(IncrementalRefusal.FAILED, d -> d.withColumn("n", col("s").plus(1))));

  private static void assertSame(String name, Dataset<Row> below, Function<Dataset<Row>, Dataset<Row>> call) {
    assertThat(seen(below, call, true)).as(name).isEqualTo(seen(below, call, false));
  }

  /** All that shows of a Dataset when it was made, or the error, with ids in the order they appear in. */
  private static String seen(Dataset<Row> below, Function<Dataset<Row>, Dataset<Row>> call, boolean incremental) {
    below.sparkSession().conf().set(INCREMENTAL, Boolean.toString(incremental));
    try {
      Dataset<Row> d = call.apply(below);
      LogicalPlan plan = PlanShape.execution(d).analyzed();
      return numbered(plan.treeString() + "\n" + UnmergedPlan.expand(plan).treeString()) + d.schema().json();
    } catch (Exception e) {
      return numbered(e.getClass() + " " + e.getMessage());
    }
  }

  private static String numbered(String text) {
    Map<String, String> ids = new TreeMap<>();
    // Lambda variables are numbered through the whole application, and objects without a name show their hash.
    text = text.replaceAll("(CTERelation\\w+) \\d+", "$1").replaceAll("lambda (\\w+)_\\d+#", "lambda $1#").replaceAll("@[0-9a-f]+", "@");
    return java.util.regex.Pattern.compile("#\\d+").matcher(text).replaceAll(id -> ids.computeIfAbsent(id.group(), x -> "#" + ids.size()));
  }

  private static List<String> lines(Function<Dataset<Row>, Dataset<Row>> call) {
    Dataset<Row> base = base(Sessions.open(true));
    try (RefusalLog log = RefusalLog.ofIncrementalAnalysis()) {
      try {
        call.apply(base);
      } catch (Exception e) {
        // Compared by seen.
      }
      return log.lines();
    }
  }

  static java.util.Set<String> taken() {
    return TAKEN.keySet();
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.MethodSource("taken")
  void analyzesTheRootAlone(String name) {
    Call call = TAKEN.get(name);
    assertSame(name, base(Sessions.open(true)), call.function());
    assertThat(lines(call.function())).first().asString().endsWith("looked at " + call.columns() + " columns");
  }

  // What a root may stand on, with the columns of the base.
  private static final Map<String, Function<Dataset<Row>, Dataset<Row>>> BELOW = new TreeMap<>(Map.ofEntries(
      Map.entry("merged", d -> d.withColumn("w", col("v")).withColumn("v", col("w").plus(1)).drop("w")),
      Map.entry("filter", d -> d.filter("id > 0")),
      Map.entry("two filters over merged", d -> d.withColumn("v", col("v").plus(1)).filter("v > 0").filter("id > 0")),
      Map.entry("distinct", d -> d.distinct()),
      Map.entry("without duplicates", d -> d.dropDuplicates("id")),
      Map.entry("limit", d -> d.limit(2)),
      Map.entry("offset", d -> d.offset(1)),
      Map.entry("sort", d -> d.sort(col("id").desc())),
      Map.entry("sort by dropped", d -> d.withColumn("w", col("v")).drop("w").sort("w")),
      Map.entry("repartition", d -> d.repartition(2, col("v"))),
      Map.entry("sample", d -> d.sample(0.5, 7)),
      Map.entry("union", d -> d.union(d.withColumn("v", lit(5L)))),
      Map.entry("union by name", d -> d.unionByName(d.drop("v"), true)),
      Map.entry("intersect", d -> d.drop("arr").intersect(d.drop("arr")).withColumn("arr", expr("array(3L)")).select("id", "`a.b`", "s", "arr", "A", "v", "d")),
      Map.entry("join", d -> d.join(d.sparkSession().range(2).toDF("o"), expr("id = o")).drop("o")),
      Map.entry("outer join", d -> d.sparkSession().range(6).toDF("o").join(d, expr("id = o"), "left").drop("o")),
      Map.entry("semi-join", d -> d.join(d.sparkSession().range(2).toDF("o"), expr("id = o"), "left_semi")),
      Map.entry("self-join", d -> d.join(d.select("id"), "id")),
      Map.entry("aggregate", d -> d.groupBy("id", "`a.b`", "s", "arr", "A").agg(sum("v").as("v"), org.apache.spark.sql.functions.max("d").as("d"))),
      Map.entry("window", d -> d.withColumn("v", expr("sum(v) over (partition by id order by v)"))),
      Map.entry("generator", d -> d.withColumn("v", explode(expr("array(v, 1L)")))),
      Map.entry("random", d -> d.withColumn("v", expr("cast(rand(1) * 10 as bigint)"))),
      Map.entry("subquery", d -> d.filter("id <= (select max(id) from range(3))")),
      Map.entry("alias", d -> d.as("t")),
      Map.entry("hint", d -> broadcast(d)),
      Map.entry("observed", d -> d.observe("o", sum("v").as("s"))),
      Map.entry("typed", d -> d.map((org.apache.spark.api.java.function.MapFunction<Row, Row>) r -> r, org.apache.spark.sql.Encoders.row(d.schema()))),
      Map.entry("view", d -> {
        d.createOrReplaceTempView("below");
        return d.sparkSession().table("below");
      }),
      Map.entry("SQL", d -> {
        d.createOrReplaceTempView("below");
        return d.sparkSession().sql("with c as (select * from below) select a.* from c a join c b on a.id = b.id");
      })));

  static java.util.Set<String> below() {
    return BELOW.keySet();
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.MethodSource("below")
  void standsOnAnything(String name) {
    Dataset<Row> below = BELOW.get(name).apply(base(Sessions.open(true)));
    TAKEN.forEach((title, call) -> assertSame(title, below, call.function()));
  }

  @ParameterizedTest
  @EnumSource(value = IncrementalRefusal.class, mode = EnumSource.Mode.EXCLUDE, names = {"PLAN_ID", "EXTENSION_RULES", "OTHER_RESOLVER"})
  void leavesTheRestToTheWholeAnalysis(IncrementalRefusal reason) {
    Function<Dataset<Row>, Dataset<Row>> call = REFUSED.get(reason);
    assertSame(reason.name(), base(Sessions.open(true)), call);
    assertThat(lines(call)).anyMatch(line -> line.endsWith("stepped aside: " + reason));
  }

  @Test
  void errorsAreTheUsualOnes() {
    Lockstep.run(p -> {
      Dataset<Row> d = base(p.spark);
      p.rows("missing", () -> d.withColumn("n", col("nope")));
      p.rows("missing field", () -> d.withColumn("n", col("s.nope")));
      p.rows("wrong type", () -> d.withColumn("n", col("arr").plus(1)));
      p.rows("aggregate", () -> d.withColumn("n", sum("id")));
      p.rows("same name twice", () -> d.select(col("id").as("x"), col("v").as("x")).withColumn("n", col("x")));
      p.rows("replaced name twice", () -> d.select(col("id").as("x"), col("v").as("x")).withColumn("x", lit(1)));
      p.rows("dropped name twice", () -> d.select(col("id").as("x"), col("v").as("x")).drop("x"));
      p.rows("foreign column", () -> d.withColumn("n", p.spark.range(3).col("id")));
      p.rows("not boolean", () -> d.filter(col("id")));
      p.rows("no such function", () -> d.withColumn("n", expr("nope(id)")));
      p.rows("lateral alias", () -> d.select(col("id").as("x"), col("x").plus(1).as("y")));
      p.rows("lateral alias of withColumns", () -> d.withColumns(Map.of("x", col("id"))).withColumn("y", col("x")));
      p.rows("dropped again", () -> d.drop("v").filter("v = 1"));
    }).failsToBuild("missing", "UNRESOLVED_COLUMN").failsToBuild("not boolean", "DATATYPE_MISMATCH").succeeds("lateral alias");
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void namesFollowTheCaseSensitivityOfTheSession(boolean sensitive) {
    Lockstep.run(p -> {
      p.spark.conf().set("spark.sql.caseSensitive", sensitive);
      Dataset<Row> d = p.table("ab int, aB int, `ſ` int, `İx` int", row(1, 2, 3, 4));
      for (String name : List.of("ab", "AB", "aB", "s", "S", "ſ", "ix", "İX", "i̇x")) {
        p.rows("add " + name, () -> d.withColumn("n", col(name)));
        p.rows("replace " + name, () -> d.withColumn(name, lit(0)));
        p.rows("rename " + name, () -> d.withColumnRenamed(name, "n"));
        p.rows("drop " + name, () -> d.drop(name));
        p.rows("filter " + name, () -> d.filter(col(name).gt(0)));
      }
    }).succeeds("drop S");
  }

  @Test
  void qualifiedNamesAndHiddenColumns() {
    Lockstep.run(p -> {
      Dataset<Row> l = p.table("k int, a int", row(1, 10), row(2, 20)).as("l");
      Dataset<Row> r = p.table("k int, b int", row(1, 11), row(3, 31)).as("r");
      Dataset<Row> j = l.join(r, "k");
      p.unordered("hidden key", () -> j.withColumn("n", col("r.k")));
      p.unordered("filter by hidden key", () -> j.filter("r.k = 1"));
      p.unordered("qualified", () -> j.withColumn("n", col("l.a").plus(col("r.b"))));
      p.unordered("qualifier and field", () -> l.select(expr("struct(a) as l"), col("k")).withColumn("n", col("l.a")));
      p.unordered("select stars", () -> j.select("l.*", "r.b"));
      p.unordered("drop qualified", () -> j.drop(col("l.a")));
      p.unordered("full", () -> l.join(r, l.col("k").equalTo(r.col("k")), "full").withColumn("n", l.col("k")).drop(r.col("k")));
      p.unordered("ambiguous", () -> l.join(r, l.col("k").equalTo(r.col("k"))).withColumn("n", col("k")));
      p.unordered("self-join", () -> l.join(l.withColumn("c", lit(1)), "k").withColumn("n", l.col("a")));
      p.unordered("hint", () -> broadcast(l).withColumn("n", col("a")).filter("n > 10"));
    }).failsToBuild("ambiguous", "AMBIGUOUS_REFERENCE").succeeds("hidden key");
  }

  @Test
  void variablesAndColumnsThatLookAlike() {
    Lockstep.run(p -> {
      p.spark.sql("declare variable v1 int default 7");
      Dataset<Row> d = p.table("k int", row(1));
      p.rows("variable", () -> d.withColumn("n", col("v1")));
      p.rows("column before variable", () -> d.withColumn("v1", lit(2)).withColumn("n", col("v1")));
      p.rows("replaced by variable", () -> d.withColumn("k", col("v1")));
      Dataset<Row> dropped = p.spark.sql("select array(1, 2, 3) as arr, 2 as v1").select("arr");
      p.rows("dropped column before variable in a lambda", () -> dropped.filter("exists(arr, x -> x > v1)"));
      p.rows("variable in a lambda", () -> dropped.select("arr").withColumn("n", expr("transform(arr, x -> x + v1)")));
      p.rows("argument named like both", () -> dropped.withColumn("n", expr("transform(arr, v1 -> v1 + 1)")));
      p.rows("function without brackets", () -> d.withColumn("n", expr("current_user = current_user")));
      p.rows("column before function", () -> d.withColumn("current_user", lit("u")).withColumn("n", expr("current_user")));
      p.spark.sql("drop temporary variable v1");
    }).gives("variable", row(1, 7)).succeeds("dropped column before variable in a lambda");
  }

  /** A field of a Dataset is a column with a fixed id: where the plan has it already, it gets another one. */
  @Test
  void sameFieldOfADatasetTwice() {
    Lockstep.run(p -> {
      Dataset<Row> d = p.spark.sql("select named_struct('f', 1) as s, map('k', 2) as m");
      for (org.apache.spark.sql.Column field : List.of(d.col("s.f"), d.col("m.k"))) {
        Dataset<Row> once = d.select(d.col("s"), d.col("m"), field.as("x"), field);
        String name = once.columns()[3];
        Dataset<Row> twice = once.select(col("s"), col("m"), field, col(name).plus(1).as("g"));
        p.rows("dropped " + name, () -> twice.drop(once.col(name)));
        p.rows("selected " + name, () -> twice.select(once.col(name)));
        Dataset<Row> limited = once.limit(10).select(col("s"), col("m"), field);
        p.rows("sorted " + name, () -> limited.orderBy("s.f").select(limited.col(name)));
      }
    }).hasColumns("dropped f", "s", "m", "f", "g").succeeds("sorted f");
  }

  @Test
  void columnWithoutAName() {
    Lockstep.run(p -> {
      var none = new org.apache.spark.sql.types.StructField(null, org.apache.spark.sql.types.DataTypes.IntegerType, true, org.apache.spark.sql.types.Metadata.empty());
      var schema = new org.apache.spark.sql.types.StructType(new org.apache.spark.sql.types.StructField[] {none}).add("a", "int");
      Dataset<Row> d = p.spark.createDataFrame(List.of(org.apache.spark.sql.RowFactory.create(1, 2)), schema);
      p.rows("select", () -> d.select(col("a")));
      p.rows("filter", () -> d.filter("a > 1").select("a"));
      p.rows("add", () -> d.withColumn("n", col("a")).select("n"));
      p.rows("drop", () -> d.drop("a"));
    }).gives("select", row(2));
  }

  /** An extension's rule may want to see the whole plan, unless it is said not to. */
  @Test
  void stepsAsideForExtensions() {
    SparkSession before = SparkSession.active();
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
    try {
      List<Integer> depths = new java.util.concurrent.CopyOnWriteArrayList<>();
      SparkSession spark = SparkSession.builder().withExtensions(new scala.runtime.AbstractFunction1<>() {
        @Override
        public scala.runtime.BoxedUnit apply(org.apache.spark.sql.SparkSessionExtensions extensions) {
          extensions.injectCheckRule(session -> new scala.runtime.AbstractFunction1<>() {
            @Override
            public scala.runtime.BoxedUnit apply(LogicalPlan plan) {
              depths.add(plan.collectLeaves().head().output().size());
              return scala.runtime.BoxedUnit.UNIT;
            }
          });
          return scala.runtime.BoxedUnit.UNIT;
        }
      }).getOrCreate();
      spark.conf().set(Sessions.ENABLED, "true");
      Dataset<Row> d = spark.range(3).selectExpr("id", "id + 1 as a");
      depths.clear();
      try (RefusalLog log = RefusalLog.ofIncrementalAnalysis()) {
        d.withColumn("n", lit(1));
        assertThat(log.reasons()).containsExactly("EXTENSION_RULES");
      }
      assertThat(depths).as("columns of the leaf that the extension saw").containsExactly(1);
      depths.clear();
      spark.conf().set(SAFE_RULES, "com.example.,org.flatplan.tests.IncrementalAnalysisTest");
      d.withColumn("n", lit(1));
      assertThat(depths).containsExactly(0);
    } finally {
      SparkSession.setDefaultSession(before);
      SparkSession.setActiveSession(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "spark.sql.analyzer.singlePassResolver.enabledTentatively, true, OTHER_RESOLVER",
    "spark.sql.analyzer.earlyCollapseProject.enabled, false, ",
    "spark.sql.analyzer.earlyCollapseProject.incrementalAnalysis.enabled, false, "
  })
  void settingsThatTurnItOff(String setting, String value, String reason) {
    SparkSession spark = Sessions.open(true);
    Dataset<Row> d = base(spark);
    spark.conf().set(setting, value);
    try (RefusalLog log = RefusalLog.ofIncrementalAnalysis()) {
      d.withColumn("n", lit(1));
      assertThat(log.lines()).noneMatch(line -> line.contains("looked at"));
      assertThat(log.reasons()).isEqualTo(reason == null ? java.util.Set.of() : java.util.Set.of(reason));
    }
  }

  @AfterEach
  void noTemporaryLeftovers() {
    SparkSession.active().catalog().clearCache();
  }
}
