/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A process that runs one JVM of suites after the other, with a class path, until it is stopped from outside. */
final class StoppedRun {
  private StoppedRun() {
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    // As with many JVMs to kill: there is time to take this one for crashed.
    Runtime.getRuntime().addShutdownHook(new Thread(StoppedRun::sleep));
    Path folder = Path.of(arguments[0]);
    Path events = folder.resolve("f.events");
    for (int i = 0; i < 3; i++) {
      List<String> command = List.of(JavaProgram.path(), "-XX:TieredStopAtLevel=1", "-cp", arguments[1], FakeJvm.class.getName(),
          events.toString(), "line:{\"event\":\"suite-start\",\"suite\":\"a.A\"}", "sleep:");
      new Fork(command, folder, Map.of(), events, folder.resolve("f.log"), Duration.ofMinutes(1), Duration.ofMinutes(1), "", new Saying())
          .run(List.of(Sample.suite("A")));
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(1_500);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Saying implements Fork.Listener {
    @Override
    public void loaded(String name, String sha256, String source) {
    }

    @Override
    public void started(SuiteId suite) {
      System.out.println("started " + suite.name());
    }

    @Override
    public void tested(SuiteId suite, SuiteResult.Test test) {
    }

    @Override
    public void ended(SuiteResult result) {
      System.out.println("ended " + result.end().label() + " " + result.message());
    }
  }
}
