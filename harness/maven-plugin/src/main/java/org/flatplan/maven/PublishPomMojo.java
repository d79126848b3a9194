package org.flatplan.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.repository.RemoteRepository;

/**
 * Makes the POM to install and deploy for a rebuilt module: the release's own, with the rebuild's version. It also goes into
 * the jar's META-INF/maven, where the release has its POM.
 */
@Mojo(name = "publish-pom", defaultPhase = LifecyclePhase.PROCESS_RESOURCES, threadSafe = true)
public final class PublishPomMojo extends AbstractMojo {
    /** The version of the release. */
    @Parameter(required = true)
    private String releaseVersion;

    /** The artifact ids that are rebuilt with this project's version. */
    @Parameter(required = true)
    private Set<String> rebuilt;

    /** Where the POM is written. */
    @Parameter(defaultValue = "${project.build.directory}/published/pom.xml")
    private File pom;

    @Parameter(defaultValue = "${project.build.outputDirectory}", readonly = true)
    private File classes;

    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    @Component
    private RepositorySystem repositorySystem;

    @Parameter(defaultValue = "${repositorySystemSession}", readonly = true)
    private RepositorySystemSession session;

    @Parameter(defaultValue = "${project.remoteProjectRepositories}", readonly = true)
    private List<RemoteRepository> repositories;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        Path release = Artifacts.resolve(repositorySystem, session, repositories,
                project.getGroupId(), project.getArtifactId(), releaseVersion, "", "pom");
        try {
            String text = ReleasePom.rewrite(release, project.getVersion(), rebuilt);
            write(pom.toPath(), text);
            Path descriptors = classes.toPath().resolve("META-INF/maven")
                    .resolve(project.getGroupId()).resolve(project.getArtifactId());
            write(descriptors.resolve("pom.xml"), text);
            write(descriptors.resolve("pom.properties"), "artifactId=" + project.getArtifactId()
                    + "\ngroupId=" + project.getGroupId() + "\nversion=" + project.getVersion() + "\n");
        } catch (HarnessException e) {
            throw new MojoFailureException(e.getMessage());
        } catch (IOException e) {
            throw new MojoExecutionException("Cannot write " + pom + ": " + e, e);
        }
        project.setPomFile(pom);
    }

    private static void write(Path file, String text) throws IOException {
        if (Files.isRegularFile(file) && Files.readString(file).equals(text)) {
            return;
        }
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
