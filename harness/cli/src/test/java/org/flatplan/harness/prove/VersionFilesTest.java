/*
 * SPDX-License-Identifier: Apache-2.0
 */
package org.flatplan.harness.prove;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VersionFilesTest {
  private static final VersionFiles FILES = new VersionFiles("4.2.0", "4.2.0-flatplan.1", Set.of("spark-catalyst_2.13", "spark-sql_2.13"),
      Map.of("Implementation-Vendor", "Us"), Map.of());
  private static final String POM = """
      <project><modelVersion>4.0.0</modelVersion><parent><artifactId>spark-parent_2.13</artifactId><version>4.2.0</version></parent>
      <artifactId>spark-sql_2.13</artifactId>%s<dependencies>
      <dependency><groupId>org.apache.spark</groupId><artifactId>spark-catalyst_${scala.binary.version}</artifactId><version>%s</version></dependency>
      <dependency><groupId>org.apache.spark</groupId><artifactId>spark-core_${scala.binary.version}</artifactId><version>%s</version></dependency>
      </dependencies></project>
      """;
  private static final String RELEASE_POM = String.format(POM, "", "${project.version}", "${project.version}");

  private static VersionFiles.Check check(String entry, String ours, String theirs) {
    return FILES.check(entry, Fixture.bytes(ours), Fixture.bytes(theirs));
  }

  @Test
  void aManifestMayDifferInItsVersionOnly() {
    String release = String.format(Fixture.MANIFEST, "4.2.0");
    assertThat(check("META-INF/MANIFEST.MF", String.format(Fixture.MANIFEST, "4.2.0-flatplan.1"), release).ok()).isTrue();
    assertThat(check("META-INF/MANIFEST.MF", String.format(Fixture.MANIFEST, "4.2.1"), release).ok()).isFalse();
    assertThat(check("META-INF/MANIFEST.MF", String.format(Fixture.MANIFEST, "4.2.0-flatplan.1").replace("4.2\r", "5\r"), release).detail())
        .contains("Specification-Version: 4.2 became 5");
    assertThat(check("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nX: y\r\n\r\n", release).ok()).isFalse();
  }

  @Test
  void aManifestMayHaveADeclaredAttributeWithItsDeclaredValue() {
    String release = String.format(Fixture.MANIFEST, "4.2.0").replace("\r\n\r\n", "\r\nImplementation-Vendor: ASF\r\n\r\n");
    String ours = release.replace(": 4.2.0", ": 4.2.0-flatplan.1");
    assertThat(check("META-INF/MANIFEST.MF", ours.replace("ASF", "Us"), release).ok()).isTrue();
    assertThat(check("META-INF/MANIFEST.MF", ours.replace("ASF", "Us"), release).detail()).contains("Implementation-Vendor is Us, as declared");
    assertThat(check("META-INF/MANIFEST.MF", ours.replace("ASF", "Them"), release).ok()).isFalse();
  }

  @Test
  void theRebuildMayCarryThePublishedPomOfTheRelease() {
    String own = "<version>4.2.0-flatplan.1</version>";
    byte[] published = Fixture.bytes(String.format(POM, "", "4.2.0", "4.2.0").replace("<modelVersion>", "<packaging>jar</packaging><modelVersion>"));
    byte[] ours = Fixture.bytes(String.format(POM, own, "4.2.0-flatplan.1", "4.2.0").replace("<modelVersion>", "<packaging>jar</packaging><modelVersion>"));
    VersionFiles files = new VersionFiles("4.2.0", "4.2.0-flatplan.1", FILES.rebuiltArtifacts(), Map.of(), Map.of("spark-catalyst_2.13", published));
    assertThat(files.check(Fixture.POM, ours, Fixture.bytes(RELEASE_POM)).ok()).isTrue();
    assertThat(FILES.check(Fixture.POM, ours, Fixture.bytes(RELEASE_POM)).ok()).isFalse();
  }

  @Test
  void pomPropertiesMayDifferInTheirVersionOnly() {
    String release = "artifactId=a\nversion=4.2.0\n";
    assertThat(check(Fixture.PROPERTIES, "artifactId=a\nversion=4.2.0-flatplan.1\n", release).ok()).isTrue();
    assertThat(check(Fixture.PROPERTIES, "artifactId=b\nversion=4.2.0-flatplan.1\n", release).ok()).isFalse();
    assertThat(check(Fixture.PROPERTIES, "artifactId=a\nversion=9\n", release).ok()).isFalse();
  }

  @Test
  void aPomMayStateTheRebuiltVersionWhereItBelongs() {
    String own = "<version>4.2.0-flatplan.1</version>";
    assertThat(check(Fixture.POM, String.format(POM, own, "4.2.0-flatplan.1", "4.2.0"), RELEASE_POM).ok()).isTrue();
    assertThat(check(Fixture.POM, String.format(POM, own, "${project.version}", "4.2.0"), RELEASE_POM).ok()).isTrue();
  }

  @Test
  void aPomMayNotAskForAVersionThatIsNotRebuilt() {
    String own = "<version>4.2.0-flatplan.1</version>";
    VersionFiles.Check check = check(Fixture.POM, String.format(POM, own, "4.2.0-flatplan.1", "${project.version}"), RELEASE_POM);
    assertThat(check.ok()).isFalse();
    assertThat(check.detail()).contains("spark-core_2.13/version=4.2.0-flatplan.1");
  }

  @Test
  void aPomMayNotLoseOrGainAnything() {
    String own = "<version>4.2.0-flatplan.1</version>";
    String good = String.format(POM, own, "4.2.0-flatplan.1", "4.2.0");
    assertThat(check(Fixture.POM, good.replace("<modelVersion>4.0.0</modelVersion>", ""), RELEASE_POM).ok()).isFalse();
    assertThat(check(Fixture.POM, good.replace("</dependencies>", "<dependency><artifactId>x</artifactId></dependency></dependencies>"),
        RELEASE_POM).ok()).isFalse();
    assertThat(check(Fixture.POM, "<project>", RELEASE_POM).detail()).contains("cannot be parsed");
  }

  @Test
  void theListOfDependenciesMayNameTheRebuiltVersion() {
    String release = "x\n  - a org.apache.spark:spark-catalyst_2.13:jar:4.2.0\n  - b org.apache.spark:spark-core_2.13:jar:4.2.0\n";
    assertThat(check("META-INF/DEPENDENCIES", release.replace("catalyst_2.13:jar:4.2.0", "catalyst_2.13:jar:4.2.0-flatplan.1"), release).ok()).isTrue();
    assertThat(check("META-INF/DEPENDENCIES", release.replace("core_2.13:jar:4.2.0", "core_2.13:jar:4.2.0-flatplan.1"), release).ok()).isFalse();
    assertThat(check("META-INF/DEPENDENCIES", release + "more\n", release).ok()).isFalse();
  }

  @Test
  void anyOtherFileIsNotWavedThrough() {
    assertThat(check("META-INF/LICENSE", "a", "b").ok()).isFalse();
    assertThat(check("META-INF/maven/org.spark-project.spark/unused/pom.properties", "version=4.2.0-flatplan.1", "version=4.2.0").ok()).isFalse();
  }
}
