/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.apache.maven.model.License;
import org.apache.maven.model.Model;
import org.apache.maven.model.Parent;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;

/**
 * What POMs and jars tell of licences.
 *
 * @param repository where POMs and their parents are
 */
record Licences(LocalRepository repository) {

  /** Licences by name, or by address where they have no name: of the POM or of its nearest parent that has any, else of the manifest. */
  List<String> of(Artifact jar) throws IOException {
    Path pom = jar.pom();
    while (pom != null && Files.isRegularFile(pom)) {
      Model model = read(pom);
      if (!model.getLicenses().isEmpty()) {
        return List.copyOf(new TreeSet<>(model.getLicenses().stream().map(Licences::name).filter(name -> !name.isEmpty()).toList()));
      }
      Parent parent = model.getParent();
      pom = parent == null ? null : repository.pom(parent.getGroupId(), parent.getArtifactId(), parent.getVersion());
    }
    try (JarFile file = new JarFile(jar.file().toFile())) {
      String bundle = file.getManifest() == null ? null : file.getManifest().getMainAttributes().getValue("Bundle-License");
      return bundle == null ? List.of() : List.of(bundle.strip());
    }
  }

  private static Model read(Path pom) throws IOException {
    try (Reader reader = Files.newBufferedReader(pom)) {
      return new MavenXpp3Reader().read(reader, false);
    } catch (XmlPullParserException e) {
      throw new IOException("cannot read " + pom + ": " + e.getMessage(), e);
    }
  }

  private static String name(License license) {
    String name = license.getName() == null ? license.getUrl() : license.getName();
    return name == null ? "" : name.strip().replaceAll("\\s+", " ");
  }
}
