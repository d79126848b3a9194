/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.cyclonedx.Version;
import org.cyclonedx.exception.GeneratorException;
import org.cyclonedx.generators.BomGeneratorFactory;
import org.cyclonedx.model.Ancestors;
import org.cyclonedx.model.AttachmentText;
import org.cyclonedx.model.Bom;
import org.cyclonedx.model.Component;
import org.cyclonedx.model.Diff;
import org.cyclonedx.model.Hash;
import org.cyclonedx.model.License;
import org.cyclonedx.model.LicenseChoice;
import org.cyclonedx.model.Metadata;
import org.cyclonedx.model.Patch;
import org.cyclonedx.model.Pedigree;
import org.cyclonedx.util.LicenseResolver;
import org.flatplan.harness.cli.UserError;
import org.flatplan.harness.prove.Digests;
import org.flatplan.harness.prove.RebuildReport;

/**
 * The bill of materials of a distribution, as CycloneDX has it.
 *
 * @param patches the folder of the patches that the rebuild was made with
 * @param time the time that it bears
 */
record BillOfMaterials(Rebuild rebuild, Path patches, Licences licences, Instant time) {
  /** What CycloneDX calls it. */
  static final String FILE = "bom.cdx.json";
  /** The version of the format that it is in. */
  static final Version FORMAT = Version.VERSION_16;

  /**
   * Writes it.
   *
   * @param version of the distribution
   * @param jars all of its jars
   */
  String write(String version, List<Artifact> jars) throws IOException {
    Bom bom = new Bom();
    Metadata metadata = new Metadata();
    metadata.setTimestamp(Date.from(time));
    Component distribution = component("spark", version);
    distribution.setType(Component.Type.APPLICATION);
    distribution.setGroup(Rebuild.GROUP);
    distribution.setBomRef("spark@" + version);
    metadata.setComponent(distribution);
    bom.setMetadata(metadata);
    List<Component> components = new ArrayList<>();
    for (Artifact jar : jars) {
      components.add(component(jar));
    }
    bom.setComponents(components);
    // The same contents have the same number.
    String contents = components.stream().map(each -> each.getPurl() + " " + each.getHashes().get(0).getValue()).collect(Collectors.joining("\n"));
    bom.setSerialNumber("urn:uuid:" + UUID.nameUUIDFromBytes((version + "\n" + contents).getBytes(StandardCharsets.UTF_8)));
    try {
      return BomGeneratorFactory.createJson(FORMAT, bom).toJsonString() + "\n";
    } catch (GeneratorException e) {
      throw new IOException("cannot write the bill of materials: " + e.getMessage(), e);
    }
  }

  private Component component(Artifact jar) throws IOException {
    Component component = component(jar.name(), jar.version());
    component.setGroup(jar.group());
    component.setPurl(jar.purl());
    component.setBomRef(jar.purl());
    component.addHash(new Hash(Hash.Algorithm.SHA_256, Digests.sha256(jar.file())));
    LicenseChoice choice = choice(licences.of(jar));
    if (choice != null) {
      component.setLicenses(choice);
    }
    if (jar.group().equals(Rebuild.GROUP) && jar.version().equals(rebuild.rebuiltVersion())) {
      for (RebuildReport.Module module : rebuild.report().modules()) {
        if (module.artifact().equals(jar.name())) {
          component.setPedigree(pedigree(module));
        }
      }
    }
    return component;
  }

  /** What it was made of: the artifact of the release, and the patches that changed classes in it. */
  private Pedigree pedigree(RebuildReport.Module module) throws IOException {
    Component ancestor = component(module.artifact(), rebuild.releaseVersion());
    ancestor.setGroup(Rebuild.GROUP);
    ancestor.setPurl(Artifact.purl(Rebuild.GROUP, module.artifact(), rebuild.releaseVersion(), null));
    ancestor.addHash(new Hash(Hash.Algorithm.SHA_256, module.release().sha256()));
    Ancestors ancestors = new Ancestors();
    ancestors.addComponent(ancestor);
    Pedigree pedigree = new Pedigree();
    pedigree.setAncestors(ancestors);
    List<Patch> patches = new ArrayList<>();
    for (RebuildReport.Patch each : rebuild.report().patches()) {
      if (each.explains().getOrDefault(module.name(), 0) > 0) {
        Diff diff = new Diff();
        diff.setUrl("patches/" + rebuild.report().line() + "/" + each.name());
        AttachmentText text = new AttachmentText();
        text.setContentType("text/x-patch");
        text.setEncoding("base64");
        text.setText(Base64.getEncoder().encodeToString(contents(each)));
        diff.setText(text);
        Patch patch = new Patch();
        patch.setType(Patch.Type.UNOFFICIAL);
        patch.setDiff(diff);
        patches.add(patch);
      }
    }
    pedigree.setPatches(patches);
    return pedigree;
  }

  private byte[] contents(RebuildReport.Patch patch) throws IOException {
    Path file = patches.resolve(patch.name());
    if (!Files.isRegularFile(file) || !Digests.sha256(file).equals(patch.sha256())) {
      throw new UserError(file + " is not the patch that the rebuild was made with; run 'mvn package' again");
    }
    return Files.readAllBytes(file);
  }

  private static Component component(String name, String version) {
    Component component = new Component();
    component.setType(Component.Type.LIBRARY);
    component.setName(name);
    component.setVersion(version);
    return component;
  }

  /** Names that SPDX knows by their ids, the others as they are. */
  private static LicenseChoice choice(List<String> names) {
    if (names.isEmpty()) {
      return null;
    }
    Map<String, License> licenses = new TreeMap<>();
    for (String name : names) {
      String id = spdxId(name);
      License license = new License();
      if (id == null) {
        license.setName(name);
      } else {
        license.setId(id);
      }
      licenses.put(id == null ? name : id, license);
    }
    LicenseChoice choice = new LicenseChoice();
    licenses.values().forEach(choice::addLicense);
    return choice;
  }

  private static String spdxId(String name) {
    LicenseChoice known = LicenseResolver.resolve(name, false);
    return known == null || known.getLicenses() == null || known.getLicenses().size() != 1 ? null : known.getLicenses().get(0).getId();
  }
}
