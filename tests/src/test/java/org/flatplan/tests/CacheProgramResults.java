// SPDX-License-Identifier: Apache-2.0
package org.flatplan.tests;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject;
import org.apache.spark.sql.execution.CacheManager;

/**
 * The results of long runs of random programs: a file with a line for each range of seeds, of tabs and sorted, which a run that
 * is gone on with reads and adds to. A line counts for the classes it was made with only; only ranges without a mismatch have one.
 */
final class CacheProgramResults {
  private static final List<String> COUNTERS = List.of(
      CacheCounters.READ_OFF,
      CacheCounters.READ_ON,
      CacheCounters.READ_INSIDE,
      CacheCounters.MISSED,
      CacheCounters.EXTRA,
      CacheCounters.MISSES,
      CacheCounters.UNPERSISTED,
      CacheCounters.CASCADED,
      CacheCounters.RECACHED,
      CacheCounters.LOADED,
      CacheCounters.ERRORS);
  private static final String HEADER = Stream.concat(
      Stream.of("classes", "first seed", "programs"),
      Stream.concat(COUNTERS.stream(), Stream.of("unsteady", "seconds"))).collect(Collectors.joining("\t"));

  private final Path file;
  private final String classes;

  /** @param file a path, or the empty text for a run whose results are not kept */
  CacheProgramResults(String file) throws IOException {
    this.file = file.isEmpty() ? null : Path.of(file).toAbsolutePath();
    this.classes = file.isEmpty() ? null : sumOf(EarlyCollapseProject.class, CacheManager.class);
    if (this.file != null && Files.exists(this.file) && !lines().get(0).equals(HEADER)) {
      throw new IOException(this.file + " is no file of results of random programs, or one with other columns; name another in random.cache.results");
    }
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(file);
  }

  private String start(long firstSeed, int programs) {
    return classes + "\t" + firstSeed + "\t" + programs + "\t";
  }

  /** Whether the range was run with these classes. */
  boolean have(long firstSeed, int programs) throws IOException {
    return file != null && Files.exists(file) && lines().stream().anyMatch(line -> line.startsWith(start(firstSeed, programs)));
  }

  /** Keeps the result of a range. */
  void add(long firstSeed, int programs, CacheCounters counters, int unsteady, long seconds) throws IOException {
    if (file == null) {
      return;
    }
    List<String> results = new ArrayList<>(Files.exists(file) ? lines() : List.of(HEADER));
    String counts = COUNTERS.stream().map(name -> Long.toString(counters.get(name))).collect(Collectors.joining("\t"));
    results.add(start(firstSeed, programs) + counts + "\t" + unsteady + "\t" + seconds);
    results.subList(1, results.size()).sort(null);
    Files.createDirectories(file.getParent());
    Path whole = file.resolveSibling(file.getFileName() + ".new");
    Files.write(whole, results);
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The first 12 digits of a SHA-256 sum over the jars of the classes; a build makes the same jars of the same sources. */
  private static String sumOf(Class<?>... inJars) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Class<?> type : inJars) {
        digest.update(Files.readAllBytes(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())));
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, 12);
    } catch (NoSuchAlgorithmException | URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
