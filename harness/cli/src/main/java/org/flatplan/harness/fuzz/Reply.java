/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What a worker answers.
 *
 * @param trace null if the program was lost
 * @param lost the error that the runner ended with; null if it did not
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Reply(Trace trace, String lost) {
}
