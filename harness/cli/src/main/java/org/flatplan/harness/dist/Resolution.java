/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Lets Maven resolve the runtime class path of some modules of the release.
 *
 * @param folder takes the POM, the log, and a repository of what was found
 */
record Resolution(Rebuild rebuild, Path folder) {

  /** All jars of the modules and of the Scala compiler, which the shell needs, with their POMs and those POMs' parents. */
  LocalRepository resolve(List<String> modules, MavenProgram maven, String dependencyPlugin) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Path pom = folder.resolve("pom.xml");
    Files.writeString(pom, pom(modules));
    Path repository = folder.resolve("repository");
    maven.run(pom, folder.resolve("maven.log"), List.of("org.apache.maven.plugins:maven-dependency-plugin:" + dependencyPlugin + ":copy-dependencies",
        "-DincludeScope=runtime", "-DoutputDirectory=" + repository, "-Dmdep.useRepositoryLayout=true", "-Dmdep.copyPom=true",
        "-Dmdep.addParentPoms=true"));
    return new LocalRepository(repository);
  }

  String pom(List<String> modules) {
    StringBuilder dependencies = new StringBuilder();
    for (String module : modules) {
      dependencies.append(dependency(Rebuild.GROUP, rebuild.artifactId(module), rebuild.releaseVersion(), ""));
    }
    // The release's parent knows their versions. Spark has its own copy of Guava, but Hive and others that it brings need one, too:
    // Spark's own distribution adds it in the same way.
    dependencies.append(dependency("org.scala-lang", "scala-compiler", null, ""));
    dependencies.append(dependency("com.google.guava", "guava", null, "<scope>runtime</scope>"));
    return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>org.flatplan</groupId>
          <artifactId>flatplan-distribution-jars</artifactId>
          <version>1</version>
          <packaging>pom</packaging>
          <dependencyManagement>
            <dependencies>
        %s    </dependencies>
          </dependencyManagement>
          <dependencies>
        %s  </dependencies>
        </project>
        """.formatted(
        dependency(Rebuild.GROUP, "spark-parent_" + rebuild.scala(), rebuild.releaseVersion(), "<type>pom</type><scope>import</scope>"), dependencies);
  }

  private static String dependency(String group, String name, String version, String more) {
    return "    <dependency><groupId>" + group + "</groupId><artifactId>" + name + "</artifactId>"
        + (version == null ? "" : "<version>" + version + "</version>") + more + "</dependency>\n";
  }
}
