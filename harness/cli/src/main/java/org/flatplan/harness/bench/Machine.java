/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The machine, without anything that names it.
 *
 * @param cores that Java may use
 * @param memoryMiB of the machine, or of the container
 * @param system its kind
 * @param java version and virtual machine
 */
record Machine(int cores, long memoryMiB, String system, String java) {
  static Machine here() {
    long memory = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() >> 20;
    return new Machine(Runtime.getRuntime().availableProcessors(), memory, System.getProperty("os.name") + " " + System.getProperty("os.arch"),
        System.getProperty("java.vm.name") + " " + Runtime.version());
  }
}
