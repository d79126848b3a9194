/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.flatplan.harness.jvm.ClassPathSum;
import org.flatplan.harness.prove.Digests;

/** The class paths of the workers, their checksums, by which a result is known to be of the same classes, and the proof that a worker has them. */
final class FuzzClasses {
  private static final String OWN = "org/flatplan/harness/fuzz";

  private final List<String> stock;
  private final List<String> rebuilt;
  private final Path ownJar;

  FuzzClasses(List<String> stock, List<String> rebuilt, Path ownJar) {
    this.stock = List.copyOf(stock);
    this.rebuilt = List.copyOf(rebuilt);
    this.ownJar = ownJar;
  }

  List<String> path(ProgramRunner.Mode mode) {
    return mode == ProgramRunner.Mode.STOCK ? stock : rebuilt;
  }

  /** Checksums of what shapes a result: generator and runner, the rebuild, and the release where it takes part. */
  SortedMap<String, String> sums(Against against) {
    SortedMap<String, String> sums = new TreeMap<>();
    sums.put("programs", own());
    sums.put("rebuild", brief(ClassPathSum.lines(rebuilt, stock)));
    if (against == Against.STOCK) {
      sums.put("release", brief(ClassPathSum.lines(stock, rebuilt)));
    }
    return sums;
  }

  private String own() {
    try {
      if (Files.isDirectory(ownJar)) {
        return own(ownJar.resolve(OWN));
      }
      try (FileSystem jar = FileSystems.newFileSystem(ownJar)) {
        return own(jar.getPath(OWN));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + ownJar, e);
    }
  }

  private static String own(Path folder) throws IOException {
    List<String> parts = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).sorted().toList()) {
        parts.add(file.getFileName() + " " + Digests.sha256(file));
      }
    }
    return brief(parts);
  }

  private static String brief(List<String> parts) {
    return Digests.sha256(String.join("\n", parts).getBytes(StandardCharsets.UTF_8)).substring(0, 12);
  }

  /** What is wrong with the classes of a worker; empty if nothing is. */
  Optional<String> objection(ProgramRunner.Mode mode, Hello hello) {
    for (String name : FuzzWorker.TELLING) {
      Hello.Loaded loaded = hello.classes().get(name);
      Optional<String> wrong = mode == ProgramRunner.Mode.STOCK
          ? Optional.ofNullable(loaded).map(each -> "the worker of the release has " + name + ", from " + each.source()) : wrongInRebuilt(name, loaded);
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  private Optional<String> wrongInRebuilt(String name, Hello.Loaded loaded) {
    if (loaded == null) {
      return Optional.of("the worker of the rebuild has no " + name);
    }
    String file = name.replace('.', '/') + ".class";
    for (String entry : rebuilt) {
      byte[] bytes = read(Path.of(entry), file);
      if (bytes != null) {
        boolean here = loaded.source().startsWith("file:") && Path.of(URI.create(loaded.source())).equals(Path.of(entry).toAbsolutePath());
        return here && Digests.sha256(bytes).equals(loaded.sha256()) ? Optional.empty()
            : Optional.of("the worker of the rebuild has " + name + " from " + loaded.source() + " with the checksum " + loaded.sha256() + ", not that of "
                + entry);
      }
    }
    return Optional.of("the class path of the rebuild has no " + name);
  }

  private static byte[] read(Path entry, String name) {
    try {
      if (Files.isDirectory(entry)) {
        return Files.isRegularFile(entry.resolve(name)) ? Files.readAllBytes(entry.resolve(name)) : null;
      }
      try (JarFile jar = new JarFile(entry.toFile())) {
        if (jar.getEntry(name) == null) {
          return null;
        }
        try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
          return in.readAllBytes();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + entry, e);
    }
  }
}
