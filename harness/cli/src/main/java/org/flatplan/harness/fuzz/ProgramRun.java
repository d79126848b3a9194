/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.flatplan.harness.jvm.PlanSize;

/** One run of a program, and what it shows. */
final class ProgramRun {
  private final FuzzProgram program;
  private final SparkSession spark;
  private final Path folder;
  private final ProgramRunner.Mode mode;
  private final StepCalls calls;
  private final Looks looks;
  private final Map<Integer, Known> known;
  private final Map<Integer, Dataset<Row>> built = new HashMap<>();
  private final Set<Integer> failed = new HashSet<>();
  private final List<Observation> observations = new ArrayList<>();
  private long nanos;

  ProgramRun(FuzzProgram program, SparkSession spark, Sources sources, Path folder, ProgramRunner.Mode mode) {
    this.program = program;
    this.spark = spark;
    this.folder = folder;
    this.mode = mode;
    this.calls = new StepCalls(spark, sources, folder, built);
    this.looks = new Looks(program);
    this.known = Known.of(program);
  }

  Trace trace() {
    FunctionCalls.take();
    if (mode != ProgramRunner.Mode.ON) {
      program.steps().forEach(step -> step(step, null));
      end();
      return new Trace(List.copyOf(observations), Map.of());
    }
    try (CoverageLog coverage = new CoverageLog()) {
      program.steps().forEach(step -> step(step, coverage));
      Map<String, Long> counts = coverage.counts();
      end();
      return new Trace(List.copyOf(observations), counts);
    }
  }

  private void step(Step step, CoverageLog coverage) {
    if (step.needsAny(failed)) {
      failed.add(step.id());
      same(step, "skipped", "for want of an input");
      return;
    }
    long begin = System.nanoTime();
    Dataset<Row> dataset;
    try {
      dataset = calls.call(step);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      failed.add(step.id());
      same(step, "error", Shown.error("build", e));
      FunctionCalls.take();
      return;
    } finally {
      nanos += System.nanoTime() - begin;
    }
    functions(step);
    // A step that builds none stands for its input.
    built.put(step.id(), dataset == null ? built.get(step.inputs().get(0)) : dataset);
    if (dataset == null) {
      return;
    }
    if (coverage != null && !step.inputs().isEmpty() && built.get(step.inputs().get(0)) != null) {
      coverage.look(built.get(step.inputs().get(0)), dataset);
    }
    same(step, "columns", Arrays.toString(dataset.columns()));
    same(step, "schema", Shown.schema(dataset.schema().json()));
    plan(step, dataset);
    if (looks.atRows(step.id())) {
      rows(step, dataset);
    }
    if (looks.atFiles(step.id()) && !dataset.isStreaming()) {
      files(step, dataset);
    }
    if (step.rule() == Rule.WRITE_PARQUET) {
      guarded(step, "file schema", () -> WrittenFile.schema(folder.resolve(step.texts().get(0))));
    }
  }

  private void plan(Step step, Dataset<Row> dataset) {
    PlanSize analyzed = PlanSize.of(Plans.execution(dataset).analyzed());
    atMost(step, "analyzed depth", analyzed.depth());
    atMost(step, "analyzed projects", analyzed.projects());
    // A stream is optimized batch by batch.
    if (!looks.atPlan(step.id()) || dataset.isStreaming()) {
      return;
    }
    try {
      var plan = Plans.execution(dataset).optimizedPlan();
      PlanSize optimized = PlanSize.of(plan);
      atMost(step, "optimized projects", optimized.projects());
      atMost(step, "optimized expensive", Plans.expensive(plan));
      atMost(step, "optimized depth", optimized.depth());
      atMost(step, "optimized nodes", optimized.nodes());
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      same(step, "optimizer", Shown.error("run", e));
      FunctionCalls.take();
    }
    functions(step);
  }

  private void rows(Step step, Dataset<Row> dataset) {
    Known what = known.get(step.id());
    if (what.rows() == Known.Rows.NOTHING) {
      // Values that differ from run to run may decide whether the query fails.
      ignored(step, dataset);
      return;
    }
    boolean done = guarded(step, "rows", () -> {
      List<Row> rows = all(step, dataset);
      List<String> shown = Shown.rows(rows);
      return switch (what.stream() && what.rows() == Known.Rows.IN_ORDER ? Known.Rows.ANY_ORDER : what.rows()) {
        case IN_ORDER -> shown.toString();
        case ANY_ORDER -> "sorted " + shown.stream().sorted().toList();
        case NUMBER -> shown.size() + " rows";
        case NOTHING -> throw new IllegalStateException();
      };
    });
    // How far a query came before it failed is not defined.
    if (done) {
      functions(step);
    } else {
      FunctionCalls.take();
    }
  }

  private void ignored(Step step, Dataset<Row> dataset) {
    try {
      all(step, dataset);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      // As said.
    }
    FunctionCalls.take();
  }

  private List<Row> all(Step step, Dataset<Row> dataset) throws Exception {
    return dataset.isStreaming() ? streamed(step, dataset) : dataset.collectAsList();
  }

  private List<Row> streamed(Step step, Dataset<Row> dataset) throws Exception {
    String name = "stream" + step.id();
    StreamingQuery query = dataset.writeStream().format("memory").queryName(name).trigger(Trigger.AvailableNow()).start();
    try {
      query.awaitTermination();
      return spark.table(name).collectAsList();
    } finally {
      query.stop();
      spark.catalog().dropTempView(name);
    }
  }

  private void files(Step step, Dataset<Row> dataset) {
    guarded(step, "files", () -> Arrays.stream(dataset.inputFiles()).map(file -> Shown.neutral(file.replaceAll(".*/", ""))).sorted().toList().toString());
    functions(step);
  }

  private interface Look {
    String look() throws Exception;
  }

  private boolean guarded(Step step, String what, Look look) {
    String shown;
    boolean done = false;
    try {
      shown = look.look();
      done = true;
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      shown = Shown.error("run", e);
    }
    same(step, what, shown);
    return done;
  }

  private void functions(Step step) {
    FunctionCalls.take().forEach((function, number) -> same(step, "calls of " + function, number.toString()));
  }

  private void end() {
    calls.observations().forEach((id, observation) -> {
      waitForListeners();
      observations.add(Observation.same(id, "observed", observed(observation.future().value())));
    });
    observations.add(Observation.atMost(-1, "millis", nanos / 1_000_000));
  }

  // A query that fails on the way ends the observation, too.
  private static String observed(scala.Option<scala.util.Try<Row>> value) {
    if (value.isEmpty()) {
      return "nothing";
    }
    return value.get().isSuccess() ? Shown.rows(List.of(value.get().get())).toString() : Shown.error("run", value.get().failed().get());
  }

  private void waitForListeners() {
    try {
      spark.sparkContext().listenerBus().waitUntilEmpty();
    } catch (java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException("the listeners do not keep up", e);
    }
  }

  private void same(Step step, String what, String value) {
    observations.add(Observation.same(step.id(), what, value));
  }

  private void atMost(Step step, String what, long value) {
    observations.add(Observation.atMost(step.id(), what, value));
  }
}
