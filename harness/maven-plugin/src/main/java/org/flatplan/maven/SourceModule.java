package org.flatplan.maven;

/** One module of Spark to unpack, as configured in the POM. */
public final class SourceModule {
    String groupId;
    String artifactId;
    String version;
    /** The pinned sum of the sources jar. */
    String sha256;
    /** Where the module lies in Spark's tree. */
    String directory;

    @Override
    public String toString() {
        return groupId + ":" + artifactId + ":" + version;
    }
}
