/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.overlay;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Json;

/**
 * What an overlay did to an installation, in the shape of its file. Holds no path but names of files.
 *
 * @param format version of this shape
 * @param state how far it came
 * @param flatplan name and version of the program
 * @param time when it began
 */
@JsonPropertyOrder({"format", "state", "flatplan", "sparkVersion", "scalaBinaryVersion", "rebuiltVersion", "time", "jars"})
record OverlayRecord(
    int format,
    State state,
    String flatplan,
    String sparkVersion,
    String scalaBinaryVersion,
    String rebuiltVersion,
    String time,
    List<Jar> jars) {

  /** The shape that this code writes and reads. */
  static final int FORMAT = 1;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** How far an overlay came. Written before the first jar is touched and after the last. */
  enum State {
    /** Some of the jars may be the originals, others ours. */
    @JsonProperty("replacing")
    REPLACING,

    /** All jars are ours. */
    @JsonProperty("done")
    DONE,

    /** Some of the jars may be ours, others the originals, and originals that were put back may be kept no longer. */
    @JsonProperty("undoing")
    UNDOING
  }

  /**
   * One jar.
   *
   * @param file its name in the folder of jars and in that of originals
   * @param matched how the original was found to be the release's
   * @param earlier sums of what earlier overlays put there
   */
  @JsonPropertyOrder({"artifact", "file", "sha256Before", "bytesBefore", "matched", "sha256After", "bytesAfter", "earlier"})
  record Jar(String artifact, String file, String sha256Before, long bytesBefore, ReleaseMatch matched, String sha256After, long bytesAfter,
      List<String> earlier) {

    /** Whether a sum is that of a jar that an overlay put there. */
    boolean ours(String sha256) {
      return sha256.equals(sha256After) || earlier.contains(sha256);
    }

    private boolean whole() {
      return artifact != null && file != null && sha256Before != null && matched != null && sha256After != null && earlier != null
          && file.equals(String.valueOf(Path.of(file).getFileName()));
    }
  }

  /** The same in another state. */
  OverlayRecord in(State other) {
    return new OverlayRecord(format, other, flatplan, sparkVersion, scalaBinaryVersion, rebuiltVersion, time, jars);
  }

  /** The entry of an artifact. */
  Optional<Jar> jar(String artifact) {
    return jars.stream().filter(each -> each.artifact().equals(artifact)).findFirst();
  }

  /** The file's text. */
  byte[] toBytes() {
    return Json.write(this).getBytes(StandardCharsets.UTF_8);
  }

  /** Reads the record of an installation; nothing if it has none. */
  static Optional<OverlayRecord> read(Path file) {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    String nextStep = "; the originals are beside it, in originals";
    try {
      JsonNode tree = JSON.readTree(file.toFile());
      if (tree.path("format").asInt() != FORMAT) {
        throw new UserError(file + " is of format " + tree.path("format").asText("none") + ", this Flatplan knows " + FORMAT
            + "; use the Flatplan that wrote it");
      }
      OverlayRecord record = JSON.treeToValue(tree, OverlayRecord.class);
      if (record.state() == null || record.jars() == null || record.jars().isEmpty() || !record.jars().stream().allMatch(Jar::whole)) {
        throw new UserError(file + " is not whole" + nextStep);
      }
      return Optional.of(record);
    } catch (JsonProcessingException e) {
      throw new UserError("cannot read " + file + " (" + e.getOriginalMessage() + ")" + nextStep);
    } catch (IOException e) {
      throw new UserError("cannot read " + file + ": " + e.getMessage());
    }
  }
}
