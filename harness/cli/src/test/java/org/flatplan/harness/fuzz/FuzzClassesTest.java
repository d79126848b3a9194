/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.flatplan.harness.prove.Digests;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FuzzClassesTest {
  @TempDir
  Path home;
  private Path jar;
  private Path own;
  private FuzzClasses classes;

  @BeforeEach
  void jars() throws Exception {
    jar = jar("rebuilt.jar", "rule");
    own = Files.createDirectories(home.resolve("own/org/flatplan/harness/fuzz"));
    Files.writeString(own.resolve("A.class"), "a");
    classes = classes();
  }

  private FuzzClasses classes() throws Exception {
    return new FuzzClasses(List.of(jar("stock.jar", null).toString(), "/shared.jar"), List.of(jar.toString(), "/shared.jar"), home.resolve("own"));
  }

  private Path jar(String name, String content) throws Exception {
    Path file = home.resolve(name);
    try (OutputStream out = Files.newOutputStream(file); JarOutputStream entries = new JarOutputStream(out)) {
      entries.putNextEntry(new ZipEntry("x/Y.class"));
      for (String each : content == null ? List.<String>of() : FuzzWorker.TELLING) {
        entries.putNextEntry(new ZipEntry(each.replace('.', '/') + ".class"));
        entries.write(content.getBytes(StandardCharsets.UTF_8));
      }
    }
    return file;
  }

  private static Hello hello(String content, String source) {
    Map<String, Hello.Loaded> loaded = new HashMap<>();
    FuzzWorker.TELLING.forEach(name -> loaded.put(name, new Hello.Loaded(Digests.sha256(content.getBytes(StandardCharsets.UTF_8)), source)));
    return new Hello(loaded, Map.of());
  }

  @Test
  void aWorkerMustHaveTheClassesOfItsMode() {
    Hello right = hello("rule", jar.toUri().toString());
    Hello none = new Hello(Map.of(), Map.of());
    for (ProgramRunner.Mode mode : List.of(ProgramRunner.Mode.ON, ProgramRunner.Mode.OFF)) {
      assertThat(classes.objection(mode, right)).isEmpty();
      assertThat(classes.objection(mode, none).orElseThrow()).contains("the worker of the rebuild has no " + FuzzWorker.RULE);
      assertThat(classes.objection(mode, hello("other", jar.toUri().toString())).orElseThrow()).contains("not that of " + jar);
      assertThat(classes.objection(mode, hello("rule", home.resolve("elsewhere.jar").toUri().toString())).orElseThrow()).contains("elsewhere.jar");
    }
    assertThat(classes.objection(ProgramRunner.Mode.STOCK, none)).isEmpty();
    assertThat(classes.objection(ProgramRunner.Mode.STOCK, right).orElseThrow()).contains("the worker of the release has " + FuzzWorker.RULE);
  }

  @Test
  void theChecksumsChangeWithWhatRan() throws Exception {
    Map<String, String> before = classes.sums(Against.STOCK);
    assertThat(before).containsOnlyKeys("programs", "rebuild", "release");
    assertThat(classes.sums(Against.OFF)).containsOnlyKeys("programs", "rebuild");
    jar = jar("rebuilt.jar", "another rule");
    Files.writeString(own.resolve("A.class"), "b");
    Map<String, String> after = classes().sums(Against.STOCK);
    assertThat(after.get("release")).isEqualTo(before.get("release"));
    assertThat(after.get("rebuild")).isNotEqualTo(before.get("rebuild"));
    assertThat(after.get("programs")).isNotEqualTo(before.get("programs"));
  }
}
