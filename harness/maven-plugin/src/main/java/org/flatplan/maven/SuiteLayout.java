package org.flatplan.maven;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * What is needed to start a JVM for Spark's published suites: the content of {@code layout.json}.
 *
 * @param sparkVersion the version of the release
 * @param scalaBinaryVersion the Scala line in the artifact ids
 * @param line the Spark line
 * @param home the top of Spark's tree
 * @param modules what is particular to each module
 */
public record SuiteLayout(String sparkVersion, String scalaBinaryVersion, String line, String home, List<Module> modules) {

    /**
     * One module with suites.
     *
     * @param name the short name
     * @param artifact the artifact id
     * @param tree where the module lies below the home; the working directory of its suites
     * @param testsSha256 the sum of the tests jar
     * @param testClasses the unpacked tests jar
     * @param stockClasspath the class path with the classes of the release
     * @param rebuiltClasspath the class path with the rebuilt classes
     * @param rebuiltClasses the folders on {@code rebuiltClasspath} that hold rebuilt classes
     * @param scalatest how the release starts ScalaTest
     * @param junit how the release starts JUnit
     */
    public record Module(String name, String artifact, String tree, String testsSha256, String testClasses,
            List<String> stockClasspath, List<String> rebuiltClasspath, List<String> rebuiltClasses,
            ForkConfiguration scalatest, ForkConfiguration junit) {}

    /** Writes the layout whole or not at all. */
    void write(Path file) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(new DefaultIndenter("  ", "\n"));
        printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        Trees.replace(file, (new ObjectMapper().writer(printer).writeValueAsString(this) + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
