/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.io.IOException;

/** Takes one measurement. */
interface Bench {
  Measurement measure(Key key) throws IOException, InterruptedException;
}
