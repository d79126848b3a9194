package org.flatplan.maven;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** Turns the POM of a release into the POM of its rebuild. */
final class ReleasePom {
    private ReleasePom() {}

    /**
     * The release's POM with another version of its own, and that version for each dependency that is rebuilt too.
     *
     * @param pom the release's POM
     * @param version the rebuild's version
     * @param rebuilt the artifact ids, in the group of the release, that are rebuilt with that version
     */
    static String rewrite(Path pom, String version, Set<String> rebuilt) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            Document document = factory.newDocumentBuilder().parse(pom.toFile());
            Element project = document.getDocumentElement();
            setOwnVersion(document, project, version, pom);
            Element dependencies = child(project, "dependencies");
            for (Node node = dependencies == null ? null : dependencies.getFirstChild(); node != null;
                    node = node.getNextSibling()) {
                if (node instanceof Element dependency && isJar(dependency)
                        && text(dependency, "groupId").equals("org.apache.spark")
                        && rebuilt.contains(text(dependency, "artifactId"))) {
                    child(dependency, "version").setTextContent(version);
                }
            }
            Transformer transformer = TransformerFactory.newInstance().newTransformer();
            transformer.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
            transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            StringWriter out = new StringWriter();
            transformer.transform(new DOMSource(document), new StreamResult(out));
            return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + out.toString().replace("\r\n", "\n").stripTrailing() + "\n";
        } catch (SAXException | ParserConfigurationException | TransformerException e) {
            throw new HarnessException("Cannot read the release's POM " + pom + ": " + e.getMessage()
                    + ". Delete the file and build again to fetch it anew.");
        }
    }

    private static void setOwnVersion(Document document, Element project, String version, Path pom) {
        Element own = child(project, "version");
        if (own != null) {
            own.setTextContent(version);
            return;
        }
        Element artifactId = child(project, "artifactId");
        if (artifactId == null) {
            throw new HarnessException("The release's POM " + pom + " names no artifact. Fetch it anew.");
        }
        Element added = document.createElement("version");
        added.setTextContent(version);
        Node after = artifactId.getNextSibling();
        project.insertBefore(document.createTextNode("\n  "), after);
        project.insertBefore(added, after);
    }

    private static boolean isJar(Element dependency) {
        Element type = child(dependency, "type");
        return (type == null || type.getTextContent().strip().equals("jar")) && child(dependency, "classifier") == null;
    }

    private static String text(Element parent, String name) {
        Element found = child(parent, name);
        return found == null ? "" : found.getTextContent().strip();
    }

    private static Element child(Element parent, String name) {
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                return element;
            }
        }
        return null;
    }
}
