/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A worker on the release, whose rule has a fault: it gives another name to a column that is renamed. */
final class WorkerFaulty {
  private WorkerFaulty() {
  }

  /** Entry point. */
  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    System.setOut(System.err);
    ProgramRunner runner = new ProgramRunner(Path.of(arguments[0]));
    out.println(Wire.line(new Hello(Map.of(), Map.of())));
    out.flush();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Request request = Wire.read(line, Request.class);
      FuzzProgram program = request.mode() == ProgramRunner.Mode.ON ? faulty(request.program()) : request.program();
      out.println(Wire.line(new Reply(runner.run(program, ProgramRunner.Mode.STOCK), null)));
      out.flush();
    }
    Runtime.getRuntime().halt(0);
  }

  private static FuzzProgram faulty(FuzzProgram program) {
    FuzzProgram changed = program;
    for (Step step : program.steps()) {
      if (step.rule() == Rule.RENAME) {
        changed = changed.with(step.withTexts(List.of(step.texts().get(0), step.texts().get(1) + "_")));
      }
    }
    return changed;
  }
}
