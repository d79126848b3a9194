/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * Stands in for the measured program. The number of columns says how it ends: as the exit code, or 1 with a result, 2 never,
 * 4 never, three seconds of calls and then in the job.
 */
final class FakeBench {
  private FakeBench() {
  }

  /** Entry point. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path result = Path.of(arguments[3]);
    long now = System.currentTimeMillis();
    write(result, Map.of("phase", Map.of("name", Phase.BUILD, "at", now)));
    int end = Integer.parseInt(arguments[1]);
    if (end == 1) {
      write(result, Map.of("seen", Made.done(Workload.of(arguments[0]), 1, Variant.REBUILT, 1, 8).seen()));
      Runtime.getRuntime().halt(0);
    }
    if (end == 2) {
      Files.writeString(result, "{\"seen\":{\"outcome\":\"DO", StandardOpenOption.APPEND);
      Thread.sleep(600_000);
    }
    if (end == 4) {
      write(result, Map.of("phase", Map.of("name", Phase.JOB, "at", now + 3000)));
      Thread.sleep(600_000);
    }
    System.out.println();
    System.err.println("java.lang.Exception: it is broken");
    Runtime.getRuntime().halt(end);
  }

  private static void write(Path result, Object value) throws IOException {
    Files.writeString(result, new ObjectMapper().writeValueAsString(value) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
