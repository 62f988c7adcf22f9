package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HelpTest {
    private final Seqd seqd = new Seqd("http://127.0.0.1:9");

    static Stream<String> verbs() {
        Set<String> verbs = SeqdCommand.commandLine(Map.of()).getSubcommands().keySet();
        return verbs.stream().filter(verb -> !verb.equals("help"));
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void help_everyVerb_hasAnExample(String verb) {
        assertThat(seqd.run(verb, "--help")).isZero();

        assertThat(seqd.out()).containsPattern("Examples?:").contains("  seqd " + verb);
        assertThat(seqd.err()).isEmpty();
    }

    @Test
    void help_command_listsTheVerbsOfSequences() {
        assertThat(seqd.run("--help")).isZero();

        assertThat(seqd.out())
                .contains("create", "alter", "get", "list", "next", "block", "restart", "setval", "drop")
                .contains("bench-strict");
    }

    @Test
    void help_definition_showsBothFormsOfCycle() {
        seqd.run("alter", "--help");

        assertThat(seqd.out())
                .contains("--[no-]cycle")
                .contains("--if-version=N")
                .contains("--allow-reuse");
    }
}
