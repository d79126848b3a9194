package org.flatplan.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.maven.artifact.Artifact;

/**
 * The class path of a module's suites, once with the classes of the release and once with the rebuilt ones. Some suites link
 * to signatures as they are before relocation, so what is rebuilt is there as a folder of classes with their original names,
 * on both sides.
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
     * @param released the folder of the release's classes for each artifact id that is rebuilt
     * @param folders the folder of rebuilt classes for each of them
     */
    static SuiteClasspath of(Path testClasses, String artifactId, Path jar, List<Artifact> dependencies, Map<String, Path> released,
            Map<String, File> folders) {
        SuiteClasspath path = new SuiteClasspath(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        path.add(testClasses, null, null);
        path.add(jar, released.get(artifactId), folders.get(artifactId));
        for (Artifact dependency : dependencies) {
            String name = dependency.hasClassifier() ? "" : dependency.getArtifactId();
            path.add(dependency.getFile().toPath(), released.get(name), folders.get(name));
        }
        return path;
    }

    private void add(Path jar, Path released, File folder) {
        stock.add((released == null ? jar : released).toString());
        rebuilt.add(folder == null ? jar.toString() : folder.getPath());
        if (folder != null) {
            rebuiltClasses.add(folder.getPath());
        }
    }
}
