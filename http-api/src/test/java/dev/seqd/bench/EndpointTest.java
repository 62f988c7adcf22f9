package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
    @Test
    void of_address_losesBlanksAndSlashes() {
        assertThat(Endpoint.of(" http://10.0.0.1:8080// ")).isEqualTo("http://10.0.0.1:8080");
        assertThat(Endpoint.of("HTTPS://db.example")).isEqualTo("HTTPS://db.example");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost:8080", "ftp://localhost", "http:", "http://", "a b", "http://a b"})
    void of_somethingElse_isRefusedNamingIt(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Endpoint.of(text))
                .withMessage("--endpoint must be an address such as http://127.0.0.1:8080, not '" + text + "'");
    }
}
