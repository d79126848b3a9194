/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.List;
import java.util.Map;

/**
 * What a worker says when it is ready.
 *
 * @param classes those that tell the rebuild from the release, as far as they are there
 * @param reasons the constants of the enums of reasons, by the simple name of the enum
 */
record Hello(Map<String, Loaded> classes, Map<String, List<String>> reasons) {

  /**
   * A class as it was loaded.
   *
   * @param sha256 of its bytes
   * @param source URL of the jar or folder
   */
  record Loaded(String sha256, String source) {
  }
}
