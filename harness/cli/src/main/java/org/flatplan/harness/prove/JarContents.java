/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * All entries of a jar by name, directories included.
 *
 * @param entries name to content; a directory has a name that ends in a slash and no content
 * @param duplicates names that occur more than once, in order; only the copy that a class loader finds is in {@code entries}
 */
public record JarContents(SortedMap<String, byte[]> entries, List<String> duplicates) {

  /** Reads a whole jar into memory. */
  public static JarContents read(Path jar) {
    SortedMap<String, byte[]> entries = new TreeMap<>();
    List<String> duplicates = new ArrayList<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      // By the central directory, since that is what a class loader reads.
      for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements();) {
        ZipEntry entry = all.nextElement();
        if (entries.containsKey(entry.getName())) {
          duplicates.add(entry.getName());
          continue;
        }
        try (InputStream in = zip.getInputStream(entry)) {
          entries.put(entry.getName(), in.readAllBytes());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the jar " + jar + ": " + e.getMessage(), e);
    }
    return new JarContents(entries, duplicates.stream().distinct().sorted().toList());
  }
}
