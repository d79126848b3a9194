/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;

/** Runs a program on both sides. Not thread-safe. */
interface Oracle extends AutoCloseable {

  Traces run(FuzzProgram program) throws IOException, InterruptedException;

  @Override
  void close();
}
