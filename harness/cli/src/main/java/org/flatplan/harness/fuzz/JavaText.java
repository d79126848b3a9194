/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.fuzz;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Programs as Java: the text of a {@code Program.Text} of the tests folder. */
final class JavaText {
  private static final Pattern PLACE = Pattern.compile("([$#%])(\\d+)(\\+?)");

  private JavaText() {}

  static String call(Step step) {
    StringBuilder text = new StringBuilder();
    Matcher place = PLACE.matcher(step.rule().java());
    while (place.find()) {
      int index = Integer.parseInt(place.group(2));
      place.appendReplacement(text, Matcher.quoteReplacement(switch (place.group(1)) {
        case "$" -> index < step.inputs().size() ? "d" + step.inputs().get(index) : "missing";
        case "#" -> text(step, index);
        default -> place.group(3).isEmpty() ? quoted(text(step, index))
            : step.texts().stream().skip(index).map(JavaText::quoted).collect(Collectors.joining(", "));
      }));
    }
    return place.appendTail(text).toString();
  }

  private static String text(Step step, int index) {
    return index < step.texts().size() ? step.texts().get(index) : "";
  }

  static String program(FuzzProgram program) {
    StringBuilder text = new StringBuilder("// seed " + program.seed() + "\nLockstep.run(p -> {\n");
    program.settings().forEach((key, value) -> line(text, "p.spark.conf().set(" + quoted(key) + ", " + quoted(value) + ");"));
    Arrays.stream(CountingFunction.values()).filter(function -> mentions(program, function.sql())).forEach(function -> line(text, function.java()));
    sources(program, text);
    Looks looks = new Looks(program);
    Map<Integer, Known> known = Known.of(program);
    for (Step step : program.steps()) {
      String name = "\"" + step.id() + "\"";
      String call = call(step);
      if (!step.rule().builds()) {
        line(text, "p.value(" + name + ", () -> { " + call + "; return \"\"; });");
        continue;
      }
      line(text, "Dataset<Row> d" + step.id() + " = p.step(" + name + ", () -> " + call + ");");
      if (looks.atRows(step.id())) {
        rows(text, step.id(), known.get(step.id()));
      }
    }
    return text.append("});\n").toString();
  }

  private static void rows(StringBuilder text, int id, Known known) {
    if (known.stream()) {
      line(text, "p.unordered(\"rows " + id + "\", () -> { d" + id + ".writeStream().format(\"memory\").queryName(\"q" + id
          + "\").trigger(org.apache.spark.sql.streaming.Trigger.AvailableNow()).start().awaitTermination(); return p.spark.table(\"q" + id + "\"); });");
      return;
    }
    switch (known.rows()) {
      case IN_ORDER -> line(text, "p.rows(\"rows " + id + "\", () -> d" + id + ");");
      case ANY_ORDER -> line(text, "p.unordered(\"rows " + id + "\", () -> d" + id + ");");
      case NUMBER -> line(text, "p.value(\"rows " + id + "\", () -> d" + id + ".collectAsList().size());");
      case NOTHING -> line(text, "p.value(\"rows " + id + "\", () -> { d" + id + ".collectAsList(); return \"\"; });");
    }
  }

  private static void sources(FuzzProgram program, StringBuilder text) {
    Set<Source> needed = new TreeSet<>();
    Set<Source> files = new TreeSet<>();
    Set<Source> tables = new TreeSet<>();
    for (Step step : program.steps()) {
      if (step.texts().isEmpty()) {
        continue;
      }
      Optional<Source> source = Source.of(step.texts().get(0).replaceFirst("^" + SourceTables.PREFIX, ""));
      source.ifPresent(found -> {
        switch (step.rule()) {
          case LOCAL, RDD, STREAM -> needed.add(found);
          case FILE -> files.add(found);
          case TABLE -> tables.add(found);
          default -> { }
        }
      });
    }
    needed.addAll(files);
    for (Source source : needed) {
      line(text, "java.util.List<Row> " + source.label() + " = p.spark.sql(" + quoted(source.query()) + ").collectAsList();");
      line(text, "var " + source.label() + "Type = org.apache.spark.sql.types.StructType.fromDDL(" + quoted(source.ddl()) + ");");
    }
    for (Source source : files) {
      line(text, "String " + source.label() + "File = Sessions.scratch(\"fuzz-" + source.label() + "-\" + p.rule).toString();");
      line(text, "p.spark.createDataFrame(" + source.label() + ", " + source.label() + "Type).coalesce(1).write().mode(\"overwrite\").parquet("
          + source.label() + "File);");
    }
    for (Source source : tables) {
      for (String statement : SourceTables.statements(source, "")) {
        line(text, "p.spark.sql(" + quoted(statement) + ");");
      }
    }
  }

  private static boolean mentions(FuzzProgram program, String name) {
    return program.steps().stream().flatMap(step -> step.texts().stream()).anyMatch(each -> each.contains(name + "("));
  }

  private static void line(StringBuilder text, String line) {
    text.append("  ").append(line).append('\n');
  }

  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
