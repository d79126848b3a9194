// SPDX-License-Identifier: Apache-2.0
package org.apache.spark.sql.catalyst.analysis;

import java.security.CodeSource;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells Spark's own analyzer rules and checks from those that an extension brought into a session.
 *
 * <p>What an extension brings may stand in Spark's packages, so the jar tells: a rule is Spark's own
 * if its class comes from the jar of spark-catalyst, of spark-sql or of spark-hive. Where these are
 * not separate jars, nothing is known to be Spark's own.
 *
 * <p>Thread-safe.
 */
final class SparkRules {

  private static final String[] MEMBERS = {
    "org.apache.spark.sql.execution.QueryExecution", "org.apache.spark.sql.hive.HiveSessionStateBuilder"
  };

  private static final Map<Analyzer, Set<String>> FOREIGN =
      Collections.synchronizedMap(new WeakHashMap<>());

  private SparkRules() {}

  /** The names of the classes of the analyzer's rules and checks that are not Spark's own. */
  static Set<String> foreign(Analyzer analyzer) {
    return FOREIGN.computeIfAbsent(analyzer, SparkRules::find);
  }

  private static Set<String> find(Analyzer analyzer) {
    Set<CodeSource> own = own();
    Set<String> foreign =
        Stream.of(
                Stream.of(analyzer),
                ScalaBridge.list(analyzer.extendedResolutionRules()).stream(),
                ScalaBridge.list(analyzer.postHocResolutionRules()).stream(),
                ScalaBridge.list(analyzer.hintResolutionRules()).stream(),
                ScalaBridge.list(analyzer.extendedCheckRules()).stream())
            .flatMap(rules -> rules)
            .map(Object::getClass)
            .filter(rule -> !own.contains(rule.getProtectionDomain().getCodeSource()))
            .map(Class::getName)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return Collections.unmodifiableSet(foreign);
  }

  private static Set<CodeSource> own() {
    CodeSource catalyst = Analyzer.class.getProtectionDomain().getCodeSource();
    Set<CodeSource> others =
        Stream.of(MEMBERS)
            .map(SparkRules::codeSource)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    if (catalyst == null || others.contains(catalyst)) {
      return new HashSet<>();
    }
    others.add(catalyst);
    return others;
  }

  private static CodeSource codeSource(String name) {
    try {
      return Class.forName(name, false, SparkRules.class.getClassLoader())
          .getProtectionDomain()
          .getCodeSource();
    } catch (ClassNotFoundException e) {
      return null; // spark-hive is optional
    }
  }
}
