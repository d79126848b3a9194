/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.suites;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Digests;

/**
 * What the suites of a module should run against, and whether a JVM did: a class path on which our classes are not the ones that are
 * loaded would show nothing. Thread-safe.
 */
final class TestedClasses {
  static final String RULE = "org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject";

  private final SuiteLayout layout;
  private final Target target;
  private final Map<String, String> keys = new ConcurrentHashMap<>();

  TestedClasses(SuiteLayout layout, Target target) {
    this.layout = layout;
    this.target = target;
  }

  /** A short checksum of what is on the class path in place of the release; for the release, its version. */
  String key(SuiteLayout.Module module) {
    return target == Target.STOCK ? layout.sparkVersion() : keys.computeIfAbsent(module.name(), name -> sum(module.rebuiltClasses()));
  }

  /**
   * What is wrong with a class that a JVM loaded.
   *
   * @param sha256 of the bytes; null if there is no such class
   * @param source URL of the jar or folder
   * @return empty if all is as it should be
   */
  Optional<String> objection(SuiteLayout.Module module, String name, String sha256, String source) {
    if (target == Target.STOCK) {
      return name.equals(RULE) && sha256 != null ? Optional.of(name + " is on the class path of the release, in " + source) : Optional.empty();
    }
    String file = name.replace('.', '/') + ".class";
    Optional<Path> folder = module.rebuiltClasses().stream().filter(each -> Files.isRegularFile(each.resolve(file))).findFirst();
    if (folder.isEmpty()) {
      return name.equals(RULE) ? Optional.of(name + " is not among the rebuilt classes of " + module.name()) : Optional.empty();
    }
    String expected = Digests.sha256(folder.get().resolve(file));
    if (!expected.equals(sha256)) {
      return Optional.of("the JVM loaded " + name + " with the checksum " + sha256 + " from " + source + ", not " + expected + " from " + folder.get());
    }
    return source != null && source.startsWith("file:") && folder.get().equals(Path.of(URI.create(source))) ? Optional.empty()
        : Optional.of("the JVM loaded " + name + " from " + source + ", not from " + folder.get());
  }

  private static String sum(List<Path> folders) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path folder : folders) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
            digest.update(folder.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
            digest.update(Files.readAllBytes(file));
          }
        }
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, 12);
    } catch (IOException e) {
      throw new UserError("cannot read the rebuilt classes: " + e + "; run 'mvn pre-integration-test' again");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
