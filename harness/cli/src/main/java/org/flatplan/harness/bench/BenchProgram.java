/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.QueryExecution;
import org.flatplan.harness.jvm.PlanSize;

/**
 * Measures one workload once, in a JVM of its own: warms up, starts from a table, and times the calls, the optimization, the planning and
 * the first job. Writes a line for each phase that begins, with the time, and one with what it saw.
 *
 * <p>Arguments: workload, columns, variant, result file, scratch folder.
 */
public final class BenchProgram {
  /** Size of the unmeasured runs before the measured one. */
  static final int WARM_UP_COLUMNS = 50;
  /** Their number. */
  static final int WARM_UP_RUNS = 2;
  static final String RULE = "org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject";
  /** What Spark itself exits with when the heap is full. */
  static final int OUT_OF_MEMORY_EXIT = 52;
  private static final String SETTING = "spark.sql.analyzer.earlyCollapseProject.enabled";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Workload workload;
  private final Variant variant;
  private final Path result;
  private Phase phase = Phase.START;
  private long begin;
  private final Map<Phase, Times> times = new LinkedHashMap<>();
  private SparkSession spark;
  private PlanSize analyzed;
  private PlanSize optimized;
  private RowSums rows;

  private interface Step<T> {
    T run();
  }

  private BenchProgram(Workload workload, Variant variant, Path result) {
    this.workload = workload;
    this.variant = variant;
    this.result = result;
  }

  /** Entry point. */
  public static void main(String[] arguments) throws IOException {
    BenchProgram program = new BenchProgram(Workload.of(arguments[0]), Variant.of(arguments[2]), Path.of(arguments[3]));
    Throwable thrown = null;
    try {
      program.run(Integer.parseInt(arguments[1]), arguments[4]);
    } catch (Throwable any) {
      thrown = any;
    }
    try {
      Optional<Outcome> outcome = Outcome.of(thrown);
      if (outcome.isPresent()) {
        program.write("seen", program.seen(outcome.get(), thrown));
        // Halt: after an error Spark's own shutdown may hang, and there is nothing left to lose.
        Runtime.getRuntime().halt(0);
      }
      thrown.printStackTrace();
    } catch (OutOfMemoryError again) {
      Runtime.getRuntime().halt(OUT_OF_MEMORY_EXIT);
    }
    Runtime.getRuntime().halt(1);
  }

  private void run(int columns, String scratch) throws IOException {
    enter(Phase.START);
    spark = session(scratch);
    enter(Phase.WARM_UP);
    for (int i = 0; i < WARM_UP_RUNS; i++) {
      measure(WARM_UP_COLUMNS, false);
    }
    measure(columns, true);
  }

  private SparkSession session(String scratch) {
    SparkSession.Builder builder = SparkSession.builder().master("local[2]").appName("flatplan bench")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", Path.of(scratch, "warehouse").toUri().toString())
        .config("spark.local.dir", scratch);
    return (variant == Variant.OFF ? builder.config(SETTING, "false") : builder).getOrCreate();
  }

  private void measure(int columns, boolean measured) throws IOException {
    Programs programs = new Programs(spark, workload, columns);
    if (measured) {
      enter(Phase.PREPARE);
    }
    Dataset<Row> start = programs.start();
    start.schema();
    if (measured) {
      System.gc();
      heap().forEach(MemoryPoolMXBean::resetPeakUsage);
      begin = System.nanoTime();
    }
    Dataset<Row> frame = timed(Phase.BUILD, measured, () -> variant == Variant.SELECT ? programs.select(start) : programs.loop(start));
    QueryExecution execution = ((org.apache.spark.sql.classic.Dataset<Row>) frame).queryExecution();
    if (measured) {
      analyzed = PlanSize.of(execution.analyzed());
    }
    timed(Phase.OPTIMIZE, measured, execution::optimizedPlan);
    if (measured) {
      optimized = PlanSize.of(execution.optimizedPlan());
    }
    timed(Phase.PLAN, measured, execution::executedPlan);
    List<Row> all = timed(Phase.JOB, measured, frame::collectAsList);
    rows = RowSums.of(frame, all);
    spark.catalog().clearCache();
  }

  private <T> T timed(Phase next, boolean measured, Step<T> step) throws IOException {
    if (!measured) {
      return step.run();
    }
    enter(next);
    long cpu = cpu();
    long wall = System.nanoTime();
    T value = step.run();
    times.put(next, new Times((System.nanoTime() - wall) / 1e6, (cpu() - cpu) / 1e6));
    return value;
  }

  private void enter(Phase next) throws IOException {
    phase = next;
    write("phase", Map.of("name", next, "at", System.currentTimeMillis()));
  }

  private void write(String event, Object value) throws IOException {
    Files.writeString(result, JSON.writeValueAsString(Map.of(event, value)) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private Seen seen(Outcome outcome, Throwable thrown) {
    long peak = heap().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    boolean all = outcome == Outcome.DONE;
    return new Seen(outcome, phase, thrown == null ? null : line(thrown), reached(),
        spark == null ? null : spark.version(), ruleThere(), jvm(), times.get(Phase.BUILD), times.get(Phase.OPTIMIZE), times.get(Phase.PLAN),
        times.get(Phase.JOB), size(analyzed), size(optimized), begin == 0 ? null : peak, all ? rows.number() : null, all ? rows.columns() : null,
        all ? rows.rows() : null, all ? rows.schema() : null);
  }

  private Double reached() {
    if (begin == 0) {
      return null;
    }
    return phase == Phase.JOB ? Double.valueOf(times.get(Phase.BUILD).plus(times.get(Phase.OPTIMIZE)).plus(times.get(Phase.PLAN)).wallMillis())
        : Double.valueOf((System.nanoTime() - begin) / 1e6);
  }

  private static Seen.Size size(PlanSize size) {
    return size == null ? null : new Seen.Size(size.depth(), size.operators(), size.projects(), size.expressions());
  }

  private static boolean ruleThere() {
    try {
      Class.forName(RULE, false, BenchProgram.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static String line(Throwable thrown) {
    return thrown.toString().lines().findFirst().orElse("");
  }

  private static List<MemoryPoolMXBean> heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP).toList();
  }

  private static Seen.Jvm jvm() {
    String collectors = ManagementFactory.getGarbageCollectorMXBeans().stream().map(GarbageCollectorMXBean::getName).collect(Collectors.joining(", "));
    String stack = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).getVMOption("ThreadStackSize").getValue();
    return new Seen.Jvm(Runtime.version().toString(), collectors, Long.parseLong(stack), Runtime.getRuntime().maxMemory() >> 20);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
