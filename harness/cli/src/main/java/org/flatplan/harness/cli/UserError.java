/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.cli;

/** Something the user can put right; its message says what and how, and no stack trace follows. */
public final class UserError extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** An error with a message for the user. */
  public UserError(String message) {
    super(message);
  }
}
