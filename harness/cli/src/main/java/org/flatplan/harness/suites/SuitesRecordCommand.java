/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.Callable;
import org.flatplan.harness.cli.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Puts results where they are committed. */
@Command(name = "record", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Write the results in target/suites into patches/<line>/upstream, to be committed. What is recorded of other suites stays.")
final class SuitesRecordCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private SuitesHome home;

  @Option(names = "--stock", description = "Record the results of the release instead of the rebuild's.")
  private boolean stock;

  @Override
  public Integer call() throws IOException {
    Target target = stock ? Target.STOCK : Target.REBUILT;
    Collection<SuiteResult> results = home.runFolder(target).results().values();
    if (results.isEmpty()) {
      throw new UserError("there are no results on " + target.label() + "; run 'harness/flatplan suites run" + (stock ? " --stock" : "") + "' first");
    }
    home.upstream(home.layout()).record(target, results);
    spec.commandLine().getOut().println("recorded " + results.size() + " suites on " + target.label());
    return 0;
  }
}
