package dev.seqd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A thousand connections that are never quite idle, beside a caller with work to do. Time is scaled down: the
 * limits are 8 s in place of 25 and 20, a byte goes every second in place of every five, and the system keeps 16 KiB of an answer
 * in place of 128.
 */
class SlowCallersIT {
    private static final Duration MOST = Duration.ofSeconds(30);
    private static final Duration RUN = Duration.ofSeconds(60);
    private static final Duration BASELINE = Duration.ofSeconds(3);
    private static final Duration BYTE = Duration.ofSeconds(1);
    private static final int SENDERS = 900;
    private static final int READERS = 100;
    private static final int SEQUENCES = 200;
    private static final String CUT = "seqd_http_slow_connections_total";

    /** A p99 of a few milliseconds more than doubles by itself when others use the machine; a served one stays below this. */
    private static final Duration NOISE = Duration.ofMillis(200);

    private static final long FLAT_BYTES = 32L << 20;

    @TempDir
    private Path data;

    private LiveNode node;
    private final List<SlowCaller> slow = new ArrayList<>();

    @BeforeEach
    void startNode() {
        node = LiveNode.start(
                data,
                "seqd.http { max-request-time = 8s, max-answer-time = 8s }",
                "pekko.http.server.socket-options.so-send-buffer-size = 16k");
        node.call("PUT", "/v1/sequences/s", "{}");
        listed();
    }

    /** Makes the listing long: more rows of sequences that nobody uses. */
    private void listed() {
        List<String> columns = List.of(
                "sequence_number",
                "definition",
                "version",
                "epoch",
                "lap",
                "value",
                "called",
                "dropped",
                "created_at",
                "changed_at",
                "change_id",
                "writer",
                "writer_lap");
        String same = String.join(", ", columns);
        node.execute(
                "INSERT INTO seqd_sequence (persistence_id, name, " + same + ") SELECT 'counter|t' || i, 't' || i, "
                        + same + " FROM seqd_sequence, generate_series(1, " + SEQUENCES + ") i");
    }

    @AfterEach
    void stopNode() throws IOException {
        for (SlowCaller one : slow) {
            one.close();
        }
        node.close();
    }

    @Test
    void slow_aThousandConnections_areCutInTimeAndDisturbNobody() throws IOException {
        long heapBefore = heapAfterCollection();
        Duration baseline;
        try (PacedCaller normal = new PacedCaller(node)) {
            await().atMost(RUN).until(() -> normal.elapsed().compareTo(BASELINE) > 0);
            baseline = normal.percentile99();
        }
        connectSlowOnes();
        try (PacedCaller normal = new PacedCaller(node)) {
            long openNanos = System.nanoTime();
            await().atMost(RUN).pollInterval(BYTE).until(this::stepAll);
            assertThat(Duration.ofNanos(System.nanoTime() - openNanos)).isLessThan(MOST);
            assertThat(normal.failures()).isZero();
            assertThat(normal.percentile99()).isLessThan(longer(baseline.multipliedBy(2), NOISE));
        }
        assertThat(node.metric(CUT)).isEqualTo(SENDERS + READERS);
        assertThat(slow).allMatch(SlowCaller::isCut);
        assertThat(heapAfterCollection() - heapBefore).isLessThan(FLAT_BYTES);
    }

    private void connectSlowOnes() throws IOException {
        for (int i = 0; i < SENDERS; i++) {
            slow.add(SlowCaller.sending(node.port()));
        }
        for (int i = 0; i < READERS; i++) {
            slow.add(SlowCaller.reading(node.port(), "/v1/sequences?limit=" + SEQUENCES));
        }
    }

    private boolean stepAll() {
        slow.forEach(SlowCaller::step);
        return node.metric(CUT) >= SENDERS + READERS;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static long heapAfterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
