/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.bench;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.flatplan.harness.jvm.ClassPathSum;
import org.flatplan.harness.prove.Digests;

/** The class paths of a benchmark and a checksum of each, by which a result is known to be of the same classes. */
final class BenchClasses {
  // The code of the measured program, which shapes results as much as Spark does.
  private static final List<Class<?>> PROGRAM = List.of(BenchProgram.class, Programs.class);

  private final Map<Boolean, List<String>> paths;
  private final Map<Boolean, String> keys = new HashMap<>();

  BenchClasses(List<String> stock, List<String> rebuilt) {
    paths = Map.of(true, stock, false, rebuilt);
    keys.put(true, sum(stock, rebuilt));
    keys.put(false, sum(rebuilt, stock));
  }

  List<String> path(Variant variant) {
    return paths.get(variant.onRelease());
  }

  String key(Variant variant) {
    return keys.get(variant.onRelease());
  }

  private static String sum(List<String> own, List<String> other) {
    List<String> parts = ClassPathSum.lines(own, other);
    PROGRAM.forEach(each -> parts.add(Digests.sha256(bytes(each))));
    return Digests.sha256(String.join(File.pathSeparator, parts).getBytes(StandardCharsets.UTF_8)).substring(0, 12);
  }

  private static byte[] bytes(Class<?> type) {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
