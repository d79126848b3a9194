/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.flatplan.harness.jvm.SparkJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the generator writes, without running it. */
class ProgramGeneratorTest {
  private static final int PROGRAMS = 1000;
  private static final List<FuzzProgram> ALL = LongStream.range(0, PROGRAMS).mapToObj(seed -> ProgramGenerator.program(seed, ProgramTestSupport.STEPS)).toList();

  @Test
  @Timeout(60)
  void anotherJvmWritesTheSame() throws Exception {
    String classpath = SparkJvm.jarOf(ProgramTestSupport.class) + File.pathSeparator + System.getProperty("java.class.path");
    Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp", classpath,
        ProgramTestSupport.class.getName()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String there = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).isZero();
    assertThat(there).isEqualTo(ProgramTestSupport.sum());
  }

  @Test
  void eachProductionIsHit() {
    Map<Rule, Integer> hits = new EnumMap<>(Rule.class);
    ALL.forEach(program -> program.steps().forEach(step -> hits.merge(step.rule(), 1, Integer::sum)));
    for (Rule rule : Rule.values()) {
      assertThat(hits.getOrDefault(rule, 0)).as("steps of %s in %s programs", rule, PROGRAMS).isGreaterThanOrEqualTo(50);
    }
  }

  @Test
  void sizesKeepTheLimit() {
    Map<Boolean, Integer> sizes = new TreeMap<>();
    for (FuzzProgram program : ALL) {
      assertThat(program.steps()).hasSizeBetween(8, ProgramTestSupport.STEPS);
      sizes.merge(program.steps().size() <= 25, 1, Integer::sum);
    }
    assertThat(sizes.get(true)).isGreaterThan(PROGRAMS * 3 / 4);
    assertThat(sizes.get(false)).isGreaterThan(PROGRAMS / 20);
    assertThat(ProgramGenerator.program(3, 5).steps()).hasSizeLessThanOrEqualTo(5).isNotEmpty();
  }

  @Test
  void inputsComeBefore() {
    for (FuzzProgram program : ALL) {
      Set<Integer> before = new HashSet<>();
      for (Step step : program.steps()) {
        assertThat(before).as("seed %s, %s", program.seed(), step).containsAll(step.inputs());
        assertThat(before.add(step.id())).isTrue();
      }
    }
  }

  @Test
  void neighboringSeedsDiffer() {
    assertThat(ALL.stream().map(program -> program.steps().toString()).distinct().count()).isGreaterThan(PROGRAMS - 5);
  }
}
