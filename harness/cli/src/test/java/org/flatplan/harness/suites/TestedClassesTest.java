/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flatplan.harness.prove.Digests;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestedClassesTest {
  private static final SuiteLayout.Configuration NOTHING = new SuiteLayout.Configuration(List.of(), Map.of(), Map.of(), List.of());
  private static final String RULE = "org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject";
  private static final String CALLER = "org.apache.spark.sql.execution.QueryExecution";

  @TempDir
  Path folder;
  private Path sql;
  private Path catalyst;
  private SuiteLayout.Module module;
  private SuiteLayout layout;

  @BeforeEach
  void classes() throws IOException {
    sql = folder.resolve("sql");
    catalyst = folder.resolve("our catalyst");
    write(sql, CALLER, "caller");
    write(catalyst, RULE, "rule");
    module = new SuiteLayout.Module("sql", "spark-sql_2.13", "sql/core", "00", folder.resolve("tests"), List.of(), List.of(), List.of(sql, catalyst),
        NOTHING, NOTHING);
    layout = new SuiteLayout("4.2.0", "2.13", "4.2", folder, List.of(module));
  }

  private static void write(Path root, String name, String text) throws IOException {
    Path file = root.resolve(name.replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static String sum(String text) {
    return Digests.sha256(text.getBytes(StandardCharsets.UTF_8));
  }

  private String rebuiltKey() {
    return new TestedClasses(layout, Target.REBUILT).key(module);
  }

  private String objection(Target target, String name, String sha256, String source) {
    return new TestedClasses(layout, target).objection(module, name, sha256, source).orElse("none");
  }

  @Test
  void theKeyOfTheReleaseIsItsVersion() {
    assertThat(new TestedClasses(layout, Target.STOCK).key(module)).isEqualTo("4.2.0");
  }

  @Test
  void theKeyOfTheRebuildChangesWithAnyOfItsClasses() throws IOException {
    String before = rebuiltKey();
    assertThat(before).matches("[0-9a-f]{12}").isEqualTo(rebuiltKey());
    write(sql, CALLER, "another caller");
    String changed = rebuiltKey();
    write(catalyst, "a.New", "");
    assertThat(List.of(before, changed, rebuiltKey())).doesNotHaveDuplicates();
  }

  @Test
  void theKeyOfTheRebuildDoesNotDependOnWhereItIs() throws IOException {
    String before = rebuiltKey();
    Path elsewhere = Files.move(sql, folder.resolve("elsewhere"));
    module = new SuiteLayout.Module("sql", "spark-sql_2.13", "sql/core", "00", folder, List.of(), List.of(), List.of(elsewhere, catalyst), NOTHING, NOTHING);
    assertThat(rebuiltKey()).isEqualTo(before);
  }

  @Test
  void theClassesOfTheRebuildAreWelcomeOnTheRebuild() {
    assertThat(objection(Target.REBUILT, RULE, sum("rule"), catalyst.toUri().toString())).isEqualTo("none");
    assertThat(objection(Target.REBUILT, CALLER, sum("caller"), sql.toUri().toString())).isEqualTo("none");
  }

  @Test
  void otherClassesAreNotWelcomeOnTheRebuild() {
    assertThat(objection(Target.REBUILT, RULE, sum("stock"), catalyst.toUri().toString())).contains("with the checksum " + sum("stock"));
    assertThat(objection(Target.REBUILT, RULE, sum("rule"), sql.toUri().toString())).contains("not from " + catalyst);
    assertThat(objection(Target.REBUILT, RULE, null, null)).contains("with the checksum null");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "jrt:/java.base"})
  void aClassFromNowhereIsNotWelcomeOnTheRebuild(String source) {
    assertThat(objection(Target.REBUILT, RULE, sum("rule"), source)).isEqualTo("the JVM loaded " + RULE + " from " + source + ", not from " + catalyst);
  }

  @Test
  void aRebuildWithoutTheRuleIsNone() throws IOException {
    Files.delete(catalyst.resolve(RULE.replace('.', '/') + ".class"));
    assertThat(objection(Target.REBUILT, RULE, null, null)).isEqualTo(RULE + " is not among the rebuilt classes of sql");
  }

  @Test
  void aModuleNeedNotHaveTheClassThatCallsTheRule() throws IOException {
    Files.delete(sql.resolve(CALLER.replace('.', '/') + ".class"));
    assertThat(objection(Target.REBUILT, CALLER, null, null)).isEqualTo("none");
  }

  @Test
  void theReleaseHasNoRule() {
    assertThat(objection(Target.STOCK, RULE, null, null)).isEqualTo("none");
    assertThat(objection(Target.STOCK, CALLER, sum("stock"), "file:/spark-sql.jar")).isEqualTo("none");
    assertThat(objection(Target.STOCK, RULE, sum("rule"), "file:/ours/")).isEqualTo(RULE + " is on the class path of the release, in file:/ours/");
  }
}
