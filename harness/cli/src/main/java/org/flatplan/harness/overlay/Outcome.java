/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/**
 * What a run did, or would do.
 *
 * @param action {@code overlay} or {@code undo}
 * @param changed whether anything was, or would be, changed
 * @param dryRun whether it was only tried
 * @param sparkHome the installation
 * @param rebuiltVersion version of the rebuild that is, or was, laid over it; null where nothing was
 * @param steps one for each jar
 * @param note what else to know, or null
 */
@JsonPropertyOrder({"action", "changed", "dryRun", "sparkHome", "sparkVersion", "rebuiltVersion", "steps", "note"})
record Outcome(String action, boolean changed, boolean dryRun, String sparkHome, String sparkVersion, String rebuiltVersion, List<Step> steps,
    String note) {

  /**
   * One jar.
   *
   * @param file its name
   * @param found whose it was
   * @param matched how it was found to be the release's; null if it was not looked at so, or is not
   * @param replaced whether another file was, or would be, put in its place
   * @param sha256Before sum of what was there
   * @param sha256After sum of what is, or would be, there
   */
  @JsonPropertyOrder({"file", "found", "matched", "replaced", "sha256Before", "sha256After"})
  record Step(String file, JarState found, ReleaseMatch matched, boolean replaced, String sha256Before, String sha256After) {
  }

  /** For readers. */
  String text() {
    boolean undo = action.equals("undo");
    StringBuilder text = new StringBuilder("Spark ").append(sparkVersion).append(" in ").append(sparkHome).append(": ");
    if (!changed) {
      text.append(undo ? "nothing to undo" : "has " + rebuiltVersion + " already")
          .append("; nothing ").append(dryRun ? "would be " : "").append("changed\n");
    } else if (steps.isEmpty()) {
      text.append("nothing was replaced\n");
    } else if (undo) {
      text.append(dryRun ? "the originals would be put back\n" : "the originals are back\n");
    } else {
      text.append(rebuiltVersion).append(dryRun ? " would be laid over it\n" : " is laid over it\n");
    }
    if (changed) {
      for (Step step : steps) {
        text.append("  ").append(step.replaced() ? dryRun ? "would replace  " : "replaced  " : "as it is  ").append(step.file()).append(" (")
            .append(step.found().words()).append(step.matched() == null ? "" : ", " + step.matched().words()).append(")\n");
      }
    }
    if (note != null) {
      text.append("  ").append(note).append('\n');
    }
    return text.toString();
  }
}
