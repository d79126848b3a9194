/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Option;

/** The clone that the command works in, and the files that a build leaves there. */
public final class Home {
  @Option(names = "--home", paramLabel = "DIR", hidden = true, description = "The clone; the launcher knows it.")
  private Path home;

  /** The clone: the option, what the launcher says, or the current directory. */
  public Path root() {
    Path root = home == null ? Path.of(System.getProperty("flatplan.home", "")) : home;
    return root.toAbsolutePath().normalize();
  }

  /** The report for programs. */
  public Path reportJson() {
    return built("target/report/rebuild-report.json");
  }

  /** The report for readers. */
  public Path reportHtml() {
    return built("target/report/rebuild-report.html");
  }

  /** Runtime class path of Spark SQL. */
  public List<String> classpath(boolean stock) {
    Path file = built("harness/proof/target/" + (stock ? "classpath-stock.txt" : "classpath-rebuilt.txt"));
    try {
      List<String> entries = Arrays.asList(Files.readString(file).strip().split(File.pathSeparator));
      for (String entry : entries) {
        if (!Files.exists(Path.of(entry))) {
          throw new UserError("the class path names " + entry + ", which is gone; run 'mvn package' again");
        }
      }
      return entries;
    } catch (IOException e) {
      throw new UserError("cannot read " + file + ": " + e.getMessage());
    }
  }

  /** A file that the build leaves, named from the top of the clone. */
  public Path built(String name) {
    Path file = root().resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new UserError("there is no " + name + "; run 'mvn package' first");
    }
    return file;
  }
}
