/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whose the jars of an installation are.
 *
 * @param complete whether the overlay is whole and of this build
 * @param rebuiltVersion version of this build
 * @param state how far the recorded overlay came; null without a record
 * @param problems why it is not complete; empty if it is
 */
@JsonPropertyOrder({"complete", "sparkHome", "sparkVersion", "rebuiltVersion", "state", "jars", "problems"})
record Verification(boolean complete, String sparkHome, String sparkVersion, String rebuiltVersion, OverlayRecord.State state, List<Jar> jars,
    List<String> problems) {

  /**
   * One jar.
   *
   * @param detail what speaks against it; null unless it is somebody else's
   */
  @JsonPropertyOrder({"file", "state", "matched", "sha256", "original", "detail"})
  record Jar(String file, JarState state, @JsonProperty("matched") ReleaseMatch match, String sha256, KeptState original, String detail) {
  }

  /** Looks; changes nothing. */
  static Verification of(OverlayFiles files, Build build) {
    Map<String, Path> found = Installation.open(files, build).jars();
    Optional<OverlayRecord> record = OverlayRecord.read(files.record());
    List<Jar> jars = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    if (record.isEmpty()) {
      problems.add("nothing is laid over this installation");
    } else if (record.get().state() != OverlayRecord.State.DONE) {
      problems.add("a run was stopped half-way or is at work; run again, or run it with --undo");
    }
    for (Build.Jar jar : build.jars()) {
      Path path = found.get(jar.artifact());
      Optional<OverlayRecord.Jar> recorded = record.flatMap(each -> each.jar(jar.artifact()))
          .filter(each -> each.file().equals(path.getFileName().toString()));
      FoundJar now = FoundJar.of(path, jar, build.sparkVersion(), recorded);
      KeptState kept = recorded.map(files::kept).orElse(KeptState.NONE);
      jars.add(new Jar(now.file(), now.state(), now.match(), now.sha256(), kept, now.detail()));
      if (record.isPresent() || now.state() == JarState.FOREIGN || now.state() == JarState.OURS) {
        problem(now, recorded.isPresent(), kept).ifPresent(problems::add);
      }
    }
    return new Verification(problems.isEmpty(), files.home().toString(), build.sparkVersion(), build.rebuiltVersion(),
        record.map(OverlayRecord::state).orElse(null), jars, problems);
  }

  private static Optional<String> problem(FoundJar now, boolean recorded, KeptState kept) {
    if (now.state() == JarState.FOREIGN) {
      return Optional.of(now.file() + ": " + now.detail());
    }
    if (now.state() == JarState.EARLIER) {
      return Optional.of(now.file() + " is of another build; run again");
    }
    if (now.state() == JarState.RELEASE) {
      return Optional.of(now.file() + " is the release's; run again");
    }
    if (!recorded) {
      return Optional.of(now.file() + " is not in the record");
    }
    return kept == KeptState.KEPT ? Optional.empty()
        : Optional.of("the original of " + now.file() + " is " + (kept == KeptState.MISSING ? "missing" : "another file"));
  }

  /** For readers. */
  String text() {
    StringBuilder text = new StringBuilder("Spark ").append(sparkVersion).append(" in ").append(sparkHome).append(": ")
        .append(complete ? rebuiltVersion + " is laid over it, whole" : "NOT laid over with " + rebuiltVersion).append('\n');
    for (Jar jar : jars) {
      text.append("  ").append(jar.file()).append(": ").append(jar.state().words()).append(jar.match() == null ? "" : ", " + jar.match().words())
          .append(jar.original() == KeptState.KEPT ? "; original kept" : "").append('\n');
    }
    problems.forEach(problem -> text.append("  problem: ").append(problem).append('\n'));
    return text.toString();
  }
}
