/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.flatplan.harness.cli.Flatplan;
import org.flatplan.harness.prove.Digests;
import org.flatplan.harness.prove.RebuildReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class OverlayCommandTest {
  @TempDir
  Path temp;
  private FakeSpark spark;
  private Path clone;
  private StringWriter out;
  private StringWriter err;

  @BeforeEach
  void build() throws IOException {
    spark = FakeSpark.distribution(temp);
    clone = Files.createDirectories(temp.resolve("clone"));
    report("pass");
    Path folder = Files.createDirectories(clone.resolve("harness/proof/target"));
    Files.writeString(folder.resolve("classpath-stock.txt"), spark.release("catalyst") + File.pathSeparator + spark.release("sql") + "\n");
    Files.writeString(folder.resolve("classpath-rebuilt.txt"), spark.rebuilt("catalyst", 1) + File.pathSeparator + spark.rebuilt("sql", 1) + "\n");
  }

  private void report(String verdict) throws IOException {
    List<RebuildReport.Module> modules = new ArrayList<>();
    for (String module : List.of("catalyst", "sql")) {
      modules.add(new RebuildReport.Module(module, "spark-" + module + "_" + FakeSpark.SCALA, input(spark.rebuilt(module, 1)),
          input(spark.release(module)), input(spark.release(module)), "", Map.of(), List.of(), new TreeMap<>(), List.of(),
          new RebuildReport.Signatures(List.of(), List.of(), List.of())));
    }
    RebuildReport report = new RebuildReport(1, verdict, "2026-01-01T00:00:00Z", "9.8", FakeSpark.VERSION, FakeSpark.VERSION + "-flatplan.1",
        new TreeMap<>(), List.of(), modules, List.of(), List.of());
    Files.createDirectories(clone.resolve("target/report"));
    Files.writeString(clone.resolve("target/report/rebuild-report.json"), report.toJson());
  }

  private static RebuildReport.Input input(Path file) throws IOException {
    return new RebuildReport.Input(file.getFileName().toString(), Digests.sha256(file), Files.size(file));
  }

  private int run(String... options) {
    out = new StringWriter();
    err = new StringWriter();
    CommandLine line = Flatplan.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    List<String> all = new ArrayList<>(List.of("overlay", "--home", clone.toString()));
    all.addAll(List.of(options));
    return line.execute(all.toArray(String[]::new));
  }

  private JsonNode json(String... options) throws IOException {
    List<String> all = new ArrayList<>(List.of("--json", spark.home.toString()));
    all.addAll(List.of(options));
    run(all.toArray(String[]::new));
    return new ObjectMapper().readTree(out.toString());
  }

  @Test
  void theWholeWay() throws IOException {
    SortedMap<String, String> before = spark.snapshotOfFiles();
    String home = spark.home.toString();
    assertThat(run("--verify", home)).isEqualTo(1);
    assertThat(run("--undo", home)).isZero();
    assertThat(out.toString()).contains("nothing to undo");
    assertThat(run("--dry-run", home)).isZero();
    assertThat(spark.snapshotOfFiles()).isEqualTo(before);
    assertThat(run(home)).isZero();
    assertThat(out.toString()).contains("9.8.7-flatplan.1 is laid over it", "restart");
    assertThat(spark.inPlace()).containsExactly("one", "one");
    assertThat(spark.record().flatplan()).startsWith("flatplan ");
    assertThat(run("--verify", home)).isZero();
    assertThat(run(home)).isZero();
    assertThat(out.toString()).contains("nothing changed");
    assertThat(run("--undo", home)).isZero();
    assertThat(spark.snapshotOfFiles()).isEqualTo(before);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void everyAnswerIsThereAsJson() throws IOException {
    JsonNode tried = json("--dry-run");
    assertThat(tried.path("dryRun").asBoolean()).isTrue();
    assertThat(tried.path("changed").asBoolean()).isTrue();
    JsonNode done = json();
    assertThat(done.path("steps").get(1).path("file").asText()).isEqualTo(FakeSpark.SQL);
    assertThat(done.path("steps").get(1).path("found").asText()).isEqualTo("release");
    assertThat(done.path("steps").get(1).path("matched").asText()).isEqualTo("bytes");
    assertThat(json().path("changed").asBoolean()).isFalse();
    JsonNode verified = json("--verify");
    assertThat(verified.path("complete").asBoolean()).isTrue();
    assertThat(verified.path("state").asText()).isEqualTo("done");
    assertThat(verified.path("jars").get(0).path("state").asText()).isEqualTo("ours");
    assertThat(verified.path("jars").get(0).path("original").asText()).isEqualTo("kept");
    assertThat(json("--undo").path("action").asText()).isEqualTo("undo");
  }

  @Test
  void aRefusalIsOneLineAndExitsWithTwo() throws IOException {
    FakeSpark.jar(spark.jars.resolve(FakeSpark.SQL), FakeSpark.entries("spark-sql", FakeSpark.VERSION, "altered"));
    assertThat(run(spark.home.toString())).isEqualTo(2);
    assertThat(err.toString()).startsWith("flatplan overlay: ").contains("org/spark-sql/A.class").hasLineCount(1);
    assertThat(out.toString()).isEmpty();
    assertThat(run("--verify", spark.home.toString())).isEqualTo(1);
    assertThat(run(temp.resolve("nowhere").toString())).isEqualTo(2);
    assertThat(run("")).isEqualTo(2);
    assertThat(err.toString()).contains("SPARK_HOME is empty");
    assertThat(run()).isEqualTo(2);
    assertThat(run("--undo", "--verify", spark.home.toString())).isEqualTo(2);
  }

  @Test
  void onlyProvedJarsAreLaidOver() throws IOException {
    SortedMap<String, String> before = spark.snapshot();
    report("fail");
    assertThat(run(spark.home.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("is not proved");
    report("pass");
    Files.copy(spark.rebuilt("sql", 2), spark.rebuilt("sql", 1), StandardCopyOption.REPLACE_EXISTING);
    assertThat(run(spark.home.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("sql-1.jar is not the jar that the rebuild report speaks of; run 'mvn package' again");
    Files.writeString(clone.resolve("harness/proof/target/classpath-rebuilt.txt"), spark.rebuilt("catalyst", 1) + "\n");
    assertThat(run(spark.home.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("the class path has no sql-1.jar");
    Files.delete(clone.resolve("target/report/rebuild-report.json"));
    assertThat(run(spark.home.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("run 'mvn package' first").hasLineCount(1);
    assertThat(spark.snapshot()).isEqualTo(before);
  }

  @Test
  void theHelpTellsWhatMatters() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("Usage: flatplan overlay", "SPARK_HOME", "--undo", "--verify", "--dry-run", "--json", "restart it", "symbolic link",
        "exits with 0");
  }
}
