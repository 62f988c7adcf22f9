package dev.seqd.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.client.SeqClient;
import dev.seqd.client.Sequence;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StubNodeTest {
    @Test
    void blocks_toTheClient_comeInOrderWithoutAGap() throws IOException {
        try (StubNode node = new StubNode(Duration.ofMillis(1));
                SeqClient client = SeqClient.connect(node.endpoint())) {
            Sequence sequence = client.sequence("orders");
            for (long i = 1; i <= 1000; i++) {
                assertThat(sequence.next()).isEqualTo(i);
            }
        }
    }

    @Test
    void cluster_whenAsked_listsItself() throws IOException {
        try (StubNode node = new StubNode(Duration.ZERO);
                var in = URI.create(node.endpoint() + "/v1/cluster").toURL().openStream()) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(Json.parse(text).at("/members/0/httpEndpoint").textValue())
                    .isEqualTo(node.endpoint());
        }
    }
}
