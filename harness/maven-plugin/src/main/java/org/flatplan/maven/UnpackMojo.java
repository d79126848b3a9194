package org.flatplan.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.repository.RemoteRepository;

/** Resolves Spark's sources jars, checks their pinned sums, and unpacks them unless the patched tree is up to date. */
@Mojo(name = "unpack", defaultPhase = LifecyclePhase.GENERATE_SOURCES, threadSafe = true)
public final class UnpackMojo extends AbstractSourcesMojo {
    /** Counts up when the layout of the tree changes. */
    private static final String LAYOUT = "layout 1";

    /** The modules to unpack. */
    @Parameter(required = true)
    private List<SourceModule> modules;

    @Component
    private RepositorySystem repositorySystem;

    @Parameter(defaultValue = "${repositorySystemSession}", readonly = true)
    private RepositorySystemSession session;

    @Parameter(defaultValue = "${project.remoteProjectRepositories}", readonly = true)
    private List<RemoteRepository> repositories;

    @Override
    void run() throws IOException, MojoExecutionException {
        List<SourceJar> jars = new ArrayList<>();
        for (SourceModule module : modules) {
            Path file = Artifacts.resolve(repositorySystem, session, repositories,
                    module.groupId, module.artifactId, module.version, "sources", "jar");
            SourceJar jar = new SourceJar(file, module.sha256);
            jar.verify();
            jars.add(jar);
        }
        String inputs = inputs();
        project.getProperties().setProperty(INPUTS, inputs);
        boolean ready = stamp().equals(Optional.of(SyncMojo.stampText(inputs, tree.toPath())));
        project.getProperties().setProperty(SKIP, Boolean.toString(ready));
        if (ready) {
            getLog().info("Spark's sources and patches have not changed");
            return;
        }
        Files.deleteIfExists(stampFile());
        Trees.delete(staging.toPath());
        for (int i = 0; i < jars.size(); i++) {
            getLog().info("Unpacking the sources of " + modules.get(i));
            jars.get(i).unpack(staging.toPath().resolve(modules.get(i).directory));
        }
    }

    private String inputs() throws IOException {
        StringBuilder text = new StringBuilder(LAYOUT).append('\n');
        for (SourceModule module : modules) {
            text.append(module.sha256).append(' ').append(module).append(' ').append(module.directory).append('\n');
        }
        Path directory = patches.toPath();
        Path series = directory.resolve(Series.FILE);
        if (Files.isRegularFile(series)) {
            text.append(Checksums.sha256(series)).append(' ').append(Series.FILE).append('\n');
            for (String name : Series.patchFiles(directory)) {
                text.append(Checksums.sha256(directory.resolve(name))).append(' ').append(name).append('\n');
            }
        }
        return Checksums.sha256(text.toString());
    }
}
