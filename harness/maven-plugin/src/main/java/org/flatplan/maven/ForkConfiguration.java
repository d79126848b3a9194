package org.flatplan.maven;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * How a test plugin of Maven starts its JVM, read from the plugin's configuration in an effective POM. A value that nothing
 * defines is left out: the plugin's own build would set it, or nobody needs it.
 *
 * @param jvmArguments the arguments before the class to run
 * @param environment the environment variables to set
 * @param systemProperties the system properties to set
 * @param excludedTags the tags whose tests do not run
 */
public record ForkConfiguration(List<String> jvmArguments, Map<String, String> environment,
        Map<String, String> systemProperties, List<String> excludedTags) {

    /** An expression of Maven that was not replaced; Surefire has a second form, which is replaced when it runs. */
    private static final Pattern UNRESOLVED = Pattern.compile("[$@]\\{[^}]*}");

    /** Reads the configuration of ScalaTest's plugin or of Surefire, which differ in some names. */
    static ForkConfiguration of(Xpp3Dom configuration) {
        Map<String, String> properties = new LinkedHashMap<>(values(configuration.getChild("systemProperties")));
        properties.putAll(values(configuration.getChild("systemPropertyVariables")));
        // SPARK_DIST_CLASSPATH drops out here: a goal of Spark's build sets its value, and only Spark's shell scripts read it.
        return new ForkConfiguration(arguments(text(configuration, "argLine")),
                values(configuration.getChild("environmentVariables")), properties,
                Stream.of("tagsToExclude", "excludedGroups").flatMap(name -> parts(text(configuration, name)).stream()).toList());
    }

    /** Splits a command line at white space that is not between quotes, and drops arguments that are not resolved. */
    static List<String> arguments(String line) {
        List<String> arguments = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        boolean started = false;
        char quote = 0;
        for (char c : (line + " ").toCharArray()) {
            if (quote == 0 && Character.isWhitespace(c)) {
                if (started && isSet(current.toString())) {
                    arguments.add(current.toString());
                }
                current.setLength(0);
                started = false;
            } else if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
                started = true;
            } else {
                current.append(c);
                started = true;
            }
        }
        if (quote != 0) {
            throw new HarnessException("A quote is not closed in the argLine: " + line + ". Mend it in the POM it comes from.");
        }
        return arguments;
    }

    /** The parts of a list with commas, without those that are empty or not resolved. */
    static List<String> parts(String list) {
        return Stream.of(list.split(",")).map(String::strip).filter(ForkConfiguration::isSet).toList();
    }

    private static Map<String, String> values(Xpp3Dom map) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Xpp3Dom entry : map == null ? new Xpp3Dom[0] : map.getChildren()) {
            if (entry.getValue() != null && isSet(entry.getValue().strip())) {
                values.put(entry.getName(), entry.getValue().strip());
            }
        }
        return values;
    }

    private static boolean isSet(String value) {
        return !value.isEmpty() && !UNRESOLVED.matcher(value).find();
    }

    private static String text(Xpp3Dom configuration, String name) {
        Xpp3Dom child = configuration.getChild(name);
        return child == null || child.getValue() == null ? "" : child.getValue();
    }
}
