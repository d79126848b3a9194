/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.cli;

import java.io.File;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.flatplan.harness.prove.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints a class path to start programs with. */
@Command(name = "classpath", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Print the runtime class path of the rebuilt Spark SQL, on one line.",
    footer = {"", "For example:  java -cp \"my.jar:$(harness/flatplan classpath)\" my.Main"})
public final class ClasspathCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private Home home;

  @Option(names = "--stock", description = "The same with the release's jars in place of the rebuilt ones.")
  private boolean stock;

  @Option(names = "--json", description = "Print a JSON array of the entries instead.")
  private boolean json;

  @Override
  public Integer call() {
    List<String> entries = home.classpath(stock);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? Json.write(entries) : String.join(File.pathSeparator, entries) + System.lineSeparator());
    out.flush();
    return 0;
  }
}
