package org.flatplan.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * What a release's packaging renamed in its classes, and the way back: Spark's suites were compiled against classes as they
 * were before. Nothing but names is changed.
 *
 * @param names the original package for each new one, both with slashes; a longer one before those that it begins with
 */
record Relocations(Map<String, String> names) {
    /** Counts up when something else is written for the same jar. */
    private static final String FORM = "form 1";

    /** Reads the relocations from the configuration of the shade plugin in an effective POM. */
    static Relocations of(Xpp3Dom configuration) {
        Map<String, String> names = new LinkedHashMap<>();
        Xpp3Dom relocations = configuration.getChild("relocations");
        Stream.of(relocations == null ? new Xpp3Dom[0] : relocations.getChildren())
                .sorted(Comparator.comparing((Xpp3Dom each) -> slashes(each, "shadedPattern").length()).reversed())
                .forEach(each -> names.put(slashes(each, "shadedPattern"), slashes(each, "pattern")));
        return new Relocations(names);
    }

    private static String slashes(Xpp3Dom relocation, String name) {
        Xpp3Dom child = relocation.getChild(name);
        if (child == null || child.getValue() == null) {
            throw new HarnessException("A relocation of the release has no " + name + ". Read the POM of this Spark line.");
        }
        return child.getValue().strip().replace('.', '/');
    }

    /**
     * Unpacks a jar with the original names, unless that is done; returns whether there was work to do.
     *
     * @param sha256 the sum of the jar
     */
    boolean undo(Path jar, String sha256, Path folder) throws IOException {
        Path marker = folder.resolveSibling(folder.getFileName() + ".marker");
        String inputs = FORM + "\n" + sha256 + "\n"
                + names.entrySet().stream().map(Object::toString).collect(Collectors.joining("\n")) + "\n";
        if (Files.isRegularFile(marker) && Files.readString(marker).equals(inputs)) {
            return false;
        }
        Files.deleteIfExists(marker);
        Trees.delete(folder);
        Files.createDirectories(folder);
        JarEntries.unpack(jar, folder, name -> Optional.of(original(name)), (content, file) -> {
            byte[] bytes = content.readAllBytes();
            Files.write(file, file.toString().endsWith(".class") ? undo(bytes) : bytes);
        });
        Trees.replace(marker, inputs.getBytes(StandardCharsets.UTF_8));
        return true;
    }

    /** A class with the original names. */
    byte[] undo(byte[] type) {
        ClassReader reader = new ClassReader(type);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new ClassRemapper(writer, new Undoing()), 0);
        return writer.toByteArray();
    }

    private String original(String name) {
        for (Map.Entry<String, String> each : names.entrySet()) {
            if (name.startsWith(each.getKey() + "/")) {
                return each.getValue() + name.substring(each.getKey().length());
            }
        }
        return name;
    }

    private final class Undoing extends Remapper {
        @Override
        public String map(String internalName) {
            return original(internalName);
        }

        // The packaging renames what begins like a class in a text, too.
        @Override
        public Object mapValue(Object value) {
            if (!(value instanceof String text)) {
                return super.mapValue(value);
            }
            String slashed = text.replace('.', '/');
            String original = original(slashed);
            if (original.equals(slashed)) {
                return text;
            }
            return text.indexOf('/') < 0 ? original.replace('/', '.') : original;
        }
    }
}
