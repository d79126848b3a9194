/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Manifest;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * The few files of a jar that carry its version: each is allowed to differ in exactly that.
 *
 * @param releaseVersion version of the release
 * @param rebuiltVersion version of the rebuild
 * @param rebuiltArtifacts artifact ids that are rebuilt, so that one may depend on the other's rebuilt version
 * @param manifest main attributes that the rebuild sets on purpose, with the one value each may have
 * @param publishedPoms by artifact id, the POM that the release published next to its jar; it is not the one inside, which has properties in it
 */
public record VersionFiles(String releaseVersion, String rebuiltVersion, Set<String> rebuiltArtifacts, Map<String, String> manifest,
    Map<String, byte[]> publishedPoms) {

  /** Outcome of a check: whether only the version differs, and what was seen. */
  public record Check(boolean ok, String detail) {
  }

  /** Checks one entry that differs. */
  public Check check(String entry, byte[] rebuilt, byte[] release) {
    try {
      if (entry.equals("META-INF/MANIFEST.MF")) {
        return manifest(rebuilt, release);
      }
      if (entry.equals("META-INF/DEPENDENCIES")) {
        return dependencies(rebuilt, release);
      }
      if (entry.startsWith("META-INF/maven/org.apache.spark/") && entry.endsWith("/pom.properties")) {
        return properties(rebuilt, release);
      }
      if (entry.startsWith("META-INF/maven/org.apache.spark/") && entry.endsWith("/pom.xml")) {
        Check inside = pom(rebuilt, release);
        String[] parts = entry.split("/");
        byte[] published = publishedPoms.get(parts[parts.length - 2]);
        if (inside.ok() || published == null) {
          return inside;
        }
        Check check = pom(rebuilt, published);
        return new Check(check.ok(), (check.ok() ? "the POM that the release published; " : "against the POM that the release published: ")
            + check.detail());
      }
    } catch (IOException | SAXException e) {
      return new Check(false, "changed, and cannot be parsed: " + e.getMessage());
    }
    return new Check(false, "changed, and no patch touches it");
  }

  private Check manifest(byte[] rebuilt, byte[] release) throws IOException {
    Manifest ours = new Manifest(new ByteArrayInputStream(rebuilt));
    Manifest theirs = new Manifest(new ByteArrayInputStream(release));
    if (!ours.getEntries().equals(theirs.getEntries())) {
      return new Check(false, "the manifest's sections per entry differ");
    }
    Map<String, String> ourAttributes = strings(ours.getMainAttributes());
    Map<String, String> theirAttributes = strings(theirs.getMainAttributes());
    List<String> declared = new ArrayList<>();
    manifest.forEach((key, value) -> {
      if (value.equals(ourAttributes.get(key)) && !value.equals(theirAttributes.get(key))) {
        declared.add("; " + key + " is " + value + ", as declared; the release has " + theirAttributes.get(key));
        theirAttributes.put(key, value);
      }
    });
    Check check = only("Implementation-Version", ourAttributes, theirAttributes);
    return new Check(check.ok(), check.detail() + String.join("", declared));
  }

  private Check properties(byte[] rebuilt, byte[] release) throws IOException {
    Properties ours = new Properties();
    Properties theirs = new Properties();
    ours.load(new ByteArrayInputStream(rebuilt));
    theirs.load(new ByteArrayInputStream(release));
    return only("version", strings(ours), strings(theirs));
  }

  private Check only(String key, Map<String, String> ours, Map<String, String> theirs) {
    Set<String> differ = new TreeSet<>(ours.keySet());
    differ.addAll(theirs.keySet());
    differ.removeIf(name -> ours.containsKey(name) && ours.get(name).equals(theirs.get(name)));
    if (differ.isEmpty()) {
      return new Check(true, "same keys and values, in another order or form");
    }
    if (differ.equals(Set.of(key)) && rebuiltVersion.equals(ours.get(key)) && releaseVersion.equals(theirs.get(key))) {
      return new Check(true, "only " + key + " differs: " + releaseVersion + " became " + rebuiltVersion);
    }
    List<String> shown = differ.stream().map(name -> name + ": " + theirs.get(name) + " became " + ours.get(name)).toList();
    return new Check(false, "more than the version differs: " + String.join("; ", shown));
  }

  private Check dependencies(byte[] rebuilt, byte[] release) {
    String[] ours = new String(rebuilt, StandardCharsets.UTF_8).split("\n", -1);
    String[] theirs = new String(release, StandardCharsets.UTF_8).split("\n", -1);
    if (ours.length != theirs.length) {
      return new Check(false, "lists other dependencies: " + theirs.length + " lines became " + ours.length);
    }
    int differ = 0;
    for (int i = 0; i < ours.length; i++) {
      if (!ours[i].equals(theirs[i])) {
        String line = theirs[i];
        boolean version = false;
        for (String artifact : rebuiltArtifacts) {
          String prefix = "org.apache.spark:" + artifact + ":jar:";
          version |= line.replace(prefix + releaseVersion, prefix + rebuiltVersion).equals(ours[i]);
        }
        if (!version) {
          return new Check(false, "line " + (i + 1) + " differs by more than a rebuilt version: " + ours[i].strip());
        }
        differ++;
      }
    }
    return new Check(true, "only the rebuilt version differs, in " + differ + " line(s)");
  }

  /**
   * The POM may say the rebuilt version in two places: its own version, and the version of a dependency that is rebuilt too. All else,
   * with {@code ${project.version}} spelled out on both sides, must be the same tree; comments and white space apart.
   */
  private Check pom(byte[] rebuilt, byte[] release) throws IOException, SAXException {
    List<String> ours = lines(rebuilt, rebuiltVersion);
    List<String> theirs = lines(release, releaseVersion);
    List<String> extra = new ArrayList<>(ours);
    List<String> gone = new ArrayList<>(theirs);
    theirs.forEach(extra::remove);
    ours.forEach(gone::remove);
    // The release inherits its version from the parent; the rebuild must state it.
    extra.remove("/project/version=" + rebuiltVersion);
    for (String artifact : rebuiltArtifacts) {
      for (String line : List.copyOf(gone)) {
        String moved = line.replace(":" + artifact + "/version=" + releaseVersion, ":" + artifact + "/version=" + rebuiltVersion);
        if (!moved.equals(line) && extra.remove(moved)) {
          gone.remove(line);
        }
      }
    }
    if (extra.isEmpty() && gone.isEmpty()) {
      return new Check(true, "only the rebuilt version differs; same parent, dependencies and plugins");
    }
    return new Check(false, "more than the version differs; only in the release: " + shorten(gone) + "; only in the rebuild: " + shorten(extra));
  }

  private static String shorten(List<String> lines) {
    return lines.isEmpty() ? "nothing" : String.join(", ", lines.subList(0, Math.min(5, lines.size()))) + (lines.size() > 5 ? ", ..." : "");
  }

  private static List<String> lines(byte[] xml, String projectVersion) throws IOException, SAXException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      // The default handler prints to standard error; the exception says it all.
      builder.setErrorHandler(null);
      Document document = builder.parse(new ByteArrayInputStream(xml));
      List<String> lines = new ArrayList<>();
      walk(document.getDocumentElement(), "", projectVersion, lines);
      return lines;
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void walk(Element element, String above, String projectVersion, List<String> lines) {
    List<Element> children = children(element);
    String path = above + "/" + element.getTagName();
    if (element.getTagName().equals("dependency")) {
      // Named by what it is, not by its place, so that a difference can be told apart from another dependency's.
      String kind = text(element, "type", "") + text(element, "classifier", "") + text(element, "scope", "");
      path += "[" + kind + "]:" + text(element, "groupId", "") + ":" + text(element, "artifactId", "").replace("${scala.binary.version}", "2.13");
    }
    if (children.isEmpty()) {
      lines.add(path + "=" + element.getTextContent().strip()
          .replace("${project.version}", projectVersion).replace("${scala.binary.version}", "2.13"));
    }
    for (Element child : children) {
      walk(child, path, projectVersion, lines);
    }
  }

  private static List<Element> children(Element element) {
    List<Element> children = new ArrayList<>();
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child) {
        children.add(child);
      }
    }
    return children;
  }

  private static String text(Element element, String name, String otherwise) {
    return children(element).stream().filter(child -> child.getTagName().equals(name))
        .map(child -> child.getTextContent().strip()).findFirst().orElse(otherwise);
  }

  private static Map<String, String> strings(Map<?, ?> map) {
    Map<String, String> strings = new TreeMap<>();
    map.forEach((key, value) -> strings.put(key.toString(), value.toString()));
    return strings;
  }
}
