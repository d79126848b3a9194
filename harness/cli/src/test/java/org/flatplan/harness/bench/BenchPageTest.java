/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchPageTest {
  @TempDir
  Path home;

  private static BenchReport report(Results results) {
    return BenchReport.of(results, new Machine(2, 24 * 1024, "Linux amd64", "VM 17"), Method.of(3, 600, "4g", Clock.WALL));
  }

  @Test
  void thereIsAPictureForEachWorkloadAndOneOfRatios() throws Exception {
    Map<String, byte[]> plots = Plots.of(Made.all());
    assertThat(plots).hasSize(Workload.values().length + 1).containsKeys("ratio", "chain", "cached-others");
    BufferedImage chain = ImageIO.read(new ByteArrayInputStream(plots.get("chain")));
    assertThat(chain.getWidth()).isEqualTo(1520);
    assertThat(colors(chain)).contains(0xffc0392b, 0xff1f5fae).doesNotContain(0xff2e8b57);
    assertThat(colors(ImageIO.read(new ByteArrayInputStream(plots.get("add"))))).contains(0xffc0392b, 0xffe08e0b, 0xff1f5fae, 0xff2e8b57);
  }

  private static List<Integer> colors(BufferedImage image) {
    return java.util.Arrays.stream(image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth())).distinct().boxed().toList();
  }

  @Test
  void oneSizeAloneCanBeDrawn() {
    assertThat(Plots.of(Made.results(List.of(20), Made.done(Workload.ADD, 20, Variant.STOCK, 1, 5), Made.done(Workload.ADD, 20, Variant.REBUILT, 1, 5))))
        .containsOnlyKeys("add", "ratio");
    assertThat(Plots.of(Made.results(List.of(20)))).isEmpty();
  }

  @Test
  void theFilesHaveEverything() throws Exception {
    Results results = Made.all();
    BenchReport report = report(results);
    Files.createDirectories(home.resolve("plots"));
    Files.writeString(home.resolve("plots/add.png"), "old");
    BenchFiles.write(home, results, report, Map.of("ratio", new byte[] {1}));
    assertThat(home.resolve("plots/add.png")).doesNotExist();
    assertThat(home.resolve("plots/ratio.png")).hasBinaryContent(new byte[] {1});
    JsonNode json = new ObjectMapper().readTree(home.resolve("bench.json").toFile());
    assertThat(json.get("measurements")).hasSize(results.measurements().size());
    assertThat(json.get("cells")).hasSize(Workload.values().length * 5 * 4);
    JsonNode cell = json.get("cells").get(2);
    assertThat(cell.get("variant").asText()).isEqualTo("rebuilt");
    assertThat(cell.get("totalMillis").get("median").asDouble()).isEqualTo(20);
    assertThat(cell.get("fasterThanRelease").asDouble()).isEqualTo(5);
    assertThat(cell.get("timesSelect").asDouble()).isEqualTo(2);
    assertThat(json.get("release").asText()).isEqualTo("1.2.3");
    String page = Files.readString(home.resolve("bench.html"));
    assertThat(page).contains("data:image/png;base64,AQ==", "stack overflow", "&gt; 600 s", "bench.json", "cached-others");
    assertThat(Files.readString(home.resolve("bench.md"))).contains("| chain | 2000 | not run (stack overflow at 1000) |");
  }

  @Test
  void thePageFailsWithRowsThatDiffer() {
    Results results = Made.results(List.of(20), Made.done(Workload.ADD, 20, Variant.STOCK, 1, 5, "x"), Made.done(Workload.ADD, 20, Variant.REBUILT, 1, 5, "y"));
    assertThat(BenchPage.render(results, report(results), Map.of())).contains("FAIL", "add x 20: rows of release (run 1) and rebuild (run 1) differ");
  }
}
