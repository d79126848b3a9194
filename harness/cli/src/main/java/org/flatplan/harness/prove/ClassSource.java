/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Where a class file says it comes from.
 *
 * @param packagePath the package with slashes, empty for the default package
 * @param fileName the SourceFile attribute
 */
public record ClassSource(String packagePath, String fileName) {

  /** The source of a class file; empty if it has no SourceFile attribute or cannot be parsed. */
  public static Optional<ClassSource> of(byte[] classFile) {
    String[] found = new String[2];
    try {
      new ClassReader(classFile).accept(new ClassVisitor(Opcodes.ASM9) {
        @Override
        public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
          found[0] = name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : "";
        }

        @Override
        public void visitSource(String source, String debug) {
          found[1] = source;
        }
      }, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
    } catch (RuntimeException e) {
      // ASM reports a damaged class file by whatever runtime exception it runs into.
      return Optional.empty();
    }
    return found[0] == null || found[1] == null ? Optional.empty() : Optional.of(new ClassSource(found[0], found[1]));
  }

  @Override
  public String toString() {
    return packagePath.isEmpty() ? fileName : packagePath + "/" + fileName;
  }
}
