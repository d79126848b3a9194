/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands that deal with Spark's own suites. */
@Command(name = "suites", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Run Spark's own suites on the release and on the rebuild, and compare them test by test.",
    subcommands = {SuitesRunCommand.class, SuitesCompareCommand.class, SuitesRecordCommand.class, CommandLine.HelpCommand.class})
public final class SuitesCommand implements Runnable {
  @Spec
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say which: run, compare or record");
  }
}
