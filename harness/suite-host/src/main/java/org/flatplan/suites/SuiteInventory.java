/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.scalatest.DoNotDiscover;
import org.scalatest.Suite;
import org.scalatest.WrapWith;

/** Finds the suites below a folder of classes, as the runners themselves would. */
final class SuiteInventory {
  private SuiteInventory() {
  }

  /** The class names of the suites, each with what runs it: {@code scalatest} or {@code junit}. */
  static Map<String, String> of(Path testClasses) throws IOException {
    Map<String, String> suites = new TreeMap<>();
    junit(testClasses).forEach(name -> suites.put(name, SuiteHost.JUNIT));
    scalatest(testClasses).forEach(name -> suites.put(name, SuiteHost.SCALATEST));
    return suites;
  }

  private static Set<String> scalatest(Path testClasses) throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(testClasses)) {
      files.map(file -> testClasses.relativize(file).toString())
          .filter(file -> file.endsWith(".class"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.').replace('\\', '.'))
          .filter(SuiteInventory::isSuite)
          .forEach(names::add);
    }
    return names;
  }

  // ScalaTest's own discovery asks the same.
  private static boolean isSuite(String name) {
    try {
      Class<?> type = Class.forName(name, false, SuiteInventory.class.getClassLoader());
      return Suite.class.isAssignableFrom(type)
          && Modifier.isPublic(type.getModifiers())
          && !Modifier.isAbstract(type.getModifiers())
          && !type.isAnnotationPresent(DoNotDiscover.class)
          && (type.isAnnotationPresent(WrapWith.class) || hasPublicConstructor(type));
    } catch (ClassNotFoundException | LinkageError e) {
      // It might be a suite, which must not go unseen.
      throw new IllegalStateException("cannot load " + name + ", so the class path is not whole", e);
    }
  }

  private static boolean hasPublicConstructor(Class<?> type) {
    return Stream.of(type.getConstructors()).anyMatch(constructor -> constructor.getParameterCount() == 0);
  }

  private static Set<String> junit(Path testClasses) {
    TestPlan plan = LauncherFactory.create().discover(
        LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClasspathRoots(Set.of(testClasses))).build());
    Set<String> names = new TreeSet<>();
    for (TestIdentifier engine : plan.getRoots()) {
      for (TestIdentifier type : plan.getChildren(engine)) {
        type.getSource().filter(ClassSource.class::isInstance).map(source -> ((ClassSource) source).getClassName()).ifPresent(names::add);
      }
    }
    return names;
  }
}
