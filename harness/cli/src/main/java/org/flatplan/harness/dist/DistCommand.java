/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.flatplan.harness.cli.Home;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Assembles a distribution of Spark that runs. */
@Command(name = "dist", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Assemble a distribution of Spark from what Maven serves, with the rebuilt jars in place of the release's.",
    footer = {"", "Maven runs with its own settings and repository."})
public final class DistCommand implements Callable<Integer> {
  private static final String REPORT_JSON = "rebuild-report.json";
  private static final String REPORT_HTML = "rebuild-report.html";

  @Spec
  private CommandSpec spec;

  @Mixin
  private Home home;

  @Option(names = "--modules", paramLabel = "NAME", split = ",", defaultValue = "core,sql,hive,connect,avro,launcher",
      description = "Modules of Spark, with all that they need, as in the names of their artifacts; core has the standalone cluster in it."
          + " Default: ${DEFAULT-VALUE}.")
  private List<String> modules;

  @Option(names = "--stock", description = "The same of the release's jars alone.")
  private boolean stock;

  @Option(names = "--output", paramLabel = "DIR", description = "Where it goes. Default: target/dist of the clone.")
  private Path output;

  @Option(names = "--no-archive", description = "Leave a folder, and make no tar.gz of it.")
  private boolean noArchive;

  @Option(names = "--offline", description = "Take only what is in the local Maven repository.")
  private boolean offline;

  @Option(names = "--maven", paramLabel = "FILE", description = "The program mvn. Default: that of MAVEN_HOME or of the PATH.")
  private Path mavenProgram;

  @Option(names = "--maven-arg", paramLabel = "ARG", description = "An argument for Maven, such as -Dmaven.repo.local=DIR. May be repeated.")
  private List<String> mavenArguments = new ArrayList<>();

  @Option(names = "--json", description = "Print name, size, sum and number of jars as JSON instead.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    for (String module : modules) {
      if (!module.matches("[a-z0-9]+([.-][a-z0-9]+)*")) {
        throw new UserError("'" + module + "' in --modules is no name of a module; write such as core,sql,hive");
      }
    }
    BuildFacts facts = BuildFacts.read();
    Rebuild rebuild = Rebuild.read(home);
    Path launch = home.built("harness/distribution-launch/target/flatplan-launch-" + facts.version() + ".jar");
    List<String> arguments = new ArrayList<>(mavenArguments);
    if (offline) {
      arguments.add("-o");
    }
    if (mavenProgram != null && !Files.isExecutable(mavenProgram)) {
      throw new UserError("there is no program " + mavenProgram);
    }
    MavenProgram maven = mavenProgram == null ? MavenProgram.find(System.getenv(), arguments)
        : new MavenProgram(mavenProgram.toAbsolutePath(), arguments);
    String version = stock ? rebuild.releaseVersion() : rebuild.rebuiltVersion();
    String name = "spark-" + version;
    Path target = (output == null ? home.root().resolve("target/dist") : output).toAbsolutePath().normalize();
    if (Files.exists(target) && !Files.isDirectory(target)) {
      throw new UserError("--output is a file: " + output);
    }
    Staging.requireOurs(target.resolve(name), BillOfMaterials.FILE);
    try (Staging staging = Staging.open(target, name)) {
      progress("resolving " + String.join(", ", modules) + " of " + rebuild.releaseVersion());
      LocalRepository repository = new Resolution(rebuild, staging.resolve("resolution"))
          .resolve(List.copyOf(new LinkedHashSet<>(modules)), maven, facts.dependencyPlugin());
      List<Artifact> chosen = new ArrayList<>(repository.jars());
      if (!stock) {
        chosen = Jars.replaced(chosen, rebuild);
      }
      chosen.add(new Artifact("org.flatplan", "flatplan-launch", facts.version(), null, launch, null));
      progress("laying out " + name + ", " + chosen.size() + " jars");
      Path folder = staging.resolve(name);
      List<Artifact> jars = Jars.copy(chosen, folder.resolve("jars"));
      Jars.check(jars, rebuild, stock);
      Templates.write(folder, rebuild, version);
      legal(folder, jars, rebuild);
      if (!stock) {
        Files.copy(home.reportJson(), folder.resolve(REPORT_JSON));
        Files.copy(home.reportHtml(), folder.resolve(REPORT_HTML));
      }
      progress("writing the bill of materials");
      Path patches = home.root().resolve("patches").resolve(rebuild.report().line());
      Files.writeString(folder.resolve(BillOfMaterials.FILE),
          new BillOfMaterials(rebuild, patches, new Licences(repository), facts.time()).write(version, jars));
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("name", name);
      result.put("folder", target.resolve(name).toString());
      result.put("jars", jars.size());
      String archive = name + ".tar.gz";
      String sum = archive + ".sha256";
      if (!noArchive) {
        progress("packing " + archive);
        String sha256 = Archive.write(folder, staging.resolve(archive), facts.time());
        Files.writeString(staging.resolve(sum), sha256 + "  " + archive + "\n");
        result.put("archive", target.resolve(archive).toString());
        result.put("bytes", Files.size(staging.resolve(archive)));
        result.put("sha256", sha256);
      }
      // An archive of an earlier run is not of this folder.
      Files.deleteIfExists(target.resolve(sum));
      Files.deleteIfExists(target.resolve(archive));
      staging.publish(name, BillOfMaterials.FILE);
      if (!noArchive) {
        staging.publish(archive, null);
        staging.publish(sum, null);
      }
      print(result);
    }
    return 0;
  }

  /** The licence and the notices of Spark itself, and ours. What comes with other jars is in these and in the bill of materials. */
  private void legal(Path folder, List<Artifact> jars, Rebuild rebuild) throws IOException {
    Path core = jars.stream().filter(jar -> jar.name().equals(rebuild.artifactId("core"))).findFirst()
        .orElseThrow(() -> new UserError("these modules do not bring Spark's core; add core to --modules")).file();
    Files.writeString(folder.resolve("LICENSE"), entry(core, "META-INF/LICENSE"));
    Files.writeString(folder.resolve("NOTICE"), entry(core, "META-INF/NOTICE").stripTrailing() + "\n\n"
        + "------------------------------------------------------------------------\n\n" + Files.readString(home.built("NOTICE")));
  }

  private static String entry(Path jar, String name) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      ZipEntry entry = file.getEntry(name);
      if (entry == null) {
        throw new UserError(jar.getFileName() + " has no " + name + "; remove it from your Maven repository and run again");
      }
      return new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void print(Map<String, Object> result) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.print(Json.write(result));
    } else {
      out.println(result.get("folder") + ": " + result.get("jars") + " jars");
      if (result.containsKey("archive")) {
        out.println(result.get("archive") + String.format(Locale.ROOT, ": %,d bytes, sha256 %s", result.get("bytes"), result.get("sha256")));
      }
    }
    out.flush();
  }

  private void progress(String text) {
    spec.commandLine().getErr().println("[flatplan] " + text);
    spec.commandLine().getErr().flush();
  }
}
