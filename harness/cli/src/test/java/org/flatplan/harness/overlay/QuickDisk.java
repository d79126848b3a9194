/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import java.nio.channels.FileChannel;

/** A disk that does not wait, for tests that overlay hundreds of installations. Nothing that they look at depends on it. */
class QuickDisk extends Disk {
  @Override
  void force(FileChannel channel) {
    assert channel.isOpen();
  }
}
