/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import japicmp.cmp.JApiCmpArchive;
import japicmp.cmp.JarArchiveComparator;
import japicmp.cmp.JarArchiveComparatorOptions;
import japicmp.filter.BehaviorFilter;
import japicmp.model.AccessModifier;
import japicmp.model.JApiBehavior;
import japicmp.model.JApiChangeStatus;
import japicmp.model.JApiClass;
import japicmp.model.JApiCompatibilityChange;
import japicmp.model.JApiConstructor;
import japicmp.model.JApiField;
import japicmp.model.JApiMethod;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javassist.CtBehavior;
import javassist.CtClass;
import javassist.CtMethod;
import javassist.Modifier;

/**
 * Public and protected members of the release against those of the rebuild.
 *
 * @param removed members of the release that the rebuild has not
 * @param changed members of the release that are another thing in the rebuild, and what is new that breaks a subclass
 * @param added members that only the rebuild has; no failure
 */
public record SignatureComparison(SortedSet<String> removed, SortedSet<String> changed, SortedSet<String> added) {

  // Closures and anonymous classes are public in Scala's bytecode, numbered in the order of the source, and called from nowhere else.
  private static final Pattern COMPILERS_OWN_CLASS = Pattern.compile("\\$\\$anon(fun)?\\$|\\$\\d+(\\$|$)");
  private static final Pattern COMPILERS_OWN_MEMBER = Pattern.compile("^(\\$anonfun\\$|lambda\\$|\\$deserializeLambda\\$|access\\$\\d)");

  /** Compares two jars. Classes outside them are not looked at. */
  public static SignatureComparison of(Path rebuilt, Path release) {
    JarArchiveComparatorOptions options = new JarArchiveComparatorOptions();
    options.setAccessModifier(AccessModifier.PROTECTED);
    // Scala compiles much of what its callers link to as synthetic.
    options.setIncludeSynthetic(true);
    // Scala's pickled signature is an annotation, which changes whenever a private member does.
    options.setNoAnnotations(true);
    // Left out here and not among the results, since one in an interface also counts as a change of each implementation.
    options.getFilters().getExcludes().add((BehaviorFilter) SignatureComparison::isPrivate);
    options.setClassPathMode(JarArchiveComparatorOptions.ClassPathMode.TWO_SEPARATE_CLASSPATHS);
    options.getIgnoreMissingClasses().setIgnoreAllMissingClasses(true);
    SignatureComparison result = new SignatureComparison(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    new JarArchiveComparator(options)
        .compare(new JApiCmpArchive(release.toFile(), "release"), new JApiCmpArchive(rebuilt.toFile(), "rebuilt"))
        .forEach(result::look);
    return result;
  }

  /** Whether nothing outside the source of {@code member} can call it. */
  private static boolean isPrivate(CtBehavior member) {
    return Modifier.isPrivate(member.getModifiers())
        || COMPILERS_OWN_MEMBER.matcher(member.getName()).find()
        || isWidened(member);
  }

  // A private method that an anonymous class of the same source calls is public in bytecode, under the expanded name of its class. Traits
  // expand names too, and there they are part of what a class that mixes them in has to have.
  private static boolean isWidened(CtBehavior member) {
    CtClass type = member.getDeclaringClass();
    return !type.isInterface() && member.getName().startsWith(type.getName().replace('.', '$') + "$$");
  }

  /** One line for each member that vanishes or changes. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    removed.forEach(each -> problems.add("removed from the public interface: " + each));
    changed.forEach(each -> problems.add("changed in the public interface: " + each));
    return problems;
  }

  private void look(JApiClass type) {
    String name = type.getFullyQualifiedName();
    if (COMPILERS_OWN_CLASS.matcher(name).find()) {
      return;
    }
    if (type.getChangeStatus() == JApiChangeStatus.REMOVED) {
      removed.add("class " + name);
      return;
    }
    if (type.getChangeStatus() == JApiChangeStatus.NEW) {
      // A class that turns public is NEW to a comparison of public classes; either way nobody could link to it before.
      added.add("class " + name);
      return;
    }
    if (!type.getCompatibilityChanges().isEmpty()) {
      changed.add("class " + name + reasons(type.getCompatibilityChanges()));
    }
    Stream.<JApiBehavior>concat(type.getMethods().stream(), type.getConstructors().stream())
        .forEach(each -> sort(each.getChangeStatus(), describe(each), each.getCompatibilityChanges()));
    for (JApiField field : type.getFields()) {
      sort(field.getChangeStatus(), "field " + name + "." + field.getName(), field.getCompatibilityChanges());
    }
  }

  private void sort(JApiChangeStatus status, String member, List<JApiCompatibilityChange> changes) {
    switch (status) {
      case REMOVED -> removed.add(member);
      case MODIFIED -> {
        if (!changes.isEmpty()) {
          changed.add(member + reasons(changes));
        }
      }
      case NEW -> {
        added.add(member);
        if (changes.stream().anyMatch(change -> !change.isSourceCompatible() || !change.isBinaryCompatible())) {
          changed.add("new " + member + reasons(changes));
        }
      }
      default -> {
      }
    }
  }

  private static String reasons(List<JApiCompatibilityChange> changes) {
    return " (" + String.join(", ", changes.stream().map(change -> change.getType().name()).sorted().distinct().toList()) + ")";
  }

  private static String describe(JApiBehavior member) {
    if (member instanceof JApiMethod method) {
      CtMethod shown = method.getOldMethod().or(method::getNewMethod).orElseThrow();
      return "method " + shown.getLongName() + shown.getSignature().substring(shown.getSignature().indexOf(')') + 1)
          .replaceFirst("^(.*)$", ": $1");
    }
    JApiConstructor constructor = (JApiConstructor) member;
    CtBehavior shown = constructor.getOldConstructor().<CtBehavior>map(each -> each)
        .or(() -> constructor.getNewConstructor().map(each -> each)).orElseThrow();
    return "constructor " + shown.getLongName();
  }
}
