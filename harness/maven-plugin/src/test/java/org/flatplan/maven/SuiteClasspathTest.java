package org.flatplan.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DefaultArtifact;
import org.apache.maven.artifact.handler.DefaultArtifactHandler;
import org.junit.jupiter.api.Test;

class SuiteClasspathTest {
    private static final Map<String, File> FOLDERS =
            Map.of("spark-catalyst_2.13", new File("/out/catalyst"), "spark-sql_2.13", new File("/out/sql"));

    private static final Map<String, Path> RELEASED = Map.of("spark-catalyst_2.13", Path.of("/release/catalyst"));

    private static Artifact artifact(String artifactId, String classifier) {
        Artifact artifact = new DefaultArtifact("g", artifactId, "1", "test", "jar", classifier, new DefaultArtifactHandler("jar"));
        artifact.setFile(new File("/jars/" + artifactId + (classifier == null ? "" : "-" + classifier) + ".jar"));
        return artifact;
    }

    @Test
    void replacesTheModuleAndItsDependenciesButNoJarWithAClassifier() {
        SuiteClasspath path = SuiteClasspath.of(Path.of("/tests"), "spark-sql_2.13", Path.of("/jars/sql.jar"),
                List.of(artifact("guava", null), artifact("spark-catalyst_2.13", "tests"), artifact("spark-catalyst_2.13", null)),
                RELEASED, FOLDERS);
        assertThat(path.stock()).containsExactly("/tests", "/jars/sql.jar", "/jars/guava.jar",
                "/jars/spark-catalyst_2.13-tests.jar", "/release/catalyst");
        assertThat(path.rebuilt()).containsExactly("/tests", "/out/sql", "/jars/guava.jar",
                "/jars/spark-catalyst_2.13-tests.jar", "/out/catalyst");
        assertThat(path.rebuiltClasses()).containsExactly("/out/sql", "/out/catalyst");
    }

    @Test
    void keepsTheJarOfAModuleThatIsNotRebuilt() {
        SuiteClasspath path = SuiteClasspath.of(Path.of("/tests"), "spark-hive_2.13", Path.of("/jars/hive.jar"),
                List.of(artifact("spark-sql_2.13", null)), RELEASED, FOLDERS);
        assertThat(path.rebuilt()).containsExactly("/tests", "/jars/hive.jar", "/out/sql");
        assertThat(path.rebuiltClasses()).containsExactly("/out/sql");
    }
}
