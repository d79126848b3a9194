package org.flatplan.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.ProjectBuilder;
import org.apache.maven.project.ProjectDependenciesResolver;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.eclipse.aether.RepositorySystem;

/**
 * Lays out Spark's own suites, as published, in a tree like Spark's, and writes down how to start a JVM for them. The class
 * paths and the settings are those of the release's own POMs.
 */
@Mojo(name = "lay-out-suites", defaultPhase = LifecyclePhase.PRE_INTEGRATION_TEST, threadSafe = true)
public final class LayOutSuitesMojo extends AbstractMojo {
    private static final String GROUP = "org.apache.spark";

    /** The version of the release. */
    @Parameter(required = true)
    private String releaseVersion;

    /** The Scala line in the artifact ids. */
    @Parameter(required = true)
    private String scalaBinaryVersion;

    /** The Spark line. */
    @Parameter(required = true)
    private String line;

    /** The modules whose suites are laid out. */
    @Parameter(required = true)
    private List<SuiteModule> modules;

    /** The folder of rebuilt classes for each artifact id that is rebuilt. */
    @Parameter(required = true)
    private Map<String, File> rebuilt;

    /** The folder with our settings for logging, which the tests jars leave out. */
    @Parameter(required = true)
    private File resources;

    /** The top of the tree. */
    @Parameter(defaultValue = "${project.build.directory}/spark")
    private File home;

    /** Where the release's classes go whose rebuilt ones are compared with them. */
    @Parameter(defaultValue = "${project.build.directory}/release-classes")
    private File releaseClasses;

    /** The file that tells how to start the suites. */
    @Parameter(defaultValue = "${project.build.directory}/layout.json")
    private File output;

    /** Whether to do nothing. */
    @Parameter(defaultValue = "false")
    private boolean skip;

    @Component
    private RepositorySystem repositorySystem;

    @Component
    private ProjectBuilder projectBuilder;

    @Component
    private ProjectDependenciesResolver dependenciesResolver;

    @Parameter(defaultValue = "${session}", readonly = true)
    private MavenSession session;

    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            return;
        }
        try {
            // What an earlier run wrote must not be taken for this one's when it fails.
            Files.deleteIfExists(output.toPath());
            requireFolders();
            Path top = home.toPath();
            Trees.replace(top.resolve("pom.xml"), Files.readAllBytes(resolve("spark-parent_" + scalaBinaryVersion, "", "pom")));
            Properties properties = new Properties();
            properties.setProperty("spark.test.home", home.getPath());
            ReleaseProjects projects = new ReleaseProjects(projectBuilder, dependenciesResolver, session, project, properties);
            Map<String, Path> released = new HashMap<>();
            List<SuiteLayout.Module> laidOut = new ArrayList<>();
            for (SuiteModule module : modules) {
                laidOut.add(layOut(module, projects, released));
            }
            requireUse(laidOut);
            new SuiteLayout(releaseVersion, scalaBinaryVersion, line, home.getPath(), laidOut).write(output.toPath());
        } catch (HarnessException e) {
            throw new MojoFailureException(e.getMessage());
        } catch (IOException e) {
            throw new MojoExecutionException("Cannot lay out the suites in " + home + ": " + e, e);
        }
    }

    private void requireFolders() {
        rebuilt.forEach((artifactId, folder) -> {
            if (!folder.isDirectory()) {
                throw new HarnessException("There is no " + folder + " with the rebuilt classes of " + artifactId
                        + ". Build the rebuilt modules in the same run, from the top of the checkout.");
            }
        });
    }

    private void requireUse(List<SuiteLayout.Module> laidOut) {
        rebuilt.forEach((artifactId, folder) -> {
            if (laidOut.stream().noneMatch(module -> module.rebuiltClasses().contains(folder.getPath()))) {
                throw new HarnessException("No suites have " + artifactId
                        + " on their class path. Name an artifact of the release in their place, or remove the folder.");
            }
        });
    }

    // A module comes after those that it depends on, so their classes are in the map by then.
    private SuiteLayout.Module layOut(SuiteModule module, ReleaseProjects projects, Map<String, Path> released)
            throws IOException, MojoExecutionException {
        SuiteTree tree = new SuiteTree(home.toPath().resolve(module.tree));
        Path jar = resolve(module.artifactId, "", "jar");
        tree.layOutPom(jar, module.artifactId);
        MavenProject release = projects.read(tree.pom());
        Path testClasses = Path.of(release.getBuild().getTestOutputDirectory());
        Path tests = resolve(module.artifactId, "tests", "jar");
        String sha256 = Checksums.sha256(tests);
        if (tree.layOutTests(tests, sha256, testClasses, resources.toPath())) {
            getLog().info("Unpacked the suites of " + module.artifactId);
        }
        if (rebuilt.containsKey(module.artifactId)) {
            Path folder = releaseClasses.toPath().resolve(module.artifactId);
            Relocations.of(dom(release, "org.apache.maven.plugins:maven-shade-plugin")).undo(jar, Checksums.sha256(jar), folder);
            released.put(module.artifactId, folder);
        }
        List<Artifact> dependencies = projects.testArtifacts(release);
        SuiteClasspath classpath = SuiteClasspath.of(testClasses, module.artifactId, jar, dependencies, released, rebuilt);
        return new SuiteLayout.Module(module.name, module.artifactId, module.tree, sha256, testClasses.toString(),
                classpath.stock(), classpath.rebuilt(), classpath.rebuiltClasses(),
                configuration(release, "org.scalatest:scalatest-maven-plugin"),
                configuration(release, "org.apache.maven.plugins:maven-surefire-plugin"));
    }

    private static ForkConfiguration configuration(MavenProject release, String key) {
        return ForkConfiguration.of(dom(release, key));
    }

    private static Xpp3Dom dom(MavenProject release, String key) {
        Plugin plugin = release.getPlugin(key);
        if (plugin == null || !(plugin.getConfiguration() instanceof Xpp3Dom dom)) {
            throw new HarnessException("The release's project " + release.getFile() + " does not configure " + key
                    + ". See which plugin this Spark line has in its place, and read that one's configuration.");
        }
        return dom;
    }

    private Path resolve(String artifactId, String classifier, String extension) throws MojoExecutionException {
        return Artifacts.resolve(repositorySystem, session.getRepositorySession(), project.getRemoteProjectRepositories(),
                GROUP, artifactId, releaseVersion, classifier, extension);
    }
}
