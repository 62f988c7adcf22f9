package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.seqd.client.SeqClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartIT {
    private static final Duration START = Duration.ofMinutes(2);
    private static final String UP = "Ctrl-C ends it";
    private static final int KILLS = Boolean.getBoolean("seqd.long") ? 20 : 8;
    private static final long NUMBERS_PER_ROUND = 20_000;

    @TempDir
    Path directory;

    @AfterEach
    void killWhatIsLeft() throws IOException {
        EmbeddedServer.killAll(directory.resolve("data"));
    }

    @Test
    void quickstart_startedTwice_showsNumbersAndContinuesAboveThem() {
        String port = Integer.toString(Ports.free(1));
        Set<Long> seen = new HashSet<>();
        long highest = 1000;
        for (int round = 0; round < 2; round++) {
            try (SeqdProcess seqd = SeqdProcess.start(directory, "quickstart", "--http-port", port)) {
                String shown = seqd.awaitOutput(UP, START).output();
                List<Long> fromJava = numbers(shown, "client\\.next\\(\"orders_seq\"\\)  ->  (\\d+)");
                List<Long> fromHttp = numbers(shown, "\"value\":\"(\\d+)\"");
                assertThat(fromJava).as(shown).hasSize(3).isSorted().allMatch(beyond(highest));
                assertThat(fromHttp).as(shown).hasSize(3).isSorted().allMatch(beyond(highest));
                assertThat(seen.addAll(fromJava) && seen.addAll(fromHttp)).isTrue();
                assertThat(seen).hasSize(6 * (round + 1));
                highest = seen.stream().mapToLong(Long::longValue).max().orElseThrow();
                seqd.interrupt();
                assertThat(seqd.awaitExit(Duration.ofSeconds(30))).isNotEqualTo(1);
            }
        }
        assertThat(seen).contains(1001L);
    }

    private static java.util.function.Predicate<Long> beyond(long highest) {
        return number -> number > highest;
    }

    private static List<Long> numbers(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.results().map(result -> Long.valueOf(result.group(1))).toList();
    }

    @Test
    void serve_killedTogetherWithItsDatabase_neverRepeatsANumber() throws Exception {
        int port = Ports.free(1);
        Path data = directory.resolve("data");
        String endpoint = "http://127.0.0.1:" + port;
        Set<Long> seen = new HashSet<>();
        long highest = 0;
        for (int round = 0; round <= KILLS; round++) {
            SeqdProcess seqd = SeqdProcess.start(directory, "serve", "--http-port", Integer.toString(port));
            try (seqd;
                    SeqClient client = SeqClient.connect(endpoint)) {
                seqd.awaitOutput("seqd is up", START);
                create(endpoint);
                List<Long> taken = takeUntilKilled(client, seqd, data);
                assertThat(taken).isSorted().allMatch(beyond(highest));
                assertThat(seen.addAll(taken)).isTrue();
                highest = taken.get(taken.size() - 1);
                assertThat(seen).as("round %d", round).hasSizeGreaterThanOrEqualTo(taken.size());
                assertThat(new HashSet<>(taken)).hasSameSizeAs(taken);
            }
        }
        assertThat(seen).hasSizeGreaterThan((int) (KILLS * NUMBERS_PER_ROUND));
    }

    /** JVM and PostgreSQL die at once, while numbers are taken. */
    private static List<Long> takeUntilKilled(SeqClient client, SeqdProcess seqd, Path data) throws IOException {
        try (Taker taker = new Taker(client, "orders_seq")) {
            await().atMost(START).until(() -> taker.count() > NUMBERS_PER_ROUND);
            List<ProcessHandle> database = EmbeddedServer.processes(data);
            assertThat(database).hasSizeGreaterThan(1);
            seqd.kill();
            database.forEach(ProcessHandle::destroyForcibly);
            await().atMost(START).until(() -> !seqd.isAlive());
            client.close();
            return taker.stop();
        }
    }

    private static void create(String endpoint) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint + "/v1/sequences/orders_seq"))
                .PUT(HttpRequest.BodyPublishers.ofString("{\"start\":1001}"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .statusCode())
                .isBetween(200, 201);
    }
}
