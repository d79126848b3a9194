package org.flatplan.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Fails unless the report of each suite counts at least one test: a runner that finds nothing to run reports success. */
@Mojo(name = "require-tests", defaultPhase = LifecyclePhase.POST_INTEGRATION_TEST, threadSafe = true)
public final class RequireTestsMojo extends AbstractMojo {
    private static final Pattern TESTS = Pattern.compile("<testsuite\\b[^>]*\\btests=\"(\\d+)\"");

    /** The folder with the JUnit reports. */
    @Parameter(required = true)
    private File reports;

    /** The class names of the suites, with commas between. */
    @Parameter(required = true)
    private String suites;

    /** Whether to do nothing. */
    @Parameter(defaultValue = "false")
    private boolean skip;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            return;
        }
        try {
            int total = 0;
            for (String suite : List.of(suites.strip().split("\\s*,\\s*"))) {
                total += count(reports.toPath().resolve("TEST-" + suite + ".xml"), suite);
            }
            getLog().info(total + " upstream tests ran");
        } catch (HarnessException e) {
            throw new MojoFailureException(e.getMessage());
        } catch (IOException e) {
            throw new MojoExecutionException("Cannot read the reports in " + reports + ": " + e, e);
        }
    }

    static int count(Path report, String suite) throws IOException {
        if (Files.isRegularFile(report)) {
            Matcher matcher = TESTS.matcher(Files.readString(report));
            if (matcher.find() && !matcher.group(1).equals("0")) {
                return Integer.parseInt(matcher.group(1));
            }
        }
        throw new HarnessException("No test of " + suite + " ran: " + report
                + " counts none. Check the name of the suite and the class path of the run.");
    }
}
