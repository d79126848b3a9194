/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

/** What a worker is asked to run. */
record Request(FuzzProgram program, ProgramRunner.Mode mode) {
}
