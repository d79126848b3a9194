/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

/** Productions of one kind. A family that does not know a production passes it on to the others. */
interface StepFamily {
  /**
   * Writes the call of a production.
   *
   * @param scope the Dataset that it is called on; null if there is none yet
   * @return whether there is what the production needs
   */
  boolean step(Rule rule, Scope scope);
}
