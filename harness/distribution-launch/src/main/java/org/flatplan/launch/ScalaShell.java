/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.launch;

import java.io.BufferedReader;
import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.util.Utils;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;
import scala.tools.nsc.GenericRunnerSettings;
import scala.tools.nsc.interpreter.shell.ILoop;
import scala.tools.nsc.interpreter.shell.ShellConfig;

/** Scala's own shell with a session of Spark. What is defined in it runs in executors as well: they load its classes from this process. */
public final class ScalaShell {
  /** What is said before the first statement of the user; the classes of statements hold a session only where they use it. */
  private static final List<String> PREAMBLE = List.of(
      "@transient val spark = org.flatplan.launch.ScalaShell.session()",
      "@transient val sc = spark.sparkContext",
      "import org.apache.spark.SparkContext._",
      "import spark.implicits._",
      "import spark.sql",
      "import org.apache.spark.sql.functions._");

  private static SparkSession session;

  private ScalaShell() {
  }

  /** The session of the shell. */
  public static SparkSession session() {
    return session;
  }

  /** Entry point: {@code [-i FILE ...]}. */
  public static void main(String[] arguments) {
    for (int i = 0; i < arguments.length; i += 2) {
      if (!arguments[i].equals("-i") || i + 1 == arguments.length) {
        end("unknown argument " + arguments[i]);
      }
      if (!Files.isRegularFile(Path.of(arguments[i + 1]))) {
        end("no such file: " + arguments[i + 1]);
      }
    }
    SparkConf conf = new SparkConf();
    File classes = Utils.createTempDir(conf.get("spark.repl.classdir", Utils.getLocalDir(conf)), "shell");
    conf.set("spark.repl.class.outputDir", classes.getAbsolutePath());

    List<String> options = new ArrayList<>(List.of("-usejavacp", "-Yrepl-class-based", "-Yrepl-outdir", classes.getAbsolutePath()));
    String jars = localJars(conf);
    if (!jars.isEmpty()) {
      options.addAll(List.of("-classpath", jars));
    }
    options.addAll(List.of(arguments));
    GenericRunnerSettings settings = new GenericRunnerSettings(message -> {
      end(message);
      return BoxedUnit.UNIT;
    });
    settings.processArguments(CollectionConverters.asScala(options).toList(), true);

    session = Sessions.open(conf);
    try {
      new Loop(ShellConfig.apply(settings)).run(settings);
    } finally {
      session.stop();
    }
  }

  private static void end(String message) {
    System.err.println("spark-shell: " + message);
    System.exit(1);
  }

  /** What {@code --jars} and {@code --packages} brought to this machine, for the compiler. */
  private static String localJars(SparkConf conf) {
    return Arrays.stream(conf.get("spark.repl.local.jars", "").split(",")).filter(jar -> !jar.isBlank())
        .map(jar -> jar.startsWith("file:") ? Path.of(java.net.URI.create(jar)).toString() : jar).collect(Collectors.joining(File.pathSeparator));
  }

  private static final class Loop extends ILoop {
    Loop(ShellConfig config) {
      super(config, (BufferedReader) null, new PrintWriter(System.out, true));
    }

    @Override
    public Seq<String> internalReplAutorunCode() {
      return CollectionConverters.asScala(PREAMBLE).toList();
    }

    @Override
    public String welcome() {
      return "Spark " + session.version() + ", Scala " + scala.util.Properties.versionNumberString() + ", Java " + System.getProperty("java.version")
          + "; master " + session.sparkContext().master() + ", application " + session.sparkContext().applicationId()
          + ".\nspark is the session, sc its context; :help tells more.";
    }

    @Override
    public void printWelcome() {
      echo(welcome());
    }
  }
}
