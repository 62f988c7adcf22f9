package dev.seqd.faults;

import static org.awaitility.Awaitility.await;

import dev.seqd.client.SeqClient;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Callers of all kinds: some through the Java client, which is to survive half a minute, and some who hold nothing. Two of
 * each use each sequence.
 */
final class Traffic implements AutoCloseable {
    private static final Duration SURVIVES = Duration.ofSeconds(30);
    private static final double WARM = 0.8;
    private static final int PER_SECOND = 100;
    private static final int MORE = 5;
    private static final int OF_EACH_KIND = 4;
    private static final long APART = 1_000_000_000_000_000L;
    private static final List<Long> STEPS = List.of(1L, 2L, 5L, 100L, -1L, -7L);
    private static final Map<String, String> KINDS =
            Map.of("cached", "", "uncached", "\"cache\":1", "strict", "\"order\":\"strict\"");

    private final Service service;
    private final List<SeqClient> clients = new ArrayList<>();
    private final List<WarmCaller> warm = new ArrayList<>();
    private final List<ColdCaller> cold = new ArrayList<>();
    private final List<Numbers> sequences = new ArrayList<>();

    /** Begins all calls. */
    Traffic(Service service) throws IOException, InterruptedException {
        this.service = service;
        for (int i = 0; i < 2; i++) {
            clients.add(SeqClient.builder()
                    .endpoints(service.doors().toArray(String[]::new))
                    .buffer(SURVIVES)
                    .build());
        }
        for (long step : STEPS) {
            warm(numbers("warm" + step, step, "", false));
        }
        for (Map.Entry<String, String> kind : KINDS.entrySet()) {
            for (int i = 0; i < OF_EACH_KIND; i++) {
                cold(numbers(
                        kind.getKey() + i, 1, kind.getValue(), kind.getKey().equals("strict")));
            }
        }
        all().forEach(Caller::start);
    }

    private Numbers numbers(String name, long step, String definition, boolean strict)
            throws IOException, InterruptedException {
        long start = (sequences.size() + 1) * APART;
        Numbers numbers = new Numbers(name, step > 0 ? start : -start, step, definition, strict);
        sequences.add(numbers);
        service.create(numbers);
        return numbers;
    }

    private void warm(Numbers numbers) {
        for (SeqClient client : clients) {
            Trail trail = new Trail("client " + clients.indexOf(client), numbers, false);
            warm.add(new WarmCaller(client.sequence(numbers.name()), trail, PER_SECOND));
        }
    }

    private void cold(Numbers numbers) {
        for (int i = 0; i < 2; i++) {
            cold.add(new ColdCaller(service.http(), service::endpoints, new Trail("caller " + i, numbers, true)));
        }
    }

    /** Blocks until every cache would last for nearly as long as it is to survive; below that it is being refilled. */
    void awaitWarm(Duration atMost) {
        await().atMost(atMost)
                .until(() -> warm.stream().allMatch(caller -> caller.lasts() >= SURVIVES.toSeconds() * WARM));
    }

    /** From now on pauses count. */
    void mark() {
        all().forEach(caller -> caller.trail().mark());
    }

    /** Blocks until everybody got some more numbers. */
    void goOn(Duration atMost) {
        List<Caller> callers = all().toList();
        List<Long> before =
                callers.stream().map(caller -> caller.trail().count()).toList();
        await().atMost(atMost).untilAsserted(() -> {
            for (int i = 0; i < before.size(); i++) {
                if (callers.get(i).trail().count() < before.get(i) + MORE) {
                    throw new AssertionError(callers.get(i).trail().numbers().name() + " is stuck");
                }
            }
        });
    }

    /** How many calls of warm clients had to wait. */
    long waits() {
        return warm.stream().mapToLong(WarmCaller::waits).sum();
    }

    /** The longest that a caller who holds nothing went without a number since the mark: cached, uncached and strict ones. */
    List<Duration> longestPauses() {
        return Stream.of("cached", "uncached", "strict")
                .map(this::longestPause)
                .map(pause -> pause.truncatedTo(ChronoUnit.MILLIS))
                .toList();
    }

    /** Whether the service was away for no longer since the mark than clients that were warm then have to survive. */
    boolean isSurvivable() {
        return longestPause("cached").toSeconds() < SURVIVES.toSeconds() * WARM;
    }

    private Duration longestPause(String kind) {
        return cold.stream()
                .map(Caller::trail)
                .filter(trail -> trail.numbers().name().startsWith(kind))
                .map(Trail::longestPause)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** How many calls of callers who hold nothing failed since the mark; they go elsewhere then. */
    long failures() {
        return cold.stream().mapToLong(caller -> caller.trail().failures()).sum();
    }

    /** How many numbers were got in all. */
    long count() {
        return all().mapToLong(caller -> caller.trail().count()).sum();
    }

    /** Everything that breaks a promise, after the end of all calls. */
    List<String> judge() throws SQLException {
        List<String> faults = new ArrayList<>();
        try (Connection connection = service.processes().connect()) {
            for (Numbers numbers : sequences) {
                faults.addAll(Judge.faults(numbers, trails(numbers), JournalReading.of(connection, numbers)));
            }
        }
        return faults;
    }

    private List<Trail> trails(Numbers numbers) {
        return all().map(Caller::trail)
                .filter(trail -> trail.numbers().equals(numbers))
                .toList();
    }

    private Stream<Caller> all() {
        return Stream.concat(warm.stream(), cold.stream());
    }

    @Override
    public void close() {
        all().forEach(Caller::close);
        clients.forEach(SeqClient::close);
    }
}
