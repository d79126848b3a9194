// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.current_date;
import static org.apache.spark.sql.functions.current_timestamp;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.localtimestamp;
import static org.flatplan.tests.Program.row;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.execution.streaming.runtime.StreamingQueryWrapper;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What Spark replaces in the columns of an analyzed plan leaves the entries below to be found. */
class CacheReplacedLeavesTest {

  private static Dataset<Row> withMoments(Dataset<Row> d) {
    return d.withColumn("now", current_timestamp())
        .withColumn("day", current_date())
        .withColumn("local", localtimestamp())
        .withColumn("again", current_timestamp())
        .withColumn("z", lit(1));
  }

  /** Records what the batch of a stream that is joined with {@code d} reads, and its rows. */
  private static void stream(CacheSteps c, String name, Dataset<Row> d) throws Exception {
    Dataset<Row> stream = c.spark().readStream().schema("k int, a int, b int").parquet(CacheSteps.baseFile()).select("k");
    StreamingQuery query = stream.join(d, "k").select("k", "c").writeStream()
        .format("memory").queryName("replaced_leaves").trigger(Trigger.AvailableNow()).start();
    query.processAllAvailable();
    query.awaitTermination();
    var batch = ((StreamingQueryWrapper) query).streamingQuery().lastExecution();
    c.p().value(name, () -> CacheState.of(c.spark()).readBy(batch.withCachedData()));
    c.p().unordered(name + " rows", () -> c.spark().table("replaced_leaves"));
  }

  @Test
  void theMomentOfABatchStandsForTheCurrentTime() {
    Lockstep run = CacheSteps.run(c -> {
      Dataset<Row> d = c.base().withColumn("c", col("a").plus(1)).filter("k > 1");
      Dataset<Row> moments = withMoments(d).filter("now > timestamp'2020-01-01' and k < 9");
      d.cache();
      c.plan("batch query", () -> moments.withColumn("y", lit(1)));
      stream(c, "below the moments", moments.withColumn("y", lit(1)));
      stream(c, "twice", moments.withColumn("x", lit(1)).join(moments.withColumn("x", lit(2)).select("k", "x"), "k"));
      c.uncache(d, true);
      moments.cache();
      stream(c, "above the moments", moments.withColumn("y", lit(1)));
    });
    run.is("batch query reads", List.of(0)).is("below the moments", List.of(0)).is("twice", List.of(0, 0)).is("above the moments", List.of());
    run.gives("below the moments rows", row(3, 31), row(5, 51)).gives("above the moments rows", row(3, 31), row(5, 51));
    run.merged("batch query");
  }

  /** A catalog of one table, {@code t(x int)}, that has other rows with each version: 1 and 11, 3 and 31, 5 and 51. */
  public static final class Versions implements TableCatalog {
    static volatile int now;

    private record Version(int number) implements SupportsRead, ScanBuilder, LocalScan {
      @Override
      public String name() {
        return "t";
      }

      @Override
      public Column[] columns() {
        return new Column[] {Column.create("x", DataTypes.IntegerType)};
      }

      @Override
      public String version() {
        return Integer.toString(number);
      }

      @Override
      public Set<TableCapability> capabilities() {
        return Set.of(TableCapability.BATCH_READ);
      }

      @Override
      public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        return this;
      }

      @Override
      public Scan build() {
        return this;
      }

      @Override
      public StructType readSchema() {
        return StructType.fromDDL("x int");
      }

      @Override
      public InternalRow[] rows() {
        int x = 2 * number - 1;
        return new InternalRow[] {new GenericInternalRow(new Object[] {x}), new GenericInternalRow(new Object[] {10 * x + 1})};
      }
    }

    @Override
    public void initialize(String name, CaseInsensitiveStringMap options) {}

    @Override
    public String name() {
      return "versions";
    }

    @Override
    public Identifier[] listTables(String[] namespace) {
      return new Identifier[] {Identifier.of(namespace, "t")};
    }

    @Override
    public Table loadTable(Identifier ident) {
      return new Version(now);
    }

    @Override
    public Table alterTable(Identifier ident, TableChange... changes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean dropTable(Identifier ident) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void renameTable(Identifier oldIdent, Identifier newIdent) {
      throw new UnsupportedOperationException();
    }
  }

  /** Calls that read the table in a subquery. */
  enum Reading {
    COLUMN(d -> d.withColumn("m", expr("(select max(x) from versions.n.t)"))),
    COLUMN_TWICE(d -> d.withColumn("m", expr("1 + (select max(x) from versions.n.t)")).withColumn("n", expr("m + (select min(x) from versions.n.t)"))),
    NESTED(d -> d.withColumn("m", expr("(select max(a) from values (1) v(a) where a > (select max(x) from versions.n.t))"))),
    FILTER(d -> d.filter("k in (select x from versions.n.t)")),
    CORRELATED_FILTER(d -> d.filter("exists (select 1 from versions.n.t where x = c)"));

    final UnaryOperator<Dataset<Row>> call;

    Reading(UnaryOperator<Dataset<Row>> call) {
      this.call = call;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNewVersionOfTheTableOfASubquery(Reading reading) {
    Lockstep run = CacheSteps.run(c -> {
      c.spark().conf().set("spark.sql.catalog.versions", Versions.class.getName());
      Versions.now = 1;
      Dataset<Row> d = c.base().withColumn("c", col("a").plus(1));
      UnaryOperator<Dataset<Row>> more = x -> x.withColumn("z", lit(1)).withColumn("y", col("z").plus(1));
      Dataset<Row> read = reading.call.apply(d.withColumn("b", lit(2)));
      d.cache();
      c.query("same version", () -> more.apply(read));
      Dataset<Row> next = more.apply(read);
      Dataset<Row> joined = read.join(next.withColumn("c", lit(1)), "k");
      Versions.now = 2;
      c.query("next version", () -> next);
      c.query("joined", () -> joined);
      c.uncache(d, true);
      Dataset<Row> whole = more.apply(read).cache();
      c.query("whole", () -> whole.withColumn("w", lit(1)));
      Versions.now = 3;
      c.query("whole of before", () -> whole.withColumn("w", lit(1)));
    });
    run.is("same version reads", List.of(0)).is("next version reads", List.of(0)).is("joined reads", List.of(0, 0));
    run.is("whole reads", List.of(0)).is("whole of before reads", List.of()).merged("next version");
  }
}
