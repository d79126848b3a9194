package org.flatplan.maven;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.maven.RepositoryUtils;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Exclusion;
import org.apache.maven.model.Model;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.DefaultDependencyResolutionRequest;
import org.apache.maven.project.DefaultProjectBuildingRequest;
import org.apache.maven.project.DependencyResolutionException;
import org.apache.maven.project.DependencyResolutionResult;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.ProjectBuilder;
import org.apache.maven.project.ProjectBuildingException;
import org.apache.maven.project.ProjectBuildingRequest;
import org.apache.maven.project.ProjectDependenciesResolver;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.repository.RemoteRepository;

/** Reads projects of a release as Maven would build them, with no more repositories than the running build has. */
final class ReleaseProjects {
    private final ProjectBuilder builder;
    private final ProjectDependenciesResolver resolver;
    private final RepositorySystemSession session;
    private final ProjectBuildingRequest request;

    /**
     * @param running the project that is being built, for its repositories
     * @param properties what a user of the release would set on Maven's command line
     */
    ReleaseProjects(ProjectBuilder builder, ProjectDependenciesResolver resolver, MavenSession running, MavenProject project,
            Properties properties) {
        this.builder = builder;
        this.resolver = resolver;
        DefaultRepositorySystemSession ours = new DefaultRepositorySystemSession(running.getRepositorySession());
        RemoteRepository first = project.getRemoteProjectRepositories().get(0);
        // A release's POMs name repositories of their own. Ours stand in for them, or the build would ask hosts that nobody chose.
        ours.setMirrorSelector(repository -> first);
        this.session = ours;
        this.request = new DefaultProjectBuildingRequest(running.getProjectBuildingRequest())
                .setRepositorySession(ours)
                .setRemoteRepositories(project.getRemoteArtifactRepositories())
                .setPluginArtifactRepositories(project.getPluginArtifactRepositories())
                .setUserProperties(properties)
                .setResolveDependencies(false)
                // Only their configuration is read, for which no plugin need be fetched.
                .setProcessPlugins(false);
        request.setProject(null);
        request.setProfiles(List.of());
        request.setActiveProfileIds(List.of());
        request.setInactiveProfileIds(List.of());
    }

    MavenProject read(Path pom) throws MojoExecutionException {
        try {
            MavenProject project = builder.build(pom.toFile(), request).getProject();
            MavenProject parent = project.getParent();
            restoreExclusions(project.getModel(),
                    parent.getGroupId() + ":" + parent.getArtifactId() + ":" + parent.getVersion());
            return project;
        } catch (ProjectBuildingException e) {
            throw new MojoExecutionException("Cannot read the release's project " + pom + ": " + e.getMessage()
                    + ". Check the network and Maven's settings, then build again.", e);
        }
    }

    /**
     * Puts back the exclusions of the dependencies that come from the parent. There is no other POM of the parent than the
     * reduced one, and whoever reduced it excluded from each dependency all that it needs in turn. Those that are managed hold.
     */
    static void restoreExclusions(Model model, String parent) {
        Map<String, List<Exclusion>> managed = new HashMap<>();
        for (Dependency dependency : model.getDependencyManagement().getDependencies()) {
            managed.put(dependency.getManagementKey(), dependency.getExclusions());
        }
        for (Dependency dependency : model.getDependencies()) {
            if (dependency.getLocation("").getSource().getModelId().equals(parent)) {
                dependency.setExclusions(managed.getOrDefault(dependency.getManagementKey(), List.of()));
            }
        }
    }

    /** What Maven puts on the class path of the project's tests after its own classes, in Maven's order. */
    List<Artifact> testArtifacts(MavenProject project) throws MojoExecutionException {
        try {
            DependencyResolutionResult result = resolver.resolve(new DefaultDependencyResolutionRequest(project, session));
            Set<Artifact> artifacts = new LinkedHashSet<>();
            RepositoryUtils.toArtifacts(artifacts, result.getDependencyGraph().getChildren(),
                    List.of(project.getArtifact().getId()), null);
            return artifacts.stream().filter(artifact -> artifact.getArtifactHandler().isAddedToClasspath()).toList();
        } catch (DependencyResolutionException e) {
            throw new MojoExecutionException("Cannot fetch what the tests of " + project.getArtifactId() + " need: " + e.getMessage()
                    + ". Check the network and Maven's settings, then build again.", e);
        }
    }
}
