package org.flatplan.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleasePomTest {
    private static final String RELEASE = """
            <?xml version="1.0" encoding="UTF-8"?>
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <parent>
                <artifactId>spark-parent_2.13</artifactId>
                <version>9.1.0</version>
              </parent>
              <artifactId>spark-sql_2.13</artifactId>
              <name>Spark Project SQL</name>
              <dependencies>
                <dependency>
                  <groupId>org.apache.spark</groupId>
                  <artifactId>spark-core_2.13</artifactId>
                  <version>9.1.0</version>
                </dependency>
                <dependency>
                  <groupId>org.apache.spark</groupId>
                  <artifactId>spark-catalyst_2.13</artifactId>
                  <version>9.1.0</version>
                </dependency>
                <dependency>
                  <groupId>org.apache.spark</groupId>
                  <artifactId>spark-catalyst_2.13</artifactId>
                  <version>9.1.0</version>
                  <type>test-jar</type>
                </dependency>
              </dependencies>
            </project>
            """;

    @TempDir
    Path folder;

    @Test
    void changesOnlyItsVersionAndThatOfRebuiltDependencies() throws IOException {
        Path pom = Files.writeString(folder.resolve("pom.xml"), RELEASE);
        String expected = RELEASE
                .replace("<artifactId>spark-sql_2.13</artifactId>\n",
                        "<artifactId>spark-sql_2.13</artifactId>\n  <version>9.1.0-x</version>\n")
                .replaceFirst("(?s)(spark-catalyst_2.13</artifactId>\\s+<version>9.1.0)", "$1-x");
        assertThat(ReleasePom.rewrite(pom, "9.1.0-x", Set.of("spark-catalyst_2.13", "spark-sql_2.13"))).isEqualTo(expected);
    }
}
