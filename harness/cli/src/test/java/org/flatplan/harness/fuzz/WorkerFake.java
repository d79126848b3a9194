/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Stands in for a worker. The settings of a program say, for each mode, what becomes of it. */
final class WorkerFake {
  private WorkerFake() {
  }

  /** Entry point. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.err.println("ready in " + Path.of(arguments[0]).getFileName());
    out.println("a line of native code");
    out.println(Wire.line(new Hello(Map.of("a.B", new Hello.Loaded("77", "file:/x.jar")), Map.of("CollapseRefusal", List.of("GROWTH")))));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int runs = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Request request = Wire.read(line, Request.class);
      runs++;
      String order = request.program().settings().getOrDefault(request.mode().name(), "say:run " + runs);
      String rest = order.substring(order.indexOf(':') + 1);
      switch (order.substring(0, order.indexOf(':'))) {
        case "say" -> out.println(Wire.line(new Reply(new Trace(List.of(Observation.same(0, "rows", rest)), Map.of()), null)));
        case "lost" -> out.println(Wire.line(new Reply(null, rest)));
        case "half" -> {
          out.print("{\"trace\":");
          out.flush();
          Runtime.getRuntime().halt(3);
        }
        case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(rest));
        case "sleep" -> Thread.sleep(600_000);
        default -> throw new IllegalArgumentException(order);
      }
    }
  }
}
