/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.suites;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.ProtectionDomain;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/**
 * The agent of a JVM that runs suites. It takes down where the classes that tell the rebuild from the release come from and which bytes
 * they have, as the JVM itself gets them, and lets the rule count its calls. Thread-safe.
 */
public final class LoadedClasses implements ClassFileTransformer {
  /** The rule. */
  static final String RULE = "org.apache.spark.sql.catalyst.analysis.EarlyCollapseProject";

  /** The rule, and the class of spark-sql that calls it. */
  static final List<String> WATCHED = List.of(RULE, "org.apache.spark.sql.execution.QueryExecution");

  /** A class as it was loaded: the checksum of its bytes, and the jar or folder. */
  record Loaded(String sha256, String source) {
  }

  private static final Map<String, Loaded> SEEN = new ConcurrentHashMap<>();

  private LoadedClasses() {
  }

  /** Called by the JVM before the main class. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    // First, so that it sees the bytes before the counting is put in.
    instrumentation.addTransformer(new LoadedClasses());
    new AgentBuilder.Default()
        .type(named(RULE))
        .transform((builder, type, loader, module, domain) -> builder.visit(
            Advice.to(Firings.Counting.class).on(named("apply").and(takesArguments(1)).and(returns(named("org.apache.spark.sql.catalyst.plans.logical.LogicalPlan"))))))
        .installOn(instrumentation);
  }

  /** What is known of a class after an attempt to load it; null if there is none of that name. */
  static Loaded load(String name) {
    try {
      Class.forName(name, false, ClassLoader.getSystemClassLoader());
    } catch (ClassNotFoundException e) {
      return null;
    }
    return SEEN.get(name);
  }

  @Override
  public byte[] transform(Module module, ClassLoader loader, String className, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
    String name = className == null ? "" : className.replace('/', '.');
    if (redefined == null && WATCHED.contains(name)) {
      CodeSource source = domain == null ? null : domain.getCodeSource();
      SEEN.put(name, new Loaded(sha256(bytes), source == null ? "" : String.valueOf(source.getLocation())));
    }
    return null;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
