/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.dependants;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.shared.invoker.DefaultInvocationRequest;
import org.apache.maven.shared.invoker.DefaultInvoker;
import org.apache.maven.shared.invoker.InvocationRequest;
import org.apache.maven.shared.invoker.InvocationResult;
import org.apache.maven.shared.invoker.MavenInvocationException;
import org.apache.maven.shared.invoker.PrintStreamHandler;

/**
 * Builds the third-party project with Maven: on the release as any build would, with the usual local repository and settings, and then
 * on the rebuild with an empty local repository. All that the second build needs but what we publish was fetched by the first, if it
 * had to be; so it has the usual local repository for a mirror of the world, and no network.
 */
final class ThirdPartyBuild {
  private static final int TIMEOUT_SECONDS = 1200;

  private final Path folder;

  ThirdPartyBuild(Path folder) {
    this.folder = folder;
  }

  /** The local repository of the build on the rebuild, empty when it starts. */
  Path localRepository() {
    return folder.resolve("local-repository");
  }

  /** The project of one side. */
  Path project(Side side) {
    return folder.resolve(side.profile());
  }

  void run() throws IOException, MavenInvocationException {
    Trees.delete(folder);
    Path usual = Settings.path("dependants.maven.repository");
    InvocationRequest release = request(Side.RELEASE);
    release.setLocalRepositoryDirectory(usual.toFile());
    release.setOffline(Settings.get("dependants.maven.offline").equals("offline:true"));
    Settings.file("dependants.maven.settings").ifPresent(file -> release.setUserSettingsFile(file.toFile()));
    Settings.file("dependants.maven.settings.global").ifPresent(file -> release.setGlobalSettingsFile(file.toFile()));
    build(Side.RELEASE, release);

    Path settings = folder.resolve("settings.xml");
    Files.writeString(settings, """
        <settings>
          <mirrors>
            <mirror>
              <id>usual-local-repository</id>
              <url>%s</url>
              <mirrorOf>*,!flatplan</mirrorOf>
            </mirror>
          </mirrors>
        </settings>
        """.formatted(usual.toUri()));
    Files.createDirectories(localRepository());
    InvocationRequest rebuild = request(Side.FLATPLAN);
    rebuild.setLocalRepositoryDirectory(localRepository().toFile());
    // For both, so that no other mirror is left.
    rebuild.setUserSettingsFile(settings.toFile());
    rebuild.setGlobalSettingsFile(settings.toFile());
    build(Side.FLATPLAN, rebuild);
  }

  private InvocationRequest request(Side side) throws IOException {
    Trees.copy(resource(), project(side));
    // Says where the project's top is; else Maven goes on to the top of ours, and takes our options.
    Files.createDirectories(project(side).resolve(".mvn"));
    InvocationRequest request = new DefaultInvocationRequest();
    request.setBaseDirectory(project(side).toFile());
    request.setBatchMode(true);
    request.setNoTransferProgress(true);
    request.setJavaHome(Path.of(System.getProperty("java.home")).toFile());
    request.setMavenHome(Settings.path("dependants.maven").toFile());
    request.setMavenOpts("-Xmx1g");
    request.setProfiles(List.of(side.profile()));
    request.setProperties(Settings.ofThirdParty());
    request.addArg("process-classes");
    request.setTimeoutInSeconds(TIMEOUT_SECONDS);
    return request;
  }

  private void build(Side side, InvocationRequest request) throws IOException, MavenInvocationException {
    Path log = folder.resolve(side.profile() + ".log");
    InvocationResult result;
    try (PrintStream out = new PrintStream(Files.newOutputStream(log), false, StandardCharsets.UTF_8)) {
      request.setOutputHandler(new PrintStreamHandler(out, true));
      request.setErrorHandler(new PrintStreamHandler(out, true));
      result = new DefaultInvoker().execute(request);
    }
    if (result.getExitCode() != 0 || result.getExecutionException() != null) {
      throw new AssertionError("Maven failed in the third-party project with profile " + side.profile() + " (exit " + result.getExitCode()
          + "):\n" + Files.readString(log), result.getExecutionException());
    }
  }

  private static Path resource() {
    try {
      return Path.of(ThirdPartyBuild.class.getResource("/third-party").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
