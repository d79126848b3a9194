package org.flatplan.maven;

import java.io.File;
import java.util.HashMap;
import java.util.Map;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;

/**
 * Puts folders of classes on the class path in place of resolved jars. Some upstream suites link to signatures as they are before
 * relocation, so they need the classes and not the rebuilt jars.
 */
@Mojo(name = "use-classes", defaultPhase = LifecyclePhase.PRE_INTEGRATION_TEST, threadSafe = true,
        requiresDependencyResolution = ResolutionScope.TEST)
public final class UseClassesMojo extends AbstractMojo {
    /** The folder for each artifact id. */
    @Parameter(required = true)
    private Map<String, File> classes;

    /** Whether to do nothing. */
    @Parameter(defaultValue = "false")
    private boolean skip;

    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    @Override
    public void execute() throws MojoFailureException {
        if (skip) {
            return;
        }
        Map<String, File> left = new HashMap<>(classes);
        for (Artifact artifact : project.getArtifacts()) {
            File folder = artifact.hasClassifier() ? null : left.remove(artifact.getArtifactId());
            if (folder != null) {
                if (!folder.isDirectory()) {
                    throw new MojoFailureException("There is no " + folder
                            + ". Build the rebuilt modules in the same run, from the top of the checkout.");
                }
                artifact.setFile(folder);
            }
        }
        if (!left.isEmpty()) {
            throw new MojoFailureException("Not on the class path: " + left.keySet() + ". Add the dependency or remove the folder.");
        }
    }
}
