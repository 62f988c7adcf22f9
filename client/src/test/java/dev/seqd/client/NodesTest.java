package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodesTest {
    private static final URI A = URI.create("http://a");
    private static final URI B = URI.create("http://b");
    private static final URI C = URI.create("http://c");
    private static final long MILLI = Duration.ofMillis(1).toNanos();

    @Test
    void pick_whileItWorks_keepsTheNode() {
        Nodes nodes = new Nodes(List.of(A, B, C), () -> 0.4);

        assertThat(nodes.pick(0)).isEqualTo(B);
        assertThat(nodes.worked(B)).isFalse();
        assertThat(nodes.pick(0)).isEqualTo(B);
    }

    @Test
    void pick_afterAFailure_goesToTheNextAndStaysThere() {
        Nodes nodes = new Nodes(List.of(A, B, C), () -> 0.0);

        assertThat(nodes.failed(A, 0)).isTrue();
        assertThat(nodes.pick(0)).isEqualTo(B);
        assertThat(nodes.pick(3_600_000 * MILLI)).isEqualTo(B);
    }

    @Test
    void pick_afterTwoFailures_prefersTheNodeThatNeverFailed() {
        Nodes nodes = new Nodes(List.of(A, B, C), () -> 0.0);
        nodes.failed(B, 0);
        nodes.failed(A, 0);

        assertThat(nodes.pick(3_600_000 * MILLI)).isEqualTo(C);
    }

    @Test
    void pick_allFailing_rotatesByTheTimeLeftAlone() {
        Nodes nodes = new Nodes(List.of(A, B, C), () -> 0.0);
        nodes.failed(A, 0);
        nodes.failed(B, MILLI);
        nodes.failed(C, 2 * MILLI);

        assertThat(nodes.pick(3 * MILLI)).isEqualTo(A);
        assertThat(nodes.failed(A, 260 * MILLI)).isFalse();
        assertThat(nodes.pick(261 * MILLI)).isEqualTo(B);
        nodes.failed(B, 262 * MILLI);
        assertThat(nodes.pick(263 * MILLI)).isEqualTo(C);
    }

    @Test
    void failed_whileLeftAlone_countsOnce() {
        Nodes nodes = new Nodes(List.of(A, B), () -> 0.0);
        nodes.failed(B, 0);
        for (int i = 0; i < 16; i++) {
            nodes.failed(A, 0);
        }

        assertThat(nodes.pick(250 * MILLI)).isEqualTo(A);
    }

    @Test
    void worked_afterFailure_isNews() {
        Nodes nodes = new Nodes(List.of(A, B), () -> 0.0);
        nodes.failed(A, 0);

        assertThat(nodes.worked(A)).isTrue();
        assertThat(nodes.worked(A)).isFalse();
        assertThat(nodes.failed(A, 0)).isTrue();
    }

    @Test
    void failed_foreignNode_isRefused() {
        Nodes nodes = new Nodes(List.of(A), () -> 0.0);

        assertThatThrownBy(() -> nodes.failed(B, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
