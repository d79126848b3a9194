package org.flatplan.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.StringReader;
import org.codehaus.plexus.util.xml.Xpp3DomBuilder;
import org.junit.jupiter.api.Test;

class ForkConfigurationTest {

    private static ForkConfiguration read(String elements) throws Exception {
        return ForkConfiguration.of(Xpp3DomBuilder.build(new StringReader("<configuration>" + elements + "</configuration>")));
    }

    @Test
    void splitsALineAtWhiteSpace() {
        assertThat(ForkConfiguration.arguments("-ea -Xmx4g\n      --add-modules=a.b\t-Dx=y"))
                .containsExactly("-ea", "-Xmx4g", "--add-modules=a.b", "-Dx=y");
    }

    @Test
    void keepsWhatIsBetweenQuotesInOneArgument() {
        assertThat(ForkConfiguration.arguments("-Da=\"b c\" '-Dd=e \"f\"' \"\" -ea"))
                .containsExactly("-Da=b c", "-Dd=e \"f\"", "-ea");
    }

    @Test
    void stopsAtAQuoteThatIsNotClosed() {
        assertThatThrownBy(() -> ForkConfiguration.arguments("-ea -Da=\"b c"))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("-ea -Da=\"b c");
    }

    @Test
    void leavesOutArgumentsThatAreNotResolved() {
        assertThat(ForkConfiguration.arguments("@{argLine} -Xmx${heap} -ea ${more}")).containsExactly("-ea");
    }

    @Test
    void leavesOutTagsThatAreEmptyOrNotResolved() {
        assertThat(ForkConfiguration.parts("${tags}, a.Slow,,b.Wide ")).containsExactly("a.Slow", "b.Wide");
        assertThat(ForkConfiguration.parts("${tags}")).isEmpty();
        assertThat(ForkConfiguration.parts("")).isEmpty();
    }

    @Test
    void readsScalaTest() throws Exception {
        ForkConfiguration fork = read("""
                <argLine>-ea ${more}</argLine>
                <environmentVariables><A>1</A><B>${b}</B><C/></environmentVariables>
                <systemProperties><z.y>file:src/x</z.y><a.b>${a.b}</a.b><c.d>/tmp/${c}</c.d></systemProperties>
                <tagsToExclude>${tags},a.Slow</tagsToExclude>
                """);
        assertThat(fork.jvmArguments()).containsExactly("-ea");
        assertThat(fork.environment()).containsExactly(entry("A", "1"));
        assertThat(fork.systemProperties()).containsExactly(entry("z.y", "file:src/x"));
        assertThat(fork.excludedTags()).containsExactly("a.Slow");
    }

    @Test
    void readsSurefire() throws Exception {
        ForkConfiguration fork = read("""
                <systemPropertyVariables><a>1</a></systemPropertyVariables>
                <excludedGroups>a.Slow</excludedGroups>
                """);
        assertThat(fork.systemProperties()).containsExactly(entry("a", "1"));
        assertThat(fork.excludedTags()).containsExactly("a.Slow");
        assertThat(fork.jvmArguments()).isEmpty();
        assertThat(fork.environment()).isEmpty();
    }
}
