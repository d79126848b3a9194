/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

/** A worker that ends before it is ready. */
final class WorkerBroken {
  private WorkerBroken() {
  }

  /** Entry point. */
  public static void main(String[] arguments) {
    System.err.println("no such class");
    Runtime.getRuntime().halt(9);
  }
}
