/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The files of a distribution that are written here: launch scripts and templates of settings. */
final class Templates {
  /** Below {@code /dist} of the resources as in the distribution. Scripts are those that begin with a shebang. */
  static final List<String> FILES = List.of(
      "bin/common.sh", "bin/spark-class", "bin/spark-shell", "bin/spark-sql", "bin/spark-submit",
      "conf/log4j2.properties.template", "conf/spark-defaults.conf.template", "conf/spark-env.sh.template",
      "sbin/daemon.sh",
      "sbin/start-connect-server.sh", "sbin/start-history-server.sh", "sbin/start-master.sh", "sbin/start-worker.sh",
      "sbin/stop-connect-server.sh", "sbin/stop-history-server.sh", "sbin/stop-master.sh", "sbin/stop-worker.sh",
      "README.md");

  private Templates() {
  }

  static void write(Path folder, Rebuild rebuild, String version) throws IOException {
    for (String name : FILES) {
      String text = read(name).replace("@version@", version).replace("@release@", rebuild.releaseVersion()).replace("@scala@", rebuild.scala());
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(text.startsWith("#!") ? "rwxr-xr-x" : "rw-r--r--"));
    }
  }

  static String read(String name) throws IOException {
    try (InputStream stream = Templates.class.getResourceAsStream("/dist/" + name)) {
      if (stream == null) {
        throw new IllegalStateException("no resource dist/" + name);
      }
      return new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
  }
}
