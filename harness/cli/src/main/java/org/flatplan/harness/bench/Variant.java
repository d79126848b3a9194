/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import org.flatplan.harness.cli.UserError;

/** What a workload is measured on. */
public enum Variant {
  /** The loop on the jars of the release. */
  STOCK("release", true),
  /** The loop on the rebuilt jars, with the rule switched off. */
  OFF("rebuild, rule off", false),
  /** The loop on the rebuilt jars. */
  REBUILT("rebuild", false),
  /** The same as one select, on the jars of the release. */
  SELECT("one select", true);

  private final String title;
  private final boolean release;

  Variant(String title, boolean release) {
    this.title = title;
    this.release = release;
  }

  /** The variant of a name. */
  @JsonCreator
  public static Variant of(String label) {
    return Arrays.stream(values()).filter(each -> each.label().equals(label.toLowerCase(Locale.ROOT))).findFirst()
        .orElseThrow(() -> new UserError("there is no variant " + label + "; there are stock, off, rebuilt, select"));
  }

  /** Its name in options and files. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it is, for people. */
  public String title() {
    return title;
  }

  /** Whether it runs on the jars of the release. */
  public boolean onRelease() {
    return release;
  }

  @Override
  public String toString() {
    return label();
  }
}
