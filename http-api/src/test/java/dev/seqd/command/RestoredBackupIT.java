package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import dev.seqd.database.EmbeddedDatabase;
import dev.seqd.http.HttpNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup is restored under a running node, as somebody at a shell sees it. */
class RestoredBackupIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path data;

    @TempDir
    private Path backup;

    private final List<Long> numbers = new ArrayList<>();
    private EmbeddedDatabase database;
    private HttpNode node;
    private Seqd seqd;

    private void start(String... settings) {
        database = EmbeddedDatabase.start(data);
        int port = ThreadLocalRandom.current().nextInt(10_000, 20_000);
        String quick = "seqd.http.max-wait = 1s, seqd.counter { max-wait = 1s, reserve { min = 10, max = 10 } },"
                + " seqd.node.lease { min = 5, max = 5 }, seqd.journal.connection-timeout = 1s,"
                + " seqd.cluster.heartbeat-interval = 200ms, seqd.http.port = " + port + "\n";
        node = HttpNode.start(ConfigFactory.parseString(quick + String.join("\n", settings)), database.settings());
        seqd = new Seqd(node.endpoint());
    }

    @AfterEach
    void stop() {
        node.close();
        database.close();
    }

    private void backUpAndGoOn() throws IOException, InterruptedException {
        database.close();
        copy(data, backup);
        database = EmbeddedDatabase.start(data);
        await().atMost(LIMIT).until(this::next);
        for (int i = 0; i < 50; i++) {
            await().atMost(LIMIT).until(this::next);
        }
    }

    private void restore() throws IOException, InterruptedException {
        database.close();
        copy(backup, data);
        database = EmbeddedDatabase.start(data);
    }

    /** The data of a stopped server, but not its port. */
    private static void copy(Path from, Path to) throws IOException, InterruptedException {
        String script = "rm -rf \"$2/pgdata\" && cp -a \"$1/pgdata\" \"$1/password\" \"$2/\"";
        Process copy = new ProcessBuilder("sh", "-c", script, "sh", from.toString(), to.toString()).start();
        assertThat(copy.waitFor()).isZero();
    }

    private boolean next() {
        boolean works = seqd.run("next", "orders") == 0;
        if (works) {
            numbers.add(Long.parseLong(seqd.out().strip()));
        }
        return works;
    }

    private String read(String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(node.endpoint() + path)).build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    @Test
    void restored_aMomentAfterItWasTaken_goesOnBeyondEveryNumber() throws Exception {
        start();
        assertThat(seqd.run("create", "orders")).isZero();
        backUpAndGoOn();

        restore();

        for (int i = 0; i < 50; i++) {
            await().atMost(LIMIT).until(this::next);
        }
        assertThat(numbers).isSorted().doesNotHaveDuplicates();
        assertThat(read("/metrics")).contains("seqd_database_losses_total 1.0", "seqd_database_doubted 0.0");
    }

    @Test
    void restored_longAfterItWasTaken_waitsForTheOperatorAndSaysSo() throws Exception {
        start("seqd.node.idle = 1s");
        assertThat(seqd.run("create", "orders")).isZero();
        backUpAndGoOn();
        await().pollDelay(Duration.ofSeconds(2)).until(() -> true);

        restore();

        await().atMost(LIMIT).until(() -> read("/metrics").contains("seqd_database_doubted 1.0"));
        assertThat(read("/health/ready")).contains("down");
        await().atMost(LIMIT).until(() -> !next());
        assertThat(seqd.run("create", "another")).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(seqd.err()).contains("seqd raise --all --by N");

        assertThat(seqd.run("raise", "--all", "--by", "1000000", "--yes")).isZero();

        assertThat(seqd.out()).contains("orders");
        await().atMost(LIMIT).until(this::next);
        assertThat(numbers).isSorted().doesNotHaveDuplicates();
        assertThat(numbers.get(numbers.size() - 1)).isGreaterThan(1_000_000);
        assertThat(read("/health/ready")).contains("up");
    }
}
