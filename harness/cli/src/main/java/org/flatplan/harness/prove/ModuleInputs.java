/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What {@code prove} needs to know of one module; the options are repeated for each, {@code --module} first. */
public class ModuleInputs {
  @Option(names = "--module", required = true, description = "Short name, which is also the folder below java-src: catalyst or sql.")
  String name;

  @Option(names = "--tree", required = true, description = "Where the module lies in Spark's tree: sql/catalyst or sql/core.")
  String tree;

  @Option(names = "--artifact", required = true, description = "Artifact id, such as spark-catalyst_2.13.")
  String artifact;

  @Option(names = "--rebuilt", required = true, description = "The rebuilt jar.")
  Path rebuilt;

  @Option(names = "--release", required = true, description = "The release jar.")
  Path release;

  @Option(names = "--pom", description = "The POM that the release published.")
  Path pom;

  @Option(names = "--sources", required = true, description = "The sources jar of the release.")
  Path sources;

  @Option(names = "--sources-sha256", required = true, description = "The pinned sum of the sources jar.")
  String sourcesSha256;
}
