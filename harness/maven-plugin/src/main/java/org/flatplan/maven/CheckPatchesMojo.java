package org.flatplan.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/** Checks the series, and that each patch applies to the unpacked sources to the letter, before the patch program runs. */
@Mojo(name = "check-patches", defaultPhase = LifecyclePhase.GENERATE_SOURCES, threadSafe = true)
public final class CheckPatchesMojo extends AbstractSourcesMojo {
    /** Stands for the sum of a file that the patches delete. */
    static final String DELETED = "deleted";

    @Override
    void run() throws IOException, MojoExecutionException {
        Series series = Series.read(patches.toPath());
        if (upToDate()) {
            return;
        }
        StrictPatcher patcher = new StrictPatcher(staging.toPath());
        for (String name : series.names()) {
            patcher.apply(name, Files.readString(patches.toPath().resolve(name)));
        }
        requirePatchProgram();
        StringBuilder expected = new StringBuilder();
        for (Map.Entry<String, Optional<String>> file : new TreeMap<>(patcher.result()).entrySet()) {
            expected.append(file.getValue().map(Checksums::sha256).orElse(DELETED)).append(' ').append(file.getKey()).append('\n');
        }
        series.copyInOrder(ordered.toPath());
        Files.writeString(expectedFile(), expected);
        getLog().info(series.names().size() + " patches apply exactly");
    }

    private static void requirePatchProgram() {
        try {
            Process process = new ProcessBuilder("patch", "--version")
                    .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            if (process.waitFor() == 0) {
                return;
            }
        } catch (IOException e) {
            // Not on the path: said below.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new HarnessException("The program patch does not run, and maven-patch-plugin needs it."
                + " Install it (package \"patch\" on most systems), put it on the PATH, and build again.");
    }
}
