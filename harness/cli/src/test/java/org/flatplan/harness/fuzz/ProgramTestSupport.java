/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;
import org.flatplan.harness.prove.Digests;

/** Prints a sum of the first programs: each JVM must print the same. */
final class ProgramTestSupport {
  static final int STEPS = 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  private ProgramTestSupport() {}

  static String json(FuzzProgram program) {
    try {
      return JSON.writeValueAsString(program);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static String sum() {
    StringBuilder all = new StringBuilder();
    LongStream.range(0, 200).forEach(seed -> all.append(json(ProgramGenerator.program(seed, STEPS))).append('\n'));
    return Digests.sha256(all.toString().getBytes(StandardCharsets.UTF_8));
  }

  public static void main(String[] arguments) {
    System.out.println(sum());
  }
}
