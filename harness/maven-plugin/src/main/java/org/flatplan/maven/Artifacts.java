package org.flatplan.maven;

import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/** Resolves files through Maven. */
final class Artifacts {
    private Artifacts() {}

    static Path resolve(RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> repositories,
            String groupId, String artifactId, String version, String classifier, String extension)
            throws MojoExecutionException {
        DefaultArtifact artifact = new DefaultArtifact(groupId, artifactId, classifier, extension, version);
        try {
            return system.resolveArtifact(session, new ArtifactRequest(artifact, repositories, null))
                    .getArtifact().getFile().toPath();
        } catch (ArtifactResolutionException e) {
            throw new MojoExecutionException("Cannot fetch " + artifact + ": " + e.getMessage()
                    + ". Check the network and Maven's settings, then build again.", e);
        }
    }
}
