/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.nio.file.Path;
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
    List<String> more = List.of(
        // Small data and two JVMs or more: a parallel collector only gets in the way.
        "-XX:+UseSerialGC",
        // Standard output is for answers.
        "-XX:+DisplayVMOutputToStderr", "-XX:-CreateCoredumpOnCrash", "-Duser.timezone=UTC",
        "-Dlog4j2.configurationFile=org/flatplan/harness/fuzz/log4j2-worker.properties");
    return SparkJvm.command(classpath, ownJar, heap, more, scratch, program, List.of(scratch.toString()));
  }
}
