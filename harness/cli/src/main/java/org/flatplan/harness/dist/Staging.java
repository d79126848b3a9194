/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.flatplan.harness.cli.UserError;

/**
 * A folder next to where its contents belong, so that these appear there at once or not at all.
 *
 * @param target the folder of what is made
 * @param name of what is made; other names are made next to it
 */
record Staging(Path target, String name) implements AutoCloseable {

  /** Makes the folder, and removes what an interrupted run may have left. */
  static Staging open(Path target, String name) throws IOException {
    Staging staging = new Staging(target, name);
    staging.close();
    Files.createDirectories(staging.folder());
    return staging;
  }

  Path folder() {
    return target.resolve("." + name + ".partial");
  }

  Path resolve(String other) {
    return folder().resolve(other);
  }

  /**
   * Moves a file or folder into place.
   *
   * @param mark a file that a folder must have to be replaced: nobody else's is ever deleted
   */
  void publish(String other, String mark) throws IOException {
    Path place = target.resolve(other);
    requireOurs(place, mark);
    if (Files.isDirectory(place)) {
      Files.move(place, resolve(other + ".old"));
    }
    Files.move(resolve(other), place, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Refuses to take the place of a folder without the mark. */
  static void requireOurs(Path place, String mark) {
    if (Files.isDirectory(place) && !Files.isRegularFile(place.resolve(mark))) {
      throw new UserError(place + " is no distribution that this command made (it has no " + mark + "); remove it or choose another --output");
    }
  }

  @Override
  public void close() throws IOException {
    delete(folder());
  }

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(folder, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Files.delete(file);
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult postVisitDirectory(Path directory, IOException exception) throws IOException {
        Files.delete(directory);
        return FileVisitResult.CONTINUE;
      }
    });
  }
}
