package org.flatplan.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.maven.artifact.Artifact;

/**
 * The class path of a module's suites, once with the classes of the release and once with the rebuilt ones. Some suites link
 * to signatures as they are before relocation, so the rebuilt ones are folders of classes and not the rebuilt jars.
 *
 * @param stock with the classes of the release
 * @param rebuilt with rebuilt classes where there are some
 * @param rebuiltClasses the folders of {@code rebuilt} with rebuilt classes
 */
record SuiteClasspath(List<String> stock, List<String> rebuilt, List<String> rebuiltClasses) {

    /**
     * Puts a class path together, in Maven's order.
     *
     * @param testClasses the module's tests
     * @param artifactId the module
     * @param jar the module's jar
     * @param dependencies what Maven resolves for the module's tests
     * @param folders the folder of rebuilt classes for each artifact id that is rebuilt
     */
    static SuiteClasspath of(Path testClasses, String artifactId, Path jar, List<Artifact> dependencies, Map<String, File> folders) {
        SuiteClasspath path = new SuiteClasspath(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        path.add(testClasses.toFile(), null);
        path.add(jar.toFile(), folders.get(artifactId));
        for (Artifact dependency : dependencies) {
            path.add(dependency.getFile(), dependency.hasClassifier() ? null : folders.get(dependency.getArtifactId()));
        }
        return path;
    }

    private void add(File released, File folder) {
        stock.add(released.getPath());
        rebuilt.add((folder == null ? released : folder).getPath());
        if (folder != null) {
            rebuiltClasses.add(folder.getPath());
        }
    }
}
