/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Proves a rebuild: every entry of each rebuilt jar is the release's, or something in this repository explains it. Writes the report and
 * fails if anything is missing or unexplained.
 */
@Command(name = "prove", hidden = true, mixinStandardHelpOptions = true, sortOptions = false,
    description = "Compare rebuilt jars with the release jars and write the rebuild report. The Maven build runs this.")
public class ProveMain implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @ArgGroup(exclusive = false, multiplicity = "1..*", heading = "For each module:%n")
  private List<ModuleInputs> modules = new ArrayList<>();

  @Option(names = "--patches", required = true, description = "Folder of the patches and their series file.")
  private Path patches;

  @Option(names = "--java-src", required = true, description = "Folder java-src, with one folder for each module.")
  private Path javaSrc;

  @Option(names = "--output", required = true, description = "Folder of the report.")
  private Path output;

  @Option(names = "--line", required = true, description = "The Spark line, such as 4.2.")
  private String line;

  @Option(names = "--release-version", required = true, description = "Version of the release.")
  private String releaseVersion;

  @Option(names = "--rebuilt-version", required = true, description = "Version of the rebuild.")
  private String rebuiltVersion;

  @Option(names = "--tool", paramLabel = "NAME=VERSION", description = "A tool and its version, for the report. Java and patch are found out.")
  private Map<String, String> tools = new TreeMap<>();

  @Option(names = "--manifest", paramLabel = "KEY=VALUE", description = "A manifest attribute that the rebuild sets on purpose.")
  private Map<String, String> manifest = new TreeMap<>();

  @Option(names = "--classpath", description = "File with the class path of the rebuild.")
  private Path classpath;

  @Option(names = "--stock-classpath", description = "File to write: the same class path with the release jars.")
  private Path stockClasspath;

  /** Runs without the rest of the command line. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new ProveMain()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    if (stockClasspath != null) {
      writeStockClasspath();
    }
    RebuildReport report = compare();
    Files.createDirectories(output);
    Files.writeString(output.resolve("rebuild-report.json"), report.toJson());
    Files.writeString(output.resolve("rebuild-report.html"), HtmlPage.render(report));
    if (report.passed()) {
      spec.commandLine().getOut().print(report.summary());
      spec.commandLine().getOut().println("  page: " + output.resolve("rebuild-report.html"));
      spec.commandLine().getOut().flush();
      return 0;
    }
    spec.commandLine().getErr().print(report.summary());
    spec.commandLine().getErr().println("\nThe rebuild is not proved. Each entry above needs a patch in patches/" + line
        + " or a source in java-src, or the rebuild is wrong.\n  page: " + output.resolve("rebuild-report.html"));
    spec.commandLine().getErr().flush();
    return 1;
  }

  private RebuildReport compare() throws IOException {
    PatchSeries series = PatchSeries.read(patches);
    List<String> problems = new ArrayList<>(series.problems());
    List<RebuildReport.Module> results = new ArrayList<>();
    List<RebuildReport.JavaSource> javaSources = new ArrayList<>();
    Map<String, SortedMap<String, Integer>> explains = new LinkedHashMap<>();
    series.patches().forEach(patch -> explains.put(patch.name(), new TreeMap<>()));
    Set<String> artifacts = modules.stream().map(each -> each.artifact).collect(Collectors.toCollection(TreeSet::new));
    VersionFiles versions = new VersionFiles(releaseVersion, rebuiltVersion, artifacts, manifest, publishedPoms());
    for (ModuleInputs module : modules) {
      for (Path input : List.of(module.rebuilt, module.release, module.sources)) {
        if (!Files.isRegularFile(input)) {
          throw new CommandLine.ParameterException(spec.commandLine(), "module " + module.name + ": no such jar: " + input);
        }
      }
      progress("comparing " + module.artifact + " with the release");
      JarContents sources = JarContents.read(module.sources);
      SortedMap<String, String> java = Provenance.filesBelow(javaSrc.resolve(module.name));
      java.forEach((path, sum) -> javaSources.add(new RebuildReport.JavaSource(module.name, path, sum)));
      JarComparison jars = JarComparison.of(JarContents.read(module.rebuilt), JarContents.read(module.release),
          new Provenance(series.patches(), module.tree, sources, java), versions);
      progress("comparing the signatures of " + module.artifact);
      SignatureComparison signatures = SignatureComparison.of(module.rebuilt, module.release);
      RebuildReport.Module result = result(module, jars, signatures);
      results.add(result);
      jars.differences().forEach(each -> each.explainedBy().stream().filter(explains::containsKey)
          .forEach(patch -> explains.get(patch).merge(module.name, 1, Integer::sum)));
      java.keySet().stream().filter(path -> path.endsWith(".java") && !path.endsWith("/package-info.java"))
          .filter(path -> jars.differences().stream().noneMatch(each -> each.explainedBy().contains(path)))
          .forEach(path -> problems.add(module.name + ": no class of the rebuilt jar comes from java-src/" + module.name + "/" + path
              + "; was it compiled in?"));
      if (!result.sources().sha256().equalsIgnoreCase(module.sourcesSha256)) {
        problems.add(module.name + ": the sources jar has the sum " + result.sources().sha256() + ", pinned is " + module.sourcesSha256);
      }
      jars.problems().forEach(problem -> problems.add(module.name + ": " + problem));
      signatures.problems().forEach(problem -> problems.add(module.name + ": " + problem));
    }
    List<String> trees = modules.stream().map(each -> each.tree + "/").toList();
    for (PatchFile patch : series.patches()) {
      for (PatchFile.Target target : patch.targets()) {
        if (trees.stream().noneMatch(tree -> target.path().startsWith(tree))) {
          problems.add("patch " + patch.name() + " edits " + target.path() + ", which is in no rebuilt module");
        }
      }
    }
    // A rebuild that left a patch out equals the release in every byte, so the comparison alone would praise it.
    explains.forEach((patch, entries) -> {
      if (entries.isEmpty()) {
        problems.add("patch " + patch + " explains no entry of a rebuilt jar; was it applied?");
      }
    });
    SortedMap<String, String> versionsOfTools = new TreeMap<>(tools);
    versionsOfTools.putIfAbsent("java", System.getProperty("java.vm.vendor") + " " + Runtime.version());
    versionsOfTools.putIfAbsent("patch", firstLineOf("patch", "--version"));
    List<RebuildReport.Patch> shownPatches = series.patches().stream()
        .map(patch -> new RebuildReport.Patch(patch.name(), patch.sha256(), patch.subject(), patch.targets(), explains.get(patch.name())))
        .toList();
    return new RebuildReport(RebuildReport.FORMAT, problems.isEmpty() ? "pass" : "fail",
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), line, releaseVersion, rebuiltVersion, versionsOfTools,
        List.copyOf(problems), results, shownPatches, javaSources);
  }

  private static RebuildReport.Module result(ModuleInputs module, JarComparison jars, SignatureComparison signatures) {
    Map<String, RebuildReport.Total> totals = new LinkedHashMap<>();
    jars.counts().forEach((category, kinds) -> totals.put(category.label(),
        new RebuildReport.Total(kinds.get("class"), kinds.get("resource"), kinds.get("directory"))));
    List<RebuildReport.Entry> entries = jars.differences().stream()
        .map(each -> new RebuildReport.Entry(each.entry(), each.kind(), each.category().label(), each.change(), each.explainedBy(), each.detail()))
        .toList();
    return new RebuildReport.Module(module.name, module.artifact, input(module.rebuilt), input(module.release), input(module.sources),
        module.sourcesSha256, totals, entries, jars.identicalClasses(), jars.duplicates(),
        new RebuildReport.Signatures(signatures.removed(), signatures.changed(), signatures.added()));
  }

  private static RebuildReport.Input input(Path file) {
    return new RebuildReport.Input(file.getFileName().toString(), Digests.sha256(file), file.toFile().length());
  }

  private Map<String, byte[]> publishedPoms() throws IOException {
    Map<String, byte[]> poms = new TreeMap<>();
    for (ModuleInputs module : modules) {
      if (module.pom != null) {
        poms.put(module.artifact, Files.readAllBytes(module.pom));
      }
    }
    return poms;
  }

  private void writeStockClasspath() throws IOException {
    List<String> entries = new ArrayList<>(Arrays.asList(Files.readString(classpath).strip().split(File.pathSeparator)));
    for (ModuleInputs module : modules) {
      // In a reactor the entry may be the module's own target jar or an installed one: known by name, since the name has the version.
      String name = module.artifact + "-" + rebuiltVersion + ".jar";
      List<String> found = entries.stream().filter(entry -> Path.of(entry).getFileName().toString().equals(name)).toList();
      if (found.size() != 1) {
        throw new CommandLine.ParameterException(spec.commandLine(),
            classpath.getFileName() + " should have " + name + " once, has it " + found.size() + " times");
      }
      entries.set(entries.indexOf(found.get(0)), module.release.toAbsolutePath().normalize().toString());
    }
    Files.createDirectories(stockClasspath.toAbsolutePath().getParent());
    Files.writeString(stockClasspath, String.join(File.pathSeparator, entries) + "\n");
  }

  private void progress(String text) {
    spec.commandLine().getErr().println("[flatplan] " + text);
    spec.commandLine().getErr().flush();
  }

  private static String firstLineOf(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        String first = out.readLine();
        return first == null ? "unknown" : first.strip();
      }
    } catch (IOException e) {
      return "not found";
    }
  }
}
