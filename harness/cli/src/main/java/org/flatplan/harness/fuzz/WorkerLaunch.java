/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flatplan.harness.jvm.SparkJvm;

/**
 * How a worker is started.
 *
 * @param classpath Spark and what it needs
 * @param ownJar jar or folder of the program
 * @param heap as the option -Xmx takes it
 * @param program its main class
 */
record WorkerLaunch(List<String> classpath, Path ownJar, String heap, String program) {

  WorkerLaunch on(List<String> other) {
    return new WorkerLaunch(other, ownJar, heap, program);
  }

  /** The command line; {@code scratch} is the working directory and the place of temporary files. */
  List<String> command(Path scratch) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(SparkJvm.options(heap));
    // Small data and two JVMs or more: a parallel collector only gets in the way.
    command.add("-XX:+UseSerialGC");
    // Standard output is for answers.
    command.add("-XX:+DisplayVMOutputToStderr");
    command.add("-XX:-CreateCoredumpOnCrash");
    command.add("-Duser.timezone=UTC");
    command.add("-Dlog4j2.configurationFile=org/flatplan/harness/fuzz/log4j2-worker.properties");
    command.add("-Djava.io.tmpdir=" + scratch);
    command.add("-cp");
    // Spark first: this jar carries a Jackson too.
    command.add(String.join(File.pathSeparator, classpath) + File.pathSeparator + ownJar);
    command.add(program);
    command.add(scratch.toString());
    return command;
  }
}
