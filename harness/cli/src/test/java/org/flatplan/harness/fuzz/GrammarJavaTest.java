/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Java of a program compiles as a test would have it, for each production. */
class GrammarJavaTest {
  // What the tests folder has.
  private static final String STUBS = """
      import java.util.concurrent.Callable;
      import org.apache.spark.sql.*;
      import static org.apache.spark.sql.functions.*;
      interface Text { void run(Program p) throws Exception; }
      abstract class Program {
        SparkSession spark; boolean rule;
        abstract Dataset<Row> step(String name, Callable<Dataset<Row>> build);
        abstract void rows(String name, Callable<Dataset<Row>> build);
        abstract void unordered(String name, Callable<Dataset<Row>> build);
        abstract void value(String name, Callable<?> value);
      }
      class Lockstep { static void run(Text text) {} }
      class Calls { static void hit(String name) {} }
      class Sessions { static java.nio.file.Path scratch(String name) { return null; } }
      class PlanShape { static org.apache.spark.sql.catalyst.plans.logical.LogicalPlan logicalPlan(Dataset<?> d) { return null; } }
      """;

  @TempDir
  Path folder;

  @Test
  @Timeout(120)
  void eachProductionCompiles() throws Exception {
    Set<Rule> missing = EnumSet.allOf(Rule.class);
    StringBuilder text = new StringBuilder(STUBS).append("class Pasted {\n");
    int number = 0;
    for (long seed = 0; seed < 3000 && !missing.isEmpty(); seed++) {
      FuzzProgram program = ProgramGenerator.program(seed, ProgramTestSupport.STEPS);
      if (program.steps().stream().anyMatch(step -> missing.remove(step.rule()))) {
        program.steps().forEach(step -> missing.remove(step.rule()));
        text.append("void test").append(number++).append("() {\n").append(program.java()).append("}\n");
      }
    }
    assertThat(missing).isEmpty();
    Path source = Files.writeString(folder.resolve("Pasted.java"), text.append("}\n"));
    List<String> options = new ArrayList<>(List.of("-d", folder.toString(), "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path").replace(';', File.pathSeparatorChar)));
    StringWriter messages = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var files = compiler.getStandardFileManager(null, null, null);
    boolean compiled = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source)).call();
    assertThat(compiled).as(messages.toString()).isTrue();
  }

  @Test
  void textsAreQuoted() {
    Step step = new Step(3, Rule.WITH_COLUMN, List.of(1), List.of("a\"b", "regexp_replace(s, '\\\\d', '$1')"));
    assertThat(step.call()).isEqualTo("d1.withColumn(\"a\\\"b\", expr(\"regexp_replace(s, '\\\\\\\\d', '$1')\"))");
  }
}
