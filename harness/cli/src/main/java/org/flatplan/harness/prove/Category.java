/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

/** What became of one entry of a jar. The first four pass, the last two fail the build. */
public enum Category {
  /** The same bytes in the release and in the rebuild. */
  IDENTICAL("identical", false),
  /** Differs by the version suffix only; each such file has its own check in {@link VersionFiles}. */
  VERSION("version", false),
  /** Comes from a source file that a patch touches. */
  PATCHED("patched", false),
  /** Is not in the release and comes from java-src. */
  ADDED("added", false),
  /** Is in the release, not in the rebuild. */
  MISSING("missing", true),
  /** Differs or is new, and nothing says why. */
  UNEXPLAINED("unexplained", true);

  private final String label;
  private final boolean failure;

  Category(String label, boolean failure) {
    this.label = label;
    this.failure = failure;
  }

  /** The name used in the report. */
  public String label() {
    return label;
  }

  /** Whether one entry of this kind is enough to fail the build. */
  public boolean failure() {
    return failure;
  }
}
