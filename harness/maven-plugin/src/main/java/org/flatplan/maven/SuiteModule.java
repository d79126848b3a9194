package org.flatplan.maven;

/** One module of Spark whose published suites are laid out, as configured in the POM. */
public final class SuiteModule {
    /** The short name on the command line. */
    String name;
    String artifactId;
    /** Where the module lies in Spark's tree. */
    String tree;
}
