/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.flatplan.harness.prove.RebuildReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what the last rebuild proved. */
@Command(name = "report", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Print the summary of the rebuild report and where its page is. Exits with 1 if the report says fail.")
public final class ReportCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private Home home;

  @Option(names = "--json", description = "Print the whole report as JSON instead.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Path file = home.reportJson();
    String text = Files.readString(file);
    RebuildReport report;
    try {
      report = RebuildReport.fromJson(text);
    } catch (JsonProcessingException e) {
      throw new UserError("cannot read " + home.root().relativize(file) + " (" + e.getOriginalMessage() + "); run 'mvn package' again");
    }
    if (json) {
      spec.commandLine().getOut().print(text);
    } else {
      spec.commandLine().getOut().print(report.summary());
      spec.commandLine().getOut().println("\n  page: " + home.reportHtml());
    }
    spec.commandLine().getOut().flush();
    return report.passed() ? 0 : 1;
  }
}
