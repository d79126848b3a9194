/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.cli;

import java.io.PrintWriter;
import org.flatplan.harness.bench.BenchCommand;
import org.flatplan.harness.bench.MicrobenchCommand;
import org.flatplan.harness.dist.DistCommand;
import org.flatplan.harness.fuzz.FuzzCommand;
import org.flatplan.harness.overlay.OverlayCommand;
import org.flatplan.harness.prove.ProveMain;
import org.flatplan.harness.suites.SuitesCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line behind {@code harness/flatplan}. Results go to standard output, everything else to standard error. */
@Command(name = "flatplan", mixinStandardHelpOptions = true, version = "flatplan 1.0.0", sortOptions = false,
    description = "Shows what the rebuilt Spark SQL is made of and what it does.",
    subcommands = {
        ReportCommand.class, ClasspathCommand.class, DemoCommand.class, BenchCommand.class, MicrobenchCommand.class,
        FuzzCommand.class, SuitesCommand.class, OverlayCommand.class, DistCommand.class, ProveMain.class, CommandLine.HelpCommand.class
    },
    footer = {"", "Exit codes: 0 done, 1 the answer is no (a failed report, rows that differ), 2 wrong usage or nothing built yet, 3 an unforeseen error."})
public final class Flatplan {

  /** Entry point. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command line with its error handling; a test gives it other streams. */
  public static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Flatplan());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler((exception, command, parsed) -> {
      PrintWriter err = command.getErr();
      if (exception instanceof UserError) {
        err.println(command.getCommandSpec().qualifiedName() + ": " + exception.getMessage());
        err.flush();
        return CommandLine.ExitCode.USAGE;
      }
      exception.printStackTrace(err);
      err.flush();
      return 3;
    });
    return line;
  }
}
