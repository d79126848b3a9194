/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A JVM that does what its arguments say, to a file of events. */
final class FakeJvm {
  private static final long LONG = 60_000;

  private FakeJvm() {
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (OutputStream out = Files.newOutputStream(Path.of(arguments[0]))) {
      for (int i = 1; i < arguments.length; i++) {
        String word = arguments[i].substring(0, arguments[i].indexOf(':'));
        String rest = arguments[i].substring(word.length() + 1);
        switch (word) {
          case "line" -> out.write((rest + "\n").getBytes(StandardCharsets.UTF_8));
          // The reader sees the first byte of a character without the others.
          case "slowly" -> {
            byte[] bytes = (rest + "\n").getBytes(StandardCharsets.UTF_8);
            int cut = 0;
            while (bytes[cut] > 0) {
              cut++;
            }
            out.write(bytes, 0, cut + 1);
            Thread.sleep(500);
            out.write(bytes, cut + 1, bytes.length - cut - 1);
          }
          case "part" -> out.write(rest.getBytes(StandardCharsets.UTF_8));
          case "print" -> System.out.println(rest);
          case "where" -> out.write(("{\"event\":\"loaded\",\"class\":\"" + Path.of("").toAbsolutePath() + "\",\"source\":\"" + System.getenv(rest) + "\"}\n")
              .getBytes(StandardCharsets.UTF_8));
          case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(rest));
          case "sleep" -> Thread.sleep(rest.isEmpty() ? LONG : Long.parseLong(rest));
          // Its number is what this JVM prints.
          case "child" -> System.out.println(new ProcessBuilder("sleep", "60").start().pid());
          case "stay" -> new Thread(FakeJvm::sleepLong).start();
          default -> throw new IllegalArgumentException(word);
        }
      }
    }
  }

  private static void sleepLong() {
    try {
      Thread.sleep(LONG);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
