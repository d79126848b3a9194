/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * The rebuild report: all of it, in the shape of its JSON. Holds no path of a machine, and one time.
 *
 * @param format version of this shape
 * @param verdict pass or fail
 * @param generated when it was made; the only field that differs between two runs on the same inputs
 * @param line the Spark line, such as 4.2
 * @param releaseVersion version of the release
 * @param rebuiltVersion version of the rebuild
 * @param tools name to version
 * @param problems every reason for a fail, in full
 * @param modules one for each jar
 * @param patches the series in order
 * @param javaSources files of java-src
 */
@JsonPropertyOrder({"format", "verdict", "generated", "line", "releaseVersion", "rebuiltVersion", "tools", "problems", "modules", "patches", "javaSources"})
public record RebuildReport(
    int format,
    String verdict,
    String generated,
    String line,
    String releaseVersion,
    String rebuiltVersion,
    SortedMap<String, String> tools,
    List<String> problems,
    List<Module> modules,
    List<Patch> patches,
    List<JavaSource> javaSources) {

  /** The shape that this code writes and reads. */
  public static final int FORMAT = 1;

  /** A file that went in. */
  public record Input(String file, String sha256, long bytes) {
  }

  /** Entries of one category. */
  public record Total(int classes, int resources, int directories) {
  }

  /** Public interface of the release against the rebuild. */
  public record Signatures(Collection<String> removed, Collection<String> changed, Collection<String> added) {
  }

  /** One jar. */
  public record Module(
      String name,
      String artifact,
      Input rebuilt,
      Input release,
      Input sources,
      String sourcesPinnedSha256,
      Map<String, Total> totals,
      List<Entry> differences,
      SortedMap<String, Integer> identicalClasses,
      List<String> duplicates,
      Signatures signatures) {
  }

  /** An entry that is not identical. */
  public record Entry(String entry, String kind, String category, String change, List<String> explainedBy, String detail) {
  }

  /** One patch of the series, and how many entries it explains in each module. */
  public record Patch(String name, String sha256, String subject, List<PatchFile.Target> targets, SortedMap<String, Integer> explains) {
  }

  /** One file of java-src. */
  public record JavaSource(String module, String path, String sha256) {
  }

  /** Whether the build may go on. */
  public boolean passed() {
    return verdict.equals("pass");
  }

  /** Indented JSON with a line feed at the end, the same on every platform. */
  public String toJson() {
    return Json.write(this);
  }

  /** Reads what {@link #toJson} wrote. */
  public static RebuildReport fromJson(String json) throws JsonProcessingException {
    JsonNode tree = Json.MAPPER.readTree(json);
    if (tree.path("format").asInt() != FORMAT) {
      throw new JsonProcessingException("format " + tree.path("format") + " is not " + FORMAT) {
        private static final long serialVersionUID = 1;
      };
    }
    return Json.MAPPER.treeToValue(tree, RebuildReport.class);
  }

  /** A short plain-text summary. */
  public String summary() {
    StringBuilder text = new StringBuilder();
    text.append("Spark ").append(releaseVersion).append(" rebuilt as ").append(rebuiltVersion).append(": ")
        .append(passed() ? "PASS" : "FAIL").append('\n').append('\n');
    text.append(String.format(Locale.ROOT, "  %-10s %10s %8s %8s %8s %8s %12s%n", "", "identical", "version", "patched", "added", "missing", "unexplained"));
    for (Module module : modules) {
      for (String kind : List.of("classes", "resources")) {
        text.append(String.format(Locale.ROOT, "  %-10s", kind.equals("classes") ? module.name() : "")).append(' ');
        for (Category category : Category.values()) {
          Total total = module.totals().get(category.label());
          int width = category == Category.IDENTICAL ? 10 : category == Category.UNEXPLAINED ? 13 : 9;
          text.append(String.format(Locale.ROOT, "%" + width + "d", kind.equals("classes") ? total.classes() : total.resources()));
        }
        text.append("  ").append(kind).append('\n');
      }
      Signatures signatures = module.signatures();
      text.append(String.format(Locale.ROOT, "  %-10s public members: %d removed, %d changed, %d added%n", "",
          signatures.removed().size(), signatures.changed().size(), signatures.added().size()));
    }
    text.append('\n').append("  ").append(patches.size()).append(patches.size() == 1 ? " patch, " : " patches, ")
        .append(javaSources.size()).append(javaSources.size() == 1 ? " Java source" : " Java sources").append('\n');
    if (!problems.isEmpty()) {
      text.append('\n').append(problems.size()).append(problems.size() == 1 ? " problem:" : " problems:").append('\n');
      problems.forEach(problem -> text.append("  ").append(problem).append('\n'));
    }
    return text.toString();
  }
}
