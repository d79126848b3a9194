/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.spark.sql.api.java.UDF1;

/** Lets every row pass as it is, but one: that waits until a mark is there, and leaves a mark itself, with the id of its process. */
public final class Gate implements UDF1<Long, Long> {
  private static final long serialVersionUID = 1;
  /** The mark that opens it. */
  public static final String OPEN = "open";
  /** How the marks of those that wait begin. */
  public static final String WAITING = "waiting-";
  private static final long ROW = 7;
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final String folder;

  /** A gate with its marks in a folder that is there. */
  public Gate(Path folder) {
    this.folder = folder.toString();
  }

  @Override
  public Long call(Long id) throws IOException, InterruptedException {
    if (id == ROW) {
      Path open = Path.of(folder, OPEN);
      long pid = ProcessHandle.current().pid();
      long start = System.nanoTime();
      if (!Files.exists(open)) {
        Files.writeString(Path.of(folder, WAITING + pid), "");
      }
      while (!Files.exists(open)) {
        if (System.nanoTime() - start > LIMIT.toNanos()) {
          throw new IllegalStateException("nobody opened the gate");
        }
        Thread.sleep(50);
      }
    }
    return id;
  }
}
