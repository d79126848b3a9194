/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplatesTest {
  @TempDir
  Path folder;

  @Test
  void everyTemplateIsListed() throws Exception {
    Path resources = Path.of(Templates.class.getResource("/dist/README.md").toURI()).getParent();
    Set<String> files = new TreeSet<>();
    try (Stream<Path> walk = Files.walk(resources)) {
      walk.filter(Files::isRegularFile).forEach(file -> files.add(resources.relativize(file).toString()));
    }
    files.remove("build.properties");
    assertThat(Templates.FILES).containsExactlyInAnyOrderElementsOf(files);
  }

  @Test
  void everyScriptIsSoundShell() throws Exception {
    for (String name : Templates.FILES) {
      if (name.startsWith("bin/") || name.startsWith("sbin/") || name.endsWith(".sh.template")) {
        assertThat(bash("-n", template(name).toString())).as(name).isEmpty();
        assertThat(Templates.read(name)).contains("SPDX-License-Identifier: Apache-2.0");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "--master local -e 'SELECT 1' -S|-e,SELECT 1,-S|--master,local",
      "--name -e -f x|-f,x|--name,-e",
      "--conf=a=b --verbose -e x --supervise|-e,x|--conf=a=b,--verbose,--supervise",
      "-e '--help me'|-e,--help me|",
      "-i a -i b|-i,a,-i,b|"})
  void argumentsAreSorted(String arguments, String own, String submit) throws Exception {
    String script = ". '" + template("bin/common.sh") + "'; sort_arguments -e: -f: -i: -S -- " + arguments
        + "; IFS=,; printf '%s|%s' \"${own[*]-}\" \"${submit[*]-}\"";
    assertThat(bash("-c", "SPARK_HOME=" + folder + "; " + script)).isEqualTo(own + "|" + (submit == null ? "" : submit));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"-e|-e needs a value", "x|'x' is no option; see --help"})
  void argumentsThatAreNoneAreRefused(String arguments, String message) throws Exception {
    assertThat(bash("-c", "SPARK_HOME=" + folder + "; . '" + template("bin/common.sh") + "'; sort_arguments -e: -- " + arguments)).endsWith(message + "\n");
  }

  @Test
  void anOldJavaIsRefused() throws Exception {
    Path java = folder.resolve("jdk/bin/java");
    FakeBuild.write(java, "#!/bin/sh\necho '    java.specification.version = 11' >&2\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    String script = "SPARK_HOME=" + folder + "; JAVA_HOME=" + folder.resolve("jdk") + "; . '" + template("bin/common.sh") + "'; find_java";
    assertThat(bash("-c", script)).contains("is Java 11; Java 17 or later is needed");
  }

  @Test
  void settingsOfTheMachineReachEveryScriptOnce() throws Exception {
    FakeBuild.write(folder.resolve("conf/spark-env.sh"), "echo read; SOME=$UNSET_VARIABLE.value\n");
    String common = ". '" + template("bin/common.sh") + "'";
    assertThat(bash("-c", "SPARK_HOME=" + folder + "; " + common + "; bash -c 'SPARK_HOME=" + folder + "; " + common.replace("'", "") + "; echo $SOME'"))
        .isEqualTo("read\n.value\n");
  }

  @Test
  void aDaemonIsStartedOnceAndStopped() throws Exception {
    String daemon = daemon("sleep 300");
    assertThat(bash("-c", daemon + "start_daemon d a.Daemon ready \"$0\"; start_daemon d a.Daemon ready \"$0\"", folder.resolve("a.Daemon").toString()))
        .contains("d runs as process ").contains("d runs already as process ");
    assertThat(bash("-c", daemon + "stop_daemon d a.Daemon; stop_daemon d a.Daemon")).isEqualTo("d stopped\nd does not run\n");
  }

  @Test
  void aDaemonThatEndsAtOnceIsAFailureWithItsLastWords() throws Exception {
    String daemon = daemon("exit 1");
    assertThat(bash("-c", daemon + "start_daemon d a.Daemon never \"$0\"", folder.resolve("a.Daemon").toString()))
        .contains("ready\n", "d did not start; see ");
    assertThat(folder.resolve("run")).isEmptyDirectory();
  }

  @Test
  void aDaemonThatDoesNotSayThatItIsReadyIsLeftRunningWithAWarning() throws Exception {
    String daemon = "export SPARK_START_SECONDS=1; " + daemon("sleep 300");
    assertThat(bash("-c", daemon + "start_daemon d a.Daemon never \"$0\"", folder.resolve("a.Daemon").toString()))
        .contains("did not say in 1 s that it is ready");
    assertThat(bash("-c", daemon + "stop_daemon d a.Daemon")).isEqualTo("d stopped\n");
  }

  @Test
  void aDaemonThatDoesNotListenIsKilled() throws Exception {
    String daemon = "export SPARK_STOP_SECONDS=1; " + daemon("trap '' TERM; while :; do sleep 1; done");
    bash("-c", daemon + "start_daemon d a.Daemon ready \"$0\"", folder.resolve("a.Daemon").toString());
    assertThat(bash("-c", daemon + "stop_daemon d a.Daemon")).contains("d did not end in 1 s; killing it").endsWith("d stopped\n");
  }

  @Test
  void theIdOfAnotherProgramIsNotTakenForTheDaemon() throws Exception {
    String daemon = daemon("sleep 300");
    FakeBuild.write(folder.resolve("run/spark-test-d.pid"), ProcessHandle.current().pid() + "\n");
    assertThat(bash("-c", daemon + "stop_daemon d a.Daemon")).isEqualTo("d does not run\n");
  }

  /** Loads the helpers, and makes a daemon of some shell. */
  private String daemon(String action) throws IOException {
    Path program = folder.resolve("a.Daemon");
    FakeBuild.write(program, "#!/bin/bash\necho ready\n" + action.replace("sleep 300", "exec -a a.Daemon sleep 300") + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    template("bin/common.sh");
    return "SPARK_HOME=" + folder + "; SPARK_IDENT_STRING=test; . '" + template("sbin/daemon.sh") + "'; ";
  }

  private Path template(String name) throws IOException {
    Path file = folder.resolve(name);
    FakeBuild.write(file, Templates.read(name).replace("@scala@", "2.13"));
    return file;
  }

  /** Both streams of a bash without variables of a Spark on the machine. */
  private String bash(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash"));
    command.addAll(List.of(arguments));
    File out = Files.createTempFile(folder, "out", "").toFile();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("SPARK_") || name.startsWith("FLATPLAN_"));
    builder.start().waitFor();
    return Files.readString(out.toPath(), StandardCharsets.UTF_8);
  }
}
