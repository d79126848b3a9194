/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flatplan.harness.cli.UserError;

/**
 * The Maven of this machine, with its settings and its repository.
 *
 * @param program the executable
 * @param arguments given at each call
 */
record MavenProgram(Path program, List<String> arguments) {
  /** An artifact, in the sentences in which the versions of Maven say that there is none. */
  private static final Pattern MISSING = Pattern.compile(
      "(?:Could not find artifact|Failure to find|Could not transfer artifact|the artifact|artifacts could not be resolved:|: |^)\\s*"
          + "((?:[\\w.-]+:){3,4}[\\w.-]+)(?= |,|$)");

  /** Finds it as other tools do: {@code MAVEN_HOME} first, then the {@code PATH}. */
  static MavenProgram find(Map<String, String> environment, List<String> arguments) {
    String mavenHome = environment.getOrDefault("MAVEN_HOME", "");
    if (!mavenHome.isEmpty()) {
      Path program = Path.of(mavenHome, "bin", "mvn");
      if (!Files.isExecutable(program)) {
        throw new UserError("MAVEN_HOME is set to " + mavenHome + ", which has no bin/mvn");
      }
      return new MavenProgram(program, arguments);
    }
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path program = Path.of(folder.isEmpty() ? "." : folder, "mvn");
      if (Files.isRegularFile(program) && Files.isExecutable(program)) {
        return new MavenProgram(program.toAbsolutePath(), arguments);
      }
    }
    throw new UserError("there is no mvn: set MAVEN_HOME or put Maven 3.8 or later on the PATH");
  }

  /**
   * Runs goals on a POM.
   *
   * @param log takes what Maven prints
   * @throws UserError if Maven fails; names the artifact, if that is why
   */
  void run(Path pom, Path log, List<String> goals) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString(), "-B", "-ntp", "-f", pom.toString()));
    command.addAll(arguments);
    command.addAll(goals);
    Process process = new ProcessBuilder(command).directory(pom.getParent().toFile()).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    Thread killer = new Thread(() -> {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    });
    Runtime.getRuntime().addShutdownHook(killer);
    try {
      process.getOutputStream().close();
      int code = process.waitFor();
      if (code != 0) {
        throw new UserError(reason(Files.readString(log), code));
      }
    } finally {
      killer.run();
      try {
        Runtime.getRuntime().removeShutdownHook(killer);
      } catch (IllegalStateException e) {
        // This process is ending, and the hook runs.
        Thread.currentThread().interrupt();
      }
    }
  }

  /** What to tell of a failure: the artifact that is missing, else the first error. Without the addresses of repositories. */
  static String reason(String output, int code) {
    List<String> errors = output.lines().map(line -> line.replaceAll("\u001B\\[[0-9;]*m", "")).filter(line -> line.startsWith("[ERROR] "))
        .map(line -> line.substring("[ERROR] ".length()).strip()).filter(line -> !line.isEmpty()).toList();
    for (String error : errors) {
      // The project itself is the first thing that Maven names.
      String rest = error.replaceFirst("^.*?Could not resolve dependencies for project [^ ]+", "");
      Matcher matcher = MISSING.matcher(rest);
      if (matcher.find()) {
        return "Maven does not find " + matcher.group(1) + (error.contains("offline mode") ? "; run again without --offline"
            : "; leave it out of --modules, or check the repositories of your Maven settings");
      }
    }
    return "Maven failed with " + code + ": " + (errors.isEmpty() ? "it printed no error" : errors.get(0).replaceAll("\\(?https?://[^ )]*\\)?", "the repository"));
  }
}
