/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.dependants;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The third-party project, built once on each side, and its programs. */
final class ThirdParty implements AutoCloseable {
  // What Spark's own launcher opens (JavaModuleOptions of spark-launcher).
  private static final List<String> OPENS = List.of("java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio",
      "java.util", "java.util.concurrent", "java.util.concurrent.atomic", "jdk.internal.ref", "sun.nio.ch", "sun.nio.cs", "sun.security.action",
      "sun.util.calendar");
  private static final int TIMEOUT_SECONDS = 900;

  private final Path folder;
  private final ThirdPartyBuild build;

  private ThirdParty(Path folder) throws Exception {
    this.folder = folder;
    this.build = new ThirdPartyBuild(folder.resolve("builds"));
    build.run();
  }

  Path localRepository() {
    return build.localRepository();
  }

  /** The class path that Maven resolved for a module, less what the project compiled itself. */
  List<Path> jars(Side side, String module) throws IOException {
    return classPath(side, module).stream().filter(Files::isRegularFile).toList();
  }

  /** Runs a program of a module on both sides, at the same time. */
  Map<Side, ProgramReport> run(String module, String program) throws Exception {
    Map<Side, Process> processes = new EnumMap<>(Side.class);
    try {
      for (Side side : Side.values()) {
        processes.put(side, start(side, module, program));
      }
      Map<Side, ProgramReport> reports = new EnumMap<>(Side.class);
      for (Side side : Side.values()) {
        Process process = processes.get(side);
        boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        Path run = run(side, module);
        if (!ended || process.exitValue() != 0) {
          throw new AssertionError(program + " on " + side + (ended ? " ended with " + process.exitValue() : " did not end") + ":\n"
              + Files.readString(run.resolve("log.txt")));
        }
        reports.put(side, ProgramReport.read(run.resolve("report.json")));
      }
      return reports;
    } finally {
      for (Process process : processes.values()) {
        process.destroyForcibly().waitFor();
      }
    }
  }

  /** Half a gigabyte of copies is not worth keeping. */
  @Override
  public void close() throws IOException {
    Trees.delete(localRepository());
  }

  private Process start(Side side, String module, String program) throws IOException {
    Path run = run(side, module);
    Trees.delete(run);
    Files.createDirectories(run.resolve("scratch"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Short programs: what the second compiler would gain is less than what it costs.
    command.addAll(List.of("-Xmx1500m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+IgnoreUnrecognizedVMOptions"));
    OPENS.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    command.addAll(List.of("-Djava.io.tmpdir=" + run.resolve("scratch"), "-cp",
        String.join(File.pathSeparator, classPath(side, module).stream().map(Path::toString).toList()), "com.example.harbour." + program,
        run.resolve("report.json").toString(), run.resolve("scratch").toString()));
    Process process = new ProcessBuilder(command).directory(run.toFile()).redirectErrorStream(true)
        .redirectOutput(run.resolve("log.txt").toFile()).start();
    process.getOutputStream().close();
    return process;
  }

  private List<Path> classPath(Side side, String module) throws IOException {
    Path target = build.project(side).resolve(module).resolve("target");
    List<Path> path = new ArrayList<>();
    path.add(target.resolve("classes"));
    for (String entry : Files.readString(target.resolve("class-path.txt")).strip().split(File.pathSeparator)) {
      path.add(Path.of(entry));
    }
    return path;
  }

  private Path run(Side side, String module) {
    return folder.resolve("runs").resolve(module + "-" + side.profile());
  }

  /** Gives the project to each test that has it for a parameter, and builds it for the first. */
  static final class Extension implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == ThirdParty.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context.getRoot().getStore(ExtensionContext.Namespace.create(ThirdParty.class)).getOrComputeIfAbsent(ThirdParty.class, key -> {
        try {
          return new ThirdParty(Settings.path("dependants.target").resolve("third-party"));
        } catch (Exception e) {
          throw new IllegalStateException("Cannot build the third-party project: " + e.getMessage(), e);
        }
      });
    }
  }
}
