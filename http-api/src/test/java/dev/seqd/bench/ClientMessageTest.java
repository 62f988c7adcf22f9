package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.bench.ClientMessage.Kind;
import org.junit.jupiter.api.Test;

class ClientMessageTest {
    @Test
    void parse_whatWasSaid_isUnderstood() {
        for (ClientMessage message : new ClientMessage[] {
            new ClientMessage(Kind.READY, ""),
            new ClientMessage(Kind.PROGRESS, "4711"),
            new ClientMessage(Kind.FAILED, "no node answers")
        }) {
            assertThat(ClientMessage.parse(message.line())).isEqualTo(message);
        }
    }

    @Test
    void line_textOfSeveralLines_staysOne() {
        assertThat(new ClientMessage(Kind.FAILED, "a\nb\r\nc").line()).isEqualTo("FAILED a b c");
    }

    @Test
    void parse_anythingElse_isRefused() {
        assertThatThrownBy(() -> ClientMessage.parse("Listening for transport"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
