/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the same programs on the distribution and on that of the release. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class DistributionTest {
  private static final String PROGRAMS = System.getProperty("dist.programs");
  private static final int COLUMNS = Integer.getInteger("dist.columns");
  /** A server builds the plan of a client anew for each request. */
  private static final int CLIENT_COLUMNS = Math.min(COLUMNS, 60);
  private static final int ROWS = 1_000;
  /** The release's plans are too deep for the stack that there is by default. */
  private static final String STACK = "-Xss64m";

  /** The table that programs read, and what the release's distribution makes of it on a cluster. */
  @TempDir
  static Path shared;
  private static Path input;
  private static Path oracle;

  @TempDir
  Path folder;

  @BeforeAll
  static void runOnTheRelease() throws IOException, InterruptedException {
    input = shared.resolve("input");
    oracle = shared.resolve("oracle");
    Program.run(shared, Map.of(), null, List.of(Distribution.stock().script("bin/spark-sql"), "--master", "local[1]",
        "--conf", "spark.ui.enabled=false", "--conf", "spark.sql.catalogImplementation=in-memory", "-S", "-e",
        "INSERT OVERWRITE DIRECTORY '" + input + "' USING parquet SELECT id, CAST(id % 97 AS INT) AS a, concat('k', id % 5) AS b"
            + " FROM range(0, " + ROWS + ", 1, 4)"));
    Program program;
    try (Daemons cluster = Daemons.cluster(Distribution.stock(), shared.resolve("cluster"))) {
      program = Program.run(shared, Map.of(), null, submit(Distribution.stock(), cluster.master(), COLUMNS, oracle));
    }
    assertThat(projects(program.out())).isGreaterThanOrEqualTo(COLUMNS);
    assertThat(Distribution.processes()).isEmpty();
  }

  @AfterEach
  void everyProcessEnded() {
    List<ProcessHandle> left = Distribution.processes();
    left.forEach(ProcessHandle::destroyForcibly);
    assertThat(left).extracting(process -> process.info().commandLine()).isEmpty();
  }

  @Test
  void aProgramOnAClusterThatLosesAWorkerWritesWhatTheReleaseWrites() throws Exception {
    Path undisturbed = folder.resolve("undisturbed");
    Path disturbed = folder.resolve("disturbed");
    Path gate = Files.createDirectories(folder.resolve("gate"));
    Distribution rebuilt = Distribution.rebuilt();
    try (Daemons cluster = Daemons.cluster(rebuilt, folder.resolve("cluster"))) {
      Program first = Program.run(folder, Map.of(), null, submit(rebuilt, cluster.master(), COLUMNS, undisturbed));
      assertThat(projects(first.out())).isEqualTo(1);
      assertThat(first.out()).contains("cached rows: " + ROWS, "InMemoryTableScan");
      assertThat(first.err()).doesNotContain("Lost executor");

      assertThat(cluster.script("start-worker.sh", "one", cluster.master()).err()).contains("worker runs already as process " + cluster.pid("worker", "one"));

      try (Program program = Program.start(folder, Map.of(), null, submit(rebuilt, cluster.master(), COLUMNS, disturbed, gate.toString()))) {
        ProcessHandle executor = executorAt(gate, program);
        ProcessHandle worker = executor.parent().orElseThrow();
        String ident = worker.pid() == cluster.pid("worker", "one") ? "one" : "two";
        assertThat(worker.pid()).isEqualTo(cluster.pid("worker", ident));
        worker.destroyForcibly();
        worker.onExit().get(1, TimeUnit.MINUTES);
        executor.onExit().get(2, TimeUnit.MINUTES);
        Files.createFile(gate.resolve(Gate.OPEN));
        program.succeeds();
        assertThat(projects(program.out())).isEqualTo(1);
        assertThat(program.err()).contains("Lost executor");
        // The file with the id of the one that was killed is still there.
        assertThat(cluster.pidFile("worker", ident)).exists();
        cluster.startWorker(ident);
      }

      Path statements = Files.writeString(folder.resolve("statements.scala"), """
          val factor = 3
          case class Item(number: Int)
          println("sum " + sc.parallelize(1 to 10, 2).map(_ * factor).sum())
          println("items " + spark.range(0, 3, 1, 2).as[Long].map(n => Item(n.toInt * factor)).collect().mkString(" "))
          """);
      Program shell = Program.run(folder, Map.of(), statements, List.of(rebuilt.script("bin/spark-shell"), "--master", cluster.master(),
          "--conf", "spark.ui.enabled=false", "--conf", "spark.sql.catalogImplementation=in-memory"));
      assertThat(shell.out()).contains("sum 165.0", "items Item(0) Item(3) Item(6)").doesNotContain("error:");
    }
    assertSame(oracle, COLUMNS, undisturbed, disturbed);
  }

  @Test
  void aScriptOfStatementsRunsToItsFirstError() throws Exception {
    Path script = Files.writeString(folder.resolve("script.sql"), """
        -- a comment; with a semicolon
        CREATE TABLE t (a INT, b STRING) STORED AS PARQUET;
        INSERT INTO t VALUES (1, 'x;y'), (2, NULL);
        SELECT * FROM t ORDER BY a; /* ; */ SHOW TABLES;
        SELECT named_struct('n', 1.50), array(true, false);
        SELECT no_such_column FROM t;
        SELECT 'never';
        """);
    Path first = Files.writeString(folder.resolve("first.sql"), "SET spark.sql.shuffle.partitions=1; SELECT 'first';");
    try (Program program = Program.start(folder, Map.of(), null, List.of(Distribution.rebuilt().script("bin/spark-sql"), "--master", "local[1]",
        "--conf", "spark.ui.enabled=false", "-S", "-i", first.toString(), "-f", script.toString()))) {
      assertThat(program.exitCode()).isEqualTo(1);
      assertThat(program.out()).isEqualTo("""
          spark.sql.shuffle.partitions\t1
          first
          1\tx;y
          2\tNULL
          t
          {"n":1.50}\t[true,false]
          """);
      assertThat(program.err()).contains("spark-sql: [UNRESOLVED_COLUMN").doesNotContain("\tat ");
      assertThat(folder.resolve("metastore_db")).isDirectory();
    }
  }

  @Test
  void statementsComeFromStandardInputThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("a link"), Path.of(Distribution.rebuilt().script("bin/spark-sql")));
    Path input = Files.writeString(folder.resolve("input"), "BEGIN DECLARE n INT DEFAULT 4; SET n = n + 1; SELECT n; END");
    Program program = Program.run(folder, Map.of(), input, List.of(link.toString(), "--master", "local[1]", "--conf", "spark.ui.enabled=false",
        "--conf", "spark.sql.catalogImplementation=in-memory", "--name", "-e"));
    assertThat(program.out()).isEqualTo("5\n");
    assertThat(program.err()).contains("1 rows");
    Files.delete(link);
  }

  @Test
  void theConnectServerLeavesThePlansOfItsClientsAlone() throws Exception {
    Path output = folder.resolve("output");
    Path log = Files.writeString(Files.createDirectories(folder.resolve("conf")).resolve("log4j2.properties"),
        Files.readString(Distribution.rebuilt().folder().resolve("conf/log4j2.properties.template")).replaceAll("# (?=logger\\.)", ""));
    int port = freePort();
    Program client;
    String server;
    try (Daemons daemons = new Daemons(Distribution.rebuilt(), folder.resolve("server"))) {
      daemons.start("connect-server", "one", "--master", "local[1]", "--conf", "spark.ui.enabled=false",
          "--conf", "spark.sql.catalogImplementation=in-memory", "--conf", "spark.connect.grpc.binding.address=127.0.0.1",
          "--conf", "spark.connect.grpc.binding.port=" + port, "--conf", "spark.connect.grpc.marshallerRecursionLimit=" + 10 * COLUMNS,
          "--driver-java-options", STACK + " -Dlog4j2.configurationFile=" + log.toUri());
      client = Program.run(folder, Map.of("SPARK_REMOTE", "sc://127.0.0.1:" + port), null, clientCommand(output));
      server = daemons.log("connect-server", "one");
    }
    assertThat(projects(client.out())).isGreaterThanOrEqualTo(CLIENT_COLUMNS);
    assertThat(server).contains("EarlyCollapseProject did not merge: PLAN_ID");
    Path release = folder.resolve("release");
    Program.run(folder, Map.of(), null, submit(Distribution.stock(), "local[1]", CLIENT_COLUMNS, release));
    assertSame(release, CLIENT_COLUMNS, output);
  }

  @Test
  void theBillOfMaterialsKnowsTheLicencesOfNearlyAllJars() throws Exception {
    Path home = Distribution.rebuilt().folder();
    long jars;
    try (Stream<Path> files = Files.list(home.resolve("jars"))) {
      jars = files.count();
    }
    // Parents of their POMs have most of them.
    long licensed = Pattern.compile("\"licenses\"\\s*:").matcher(Files.readString(home.resolve("bom.cdx.json"))).results().count();
    assertThat(licensed).isBetween(jars * 95 / 100, jars);
  }

  private void assertSame(Path release, int columns, Path... outputs) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Distribution.stock().script("bin/spark-submit"), "--master", "local[1]",
        "--conf", "spark.ui.enabled=false", "--class", SameTables.class.getName(), PROGRAMS, release.toString()));
    StringBuilder expected = new StringBuilder("rows: " + ROWS + ", columns: " + (columns + 4) + "\n");
    for (int i = 0; i < outputs.length; i++) {
      command.add(outputs[i].toString());
      expected.append("table ").append(i + 1).append(": schema equal, rows equal\n");
    }
    assertThat(Program.run(folder, Map.of(), null, command).out()).isEqualTo(expected.toString());
  }

  private static List<String> submit(Distribution distribution, String master, int columns, Path output, String... more) {
    List<String> command = new ArrayList<>(List.of(distribution.script("bin/spark-submit"), "--master", master, "--deploy-mode", "client",
        "--driver-java-options", STACK,
        "--conf", "spark.ui.enabled=false", "--conf", "spark.sql.shuffle.partitions=2", "--class", ColumnProgram.class.getName(), PROGRAMS,
        Integer.toString(columns), input.toString(), output.toString()));
    command.addAll(List.of(more));
    return command;
  }

  private static List<String> clientCommand(Path output) throws IOException {
    String classpath = PROGRAMS + File.pathSeparator + Files.readString(Path.of(System.getProperty("dist.client.classpath"))).strip();
    return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g", STACK, "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "-cp", classpath, ColumnProgram.class.getName(), Integer.toString(CLIENT_COLUMNS), input.toString(), output.toString());
  }

  /** The executor that waits in the job. */
  private static ProcessHandle executorAt(Path gate, Program program) throws IOException, InterruptedException {
    while (true) {
      try (Stream<Path> marks = Files.list(gate)) {
        String mark = marks.map(each -> each.getFileName().toString()).filter(name -> name.startsWith(Gate.WAITING)).findFirst().orElse(null);
        if (mark != null) {
          return ProcessHandle.of(Long.parseLong(mark.substring(Gate.WAITING.length()))).orElseThrow();
        }
      }
      assertThat(program.runs()).as("the program runs until its job waits: %s", program.err()).isTrue();
      Thread.sleep(100);
    }
  }

  /** Projects of the analyzed plan that was printed. */
  private static long projects(String explained) {
    int start = explained.indexOf("== Analyzed Logical Plan ==");
    int end = explained.indexOf("== Optimized Logical Plan ==");
    assertThat(start).isNotNegative();
    return explained.substring(start, end).lines().filter(line -> line.matches("[ :+-]*Project \\[.*")).count();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
