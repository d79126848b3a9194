/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.flatplan.harness.cli.Home;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Json;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lays the rebuilt jars over a Spark installation, takes them away again, and tells which are there. */
@Command(name = "overlay", mixinStandardHelpOptions = true, sortOptions = false,
    description = {"Put the rebuilt jars in the place of the release's in a Spark installation.",
        "Only an installation of the very release that was rebuilt is touched: its jars must equal the release's, byte for byte or entry by entry."
            + " The originals, and a record of what was done, are kept in its folder flatplan. A run that was stopped half-way is completed"
            + " by the next, or undone by --undo. Running twice changes nothing."},
    footer = {"", "What runs on the installation keeps the jars that it has open; restart it.",
        "A jar that is a symbolic link is refused, since other installations may use what it points to.",
        "--undo where nothing was overlaid says so and exits with 0.",
        "Exits with 1 if --verify finds anything but the whole overlay of this build, with 2 if the installation is refused, which changes"
            + " nothing.",
        "", "For example:  harness/flatplan overlay \"$SPARK_HOME\"",
        "              harness/flatplan overlay --undo site-packages/pyspark"})
public final class OverlayCommand implements Callable<Integer> {
  /** What to do besides laying over. */
  static final class Mode {
    @Option(names = "--undo", description = "Put the originals back and remove the folder flatplan.")
    private boolean undo;

    @Option(names = "--verify", description = "Say for each jar whose it is, and whether the overlay is whole.")
    private boolean verify;
  }

  @Spec
  private CommandSpec spec;

  @Mixin
  private Home home;

  @Parameters(paramLabel = "SPARK_HOME", description = "The installation: an unpacked binary distribution, or site-packages/pyspark.")
  private Path sparkHome;

  @ArgGroup
  private Mode mode = new Mode();

  @Option(names = "--dry-run", description = "Say what would be done and change nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    if (sparkHome.toString().isBlank()) {
      throw new UserError("SPARK_HOME is empty; name the installation");
    }
    OverlayFiles files = OverlayFiles.of(sparkHome);
    String tool = spec.root().version()[0];
    Disk disk = new Disk();
    if (mode.verify) {
      Verification verification = Verification.of(files, Build.of(home, tool));
      print(json ? Json.write(verification) : verification.text());
      return verification.complete() ? 0 : 1;
    }
    Outcome outcome = mode.undo
        ? new Restoration(files, disk).run(() -> Build.of(home, tool), dryRun)
        : new Replacement(files, Build.of(home, tool), disk, Clock.systemUTC()).run(dryRun);
    print(json ? Json.write(outcome) : outcome.text());
    return 0;
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }
}
