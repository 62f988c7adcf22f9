package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** How long callers who hold nothing wait when the owner of their counter ends. */
class FailoverIT {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration RUN = Duration.ofMinutes(2);

    /** With nothing else to do the machine needs less than half of it; the cluster alone would need twelve seconds. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(6);

    /** A request that is lost in the hand-over and not asked again is given up after five. */
    private static final Duration LONGEST_HAND_OVER = Duration.ofSeconds(4);

    private static final int OF_EACH_KIND = 8;
    private static final Map<String, String> KINDS =
            Map.of("cached", "{}", "uncached", "{\"cache\":1}", "strict", "{\"order\":\"strict\"}");

    @TempDir
    Path directory;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<ColdCaller> callers = new ArrayList<>();
    private int port;
    private SeqdProcess cluster;
    private TestReporter reporter;

    @BeforeEach
    void startCluster(TestReporter toReport) {
        reporter = toReport;
        port = Ports.free(3);
        cluster = SeqdProcess.start(directory, "cluster", "--nodes", "3", "--http-port", Integer.toString(port));
        cluster.awaitOutput("The cluster is up", START);
    }

    @AfterEach
    void endCluster() throws IOException {
        callers.forEach(ColdCaller::close);
        cluster.close();
        EmbeddedServer.killAll(directory.resolve("data"));
    }

    @Test
    void owner_killed_callersWaitForSecondsOnlyAndGetNothingTwice() throws Exception {
        call();
        kill("-KILL", 3);
        await().atMost(RUN).until(() -> cluster.output().contains("ended with code 137"));
        goOn();

        assertLongestPause(LONGEST_PAUSE);
        assertNothingTwice();
    }

    @Test
    void owner_stoppedAndWokenAgain_callersWaitForSecondsOnlyAndGetNothingTwice() throws Exception {
        call();
        kill("-STOP", 3);
        await().atMost(RUN)
                .until(() -> callers.stream()
                        .allMatch(caller ->
                                caller.longestPause().compareTo(Duration.ofSeconds(2)) < 0 && caller.failures() == 0));
        goOn();
        kill("-CONT", 3);
        goOn();

        assertLongestPause(LONGEST_PAUSE);
        assertNothingTwice();
    }

    @Test
    void owner_endedInGoodOrder_callersHardlyWait() throws Exception {
        call();
        kill("-TERM", 3);
        await().atMost(RUN).until(() -> cluster.output().contains("Node 3"));
        goOn();

        assertLongestPause(LONGEST_HAND_OVER);
        assertThat(callers).allSatisfy(caller -> assertThat(caller.failures()).isZero());
        assertNothingTwice();
    }

    /** Sequences of every kind, each with a caller of its own who uses the two nodes that stay. */
    private void call() throws Exception {
        for (Map.Entry<String, String> kind : KINDS.entrySet()) {
            for (int i = 0; i < OF_EACH_KIND; i++) {
                String name = kind.getKey() + i;
                create(name, kind.getValue());
                callers.add(new ColdCaller(http, List.of(endpoint(0), endpoint(1)), name));
            }
        }
        goOn();
        callers.forEach(ColdCaller::mark);
    }

    /** Waits until every caller got fifty more numbers. */
    private void goOn() {
        int[] before = callers.stream().mapToInt(ColdCaller::count).toArray();
        await().atMost(RUN).until(() -> {
            for (int i = 0; i < before.length; i++) {
                if (callers.get(i).count() < before[i] + 50) {
                    return false;
                }
            }
            return true;
        });
    }

    private void assertLongestPause(Duration most) {
        Duration longest = callers.stream()
                .map(ColdCaller::longestPause)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        reporter.publishEntry("longest pause of a cold caller", longest.toMillis() + " ms");
        assertThat(longest).isLessThan(most);
    }

    private void assertNothingTwice() {
        for (ColdCaller caller : callers) {
            List<Long> taken = caller.taken();
            assertThat(taken).isSorted().doesNotHaveDuplicates();
        }
    }

    private void create(String name, String definition) throws Exception {
        HttpRequest put = HttpRequest.newBuilder(URI.create(endpoint(0) + "/v1/sequences/" + name))
                .PUT(BodyPublishers.ofString(definition))
                .build();
        assertThat(http.send(put, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
    }

    private String endpoint(int node) {
        return "http://127.0.0.1:" + (port + node);
    }

    private void kill(String signal, int number) throws Exception {
        Matcher pid = Pattern.compile("Node " + number + " \\(pid (\\d+)\\)").matcher(cluster.output());
        assertThat(pid.find()).isTrue();
        assertThat(new ProcessBuilder("kill", signal, pid.group(1)).start().waitFor())
                .isZero();
    }
}
