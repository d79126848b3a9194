/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.flatplan.harness.prove.Json;

/** The files that a benchmark leaves for readers. */
final class BenchFiles {
  private BenchFiles() {
  }

  static void write(Path folder, Results results, BenchReport report, Map<String, byte[]> plots) throws IOException {
    Json.save(folder.resolve("bench.json"), report);
    Files.writeString(folder.resolve("bench.md"), BenchTable.markdown(results));
    Files.writeString(folder.resolve("bench.html"), BenchPage.render(results, report, plots));
    Path pictures = Files.createDirectories(folder.resolve("plots"));
    for (Workload workload : Workload.values()) {
      Files.deleteIfExists(pictures.resolve(workload.label() + ".png"));
    }
    Files.deleteIfExists(pictures.resolve("ratio.png"));
    for (Map.Entry<String, byte[]> plot : plots.entrySet()) {
      Files.write(pictures.resolve(plot.getKey() + ".png"), plot.getValue());
    }
  }
}
