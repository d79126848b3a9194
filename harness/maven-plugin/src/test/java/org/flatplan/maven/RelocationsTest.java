package org.flatplan.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.codehaus.plexus.util.xml.Xpp3DomBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

class RelocationsTest {
    @TempDir
    private Path folder;

    private static Relocations relocations() throws Exception {
        return Relocations.of(Xpp3DomBuilder.build(new StringReader("""
                <configuration><relocations>
                  <relocation><pattern>com.google.common</pattern><shadedPattern>shaded.guava</shadedPattern></relocation>
                  <relocation><pattern>com.google.thirdparty</pattern><shadedPattern>shaded.guava.thirdparty</shadedPattern></relocation>
                </relocations></configuration>""")));
    }

    /** A class with a field, a method and a text of the shaded packages. */
    private static byte[] shaded() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "a/User", null, "java/lang/Object", new String[] {"shaded/guava/Base"});
        writer.visitField(0, "third", "Lshaded/guava/thirdparty/Third;", null, null).visitEnd();
        writer.visitField(Opcodes.ACC_STATIC, "name", "Ljava/lang/String;", null, "shaded.guava.Named").visitEnd();
        writer.visitField(Opcodes.ACC_STATIC, "near", "Ljava/lang/String;", null, "shaded.guavaesque.Other").visitEnd();
        writer.visitMethod(Opcodes.ACC_ABSTRACT, "use", "(Lshaded/guava/In;)[Lshaded/guava/Out;", null, null).visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static Set<String> names(byte[] type) {
        Set<String> names = new TreeSet<>();
        new ClassReader(type).accept(new ClassRemapper(null, new Remapper() {
            @Override
            public String map(String name) {
                names.add(name);
                return name;
            }

            @Override
            public Object mapValue(Object value) {
                names.add(String.valueOf(value));
                return value;
            }
        }) {
        }, 0);
        return names;
    }

    @Test
    void givesEveryNameBackAndTouchesNoOther() throws Exception {
        assertThat(names(relocations().undo(shaded()))).contains("a/User", "com/google/common/Base", "com/google/common/In",
                "com/google/common/Out", "com/google/thirdparty/Third", "com.google.common.Named", "shaded.guavaesque.Other")
                .noneMatch(name -> name.startsWith("shaded/guava/") || name.startsWith("shaded.guava."));
    }

    @Test
    void unpacksOnceAndAgainForAnotherJar() throws Exception {
        Path jar = jar("a/User.class", shaded());
        Path classes = folder.resolve("classes");
        assertThat(relocations().undo(jar, "1", classes)).isTrue();
        assertThat(names(Files.readAllBytes(classes.resolve("a/User.class")))).contains("com/google/common/In");
        Files.writeString(classes.resolve("stale"), "");
        assertThat(relocations().undo(jar, "1", classes)).isFalse();
        assertThat(relocations().undo(jar, "2", classes)).isTrue();
        assertThat(classes.resolve("stale")).doesNotExist();
    }

    @Test
    void putsClassesOfAShadedPackageWhereTheyWere() throws Exception {
        relocations().undo(jar("shaded/guava/thirdparty/x.txt", new byte[] {1}), "1", folder.resolve("classes"));
        assertThat(folder.resolve("classes/com/google/thirdparty/x.txt")).hasBinaryContent(new byte[] {1});
    }

    private Path jar(String entry, byte[] content) throws IOException {
        Path jar = folder.resolve("some.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(content);
        }
        return jar;
    }
}
