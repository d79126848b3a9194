/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How it stands with the original of a jar. */
enum KeptState {
  /** Kept, and its sum is the recorded one. */
  @JsonProperty("kept")
  KEPT,

  /** There should be one and there is not. */
  @JsonProperty("missing")
  MISSING,

  /** Its sum is not the recorded one. */
  @JsonProperty("altered")
  ALTERED,

  /** Nothing was overlaid, so nothing is kept. */
  @JsonProperty("none")
  NONE
}
