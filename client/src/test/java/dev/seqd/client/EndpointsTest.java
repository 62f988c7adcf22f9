package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointsTest {
    @Test
    void of_wellFormed_isNormalized() {
        assertThat(Endpoints.of("HTTP://Node1:8080/", " https://node2 ", "http://node1:8080", "http://[::1]:9"))
                .containsExactly(
                        URI.create("http://node1:8080"), URI.create("https://node2"), URI.create("http://[::1]:9"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "node1:8080",
                "localhost",
                "ftp://node1",
                "http://",
                "http:///path",
                "http://node1/base",
                "http://node1?x=1",
                "http://node1#x",
                "http://user:secret@node1",
                "http://node1:0",
                "http://node1:65536",
                "http://node1:port",
                "http://no de",
                "file:/etc/passwd",
            })
    void of_malformed_isRefused(String endpoint) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Endpoints.of("http://good", endpoint))
                .withMessageStartingWith("malformed endpoint")
                .withMessageNotContaining("secret");
    }

    @Test
    void of_none_isRefused() {
        assertThatIllegalArgumentException().isThrownBy(Endpoints::of).withMessageContaining("1 to 100 endpoints");
    }

    @Test
    void ofEnvironment_set_isSplitAtCommas() {
        assertThat(Endpoints.ofEnvironment(Map.of("SEQD_ENDPOINTS", "http://a:1, http://b:2")))
                .containsExactly(URI.create("http://a:1"), URI.create("http://b:2"));
    }

    @Test
    void ofEnvironment_unset_namesTheVariable() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Endpoints.ofEnvironment(Map.of()))
                .withMessageContaining("SEQD_ENDPOINTS is not set");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:1", "http://a,", ",", "http://a http://b", "http://a;http://b"})
    void ofEnvironment_malformed_namesTheVariable(String value) {
        assertThatIllegalStateException()
                .isThrownBy(() -> Endpoints.ofEnvironment(Map.of("SEQD_ENDPOINTS", value)))
                .withMessageContaining("SEQD_ENDPOINTS is malformed");
    }
}
