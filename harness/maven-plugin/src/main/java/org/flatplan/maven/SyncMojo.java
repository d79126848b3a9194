package org.flatplan.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;

/**
 * Moves what changed from the staging folder to the tree that is compiled, and leaves the rest untouched, so that only
 * changed files are compiled again. The stamp is written last: a build killed before that starts over.
 */
@Mojo(name = "sync", defaultPhase = LifecyclePhase.PROCESS_RESOURCES, threadSafe = true)
public final class SyncMojo extends AbstractSourcesMojo {
    @Override
    void run() throws IOException {
        if (upToDate()) {
            return;
        }
        for (String line : Files.readAllLines(expectedFile())) {
            String[] sumAndPath = line.split(" ", 2);
            Path file = staging.toPath().resolve(sumAndPath[1]);
            String sum = Files.isRegularFile(file) ? Checksums.sha256(file) : CheckPatchesMojo.DELETED;
            if (!sum.equals(sumAndPath[0])) {
                throw new HarnessException("The patch program made something else of " + sumAndPath[1]
                        + " than its patches say. Check which patch is on the PATH (GNU patch is known to work), then build again.");
            }
        }
        int changes = Trees.mirror(staging.toPath(), tree.toPath());
        String inputs = project.getProperties().getProperty(INPUTS);
        Files.writeString(stampFile(), stampText(inputs, tree.toPath()));
        Trees.delete(staging.toPath());
        getLog().info(changes + " files of the source tree changed");
    }

    static String stampText(String inputs, Path tree) throws IOException {
        return "inputs " + inputs + "\ntree " + Trees.fingerprint(tree) + "\n";
    }
}
