/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whose a jar in an installation is. */
enum JarState {
  /** The release's. */
  @JsonProperty("release")
  RELEASE("the release's"),

  /** The one that this clone built. */
  @JsonProperty("ours")
  OURS("ours"),

  /** One that an earlier overlay put there, by its record. */
  @JsonProperty("ours-earlier")
  EARLIER("ours, of another build"),

  /** None of these. */
  @JsonProperty("foreign")
  FOREIGN("somebody else's");

  private final String words;

  JarState(String words) {
    this.words = words;
  }

  /** For readers. */
  String words() {
    return words;
  }
}
