package org.flatplan.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.DependencyManagement;
import org.apache.maven.model.Exclusion;
import org.apache.maven.model.InputLocation;
import org.apache.maven.model.InputSource;
import org.apache.maven.model.Model;
import org.junit.jupiter.api.Test;

class ReleaseProjectsTest {

    private static Dependency dependency(String artifactId, String pom, String... excluded) {
        Dependency dependency = new Dependency();
        dependency.setGroupId("g");
        dependency.setArtifactId(artifactId);
        InputSource source = new InputSource();
        source.setModelId(pom);
        dependency.setLocation("", new InputLocation(1, 1, source));
        for (String name : excluded) {
            Exclusion exclusion = new Exclusion();
            exclusion.setGroupId("g");
            exclusion.setArtifactId(name);
            dependency.addExclusion(exclusion);
        }
        return dependency;
    }

    @Test
    void dropsExclusionsOnlyOfWhatComesFromTheParentAndIsNotManaged() {
        Model model = new Model();
        model.setDependencies(List.of(dependency("reduced", "g:parent:1", "core", "old"), dependency("bare", "g:parent:1", "core"),
                dependency("own", "g:module:1", "core")));
        model.setDependencyManagement(new DependencyManagement());
        model.getDependencyManagement().addDependency(dependency("reduced", "g:parent:1", "old"));
        model.getDependencyManagement().addDependency(dependency("own", "g:parent:1"));

        ReleaseProjects.restoreExclusions(model, "g:parent:1");

        assertThat(model.getDependencies()).extracting(dependency ->
                dependency.getExclusions().stream().map(Exclusion::getArtifactId).toList())
                .containsExactly(List.of("old"), List.of(), List.of("core"));
    }
}
