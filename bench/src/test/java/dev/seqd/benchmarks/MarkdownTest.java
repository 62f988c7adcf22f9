package dev.seqd.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MarkdownTest {
    @Test
    void table_withRows_isMarkdown() {
        assertThat(new MarkdownTable("What", "ns").row("a|b", "1").toString())
                .isEqualTo("| What | ns |\n|---|---:|\n| a\\|b | 1 |");
    }

    @Test
    void row_ofAnotherLength_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new MarkdownTable("a", "b").row("1"));
    }

    @Test
    void fill_withAllValues_putsThemIn() {
        assertThat(new Template("{{a}} and {{b}}").fill(Map.of("a", "$1", "b", "{{a}}")))
                .isEqualTo("$1 and {{a}}");
    }

    @Test
    void fill_withoutAValue_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Template("{{a}}").fill(Map.of()))
                .withMessageContaining("{{a}}");
    }
}
