/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.flatplan.harness.cli.Home;
import picocli.CommandLine.Mixin;

/** Where the commands of the suites find what the build left, and leave what they make. */
final class SuitesHome {
  @Mixin
  private Home home;

  SuiteLayout layout() {
    return SuiteLayout.read(home.root().resolve("harness/upstream-suites/target/layout.json"));
  }

  Upstream upstream(SuiteLayout layout) {
    return new Upstream(home.root().resolve("patches").resolve(layout.line()).resolve("upstream"));
  }

  List<SuiteId> inventory(SuiteLayout layout) throws IOException, InterruptedException {
    return new Inventory(output(), hostJar()).of(layout);
  }

  RunFolder runFolder(Target target) {
    return new RunFolder(output().resolve(target.label()));
  }

  /** What runs in the JVMs of suites. */
  Path hostJar() {
    return home.built("harness/suite-host/target/flatplan-suite-host.jar");
  }

  Path output() {
    return home.root().resolve("target/suites");
  }
}
