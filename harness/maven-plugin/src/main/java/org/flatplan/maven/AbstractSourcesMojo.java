package org.flatplan.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** What the goals that prepare the sources share: the folders, and the property that tells whether there is work to do. */
abstract class AbstractSourcesMojo extends AbstractMojo {
    /** Set by the first goal, read by the later ones and by maven-patch-plugin. */
    static final String SKIP = "flatplan.patch.skip";

    /** Set by the first goal: the sum of all inputs, written to the stamp when the tree is ready. */
    static final String INPUTS = "flatplan.sources.inputs";

    /** Where the sources are unpacked and patched. */
    @Parameter(required = true)
    File staging;

    /** The patched tree that is compiled. */
    @Parameter(required = true)
    File tree;

    /** The folder with the patches and their series. */
    @Parameter(required = true)
    File patches;

    /** Where the patches are copied to, numbered. */
    @Parameter(required = true)
    File ordered;

    @Parameter(defaultValue = "${project}", readonly = true)
    MavenProject project;

    abstract void run() throws IOException, MojoExecutionException;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        try {
            run();
        } catch (HarnessException e) {
            throw new MojoFailureException(e.getMessage());
        } catch (IOException e) {
            throw new MojoExecutionException("Cannot prepare Spark's sources: " + e, e);
        }
    }

    final boolean upToDate() {
        return Boolean.parseBoolean(project.getProperties().getProperty(SKIP));
    }

    final Path stampFile() {
        return tree.toPath().resolveSibling(tree.getName() + ".stamp");
    }

    /** What the patch program must have written: lines of sum and path. */
    final Path expectedFile() {
        return ordered.toPath().resolveSibling("expected-sums");
    }

    final Optional<String> stamp() throws IOException {
        return Files.isRegularFile(stampFile()) ? Optional.of(Files.readString(stampFile())) : Optional.empty();
    }
}
