package org.flatplan.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * Gives a jar that came out with the same bytes as in the last build its old time again. Zinc goes by the times of the jars on
 * the class path, and would otherwise compile all of the next module.
 */
@Mojo(name = "settle", defaultPhase = LifecyclePhase.PACKAGE, threadSafe = true)
public final class SettleMojo extends AbstractMojo {
    /** Remembers the sum and the time of the jar. */
    @Parameter(defaultValue = "${project.build.directory}/jar-time")
    private File record;

    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    @Override
    public void execute() throws MojoExecutionException {
        Path jar = project.getArtifact().getFile().toPath();
        try {
            String sum = Checksums.sha256(jar);
            if (record.isFile()) {
                String[] known = Files.readString(record.toPath()).strip().split(" ");
                if (known.length == 2 && known[0].equals(sum)) {
                    Files.setLastModifiedTime(jar, FileTime.fromMillis(Long.parseLong(known[1])));
                    return;
                }
            }
            Files.writeString(record.toPath(), sum + " " + Files.getLastModifiedTime(jar).toMillis() + "\n");
        } catch (IOException e) {
            throw new MojoExecutionException("Cannot read " + jar + ": " + e, e);
        }
    }
}
