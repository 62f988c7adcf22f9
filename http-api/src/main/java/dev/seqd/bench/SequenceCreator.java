package dev.seqd.bench;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Creates the sequences of a bench, a few at a time, spread over the endpoints. A sequence that is there already with the
 * default definition will do.
 */
final class SequenceCreator {
    /** Requests under way at any one time. */
    static final int LANES = 16;

    private static final int TRIES = 12;
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(50);
    private static final int MAX_DOUBLINGS = 5;
    private static final Duration WATCH = Duration.ofMillis(100);

    private final Service service;
    private final BenchPlan plan;
    private final Pause pause;
    private final AtomicInteger next = new AtomicInteger();

    SequenceCreator(Service service, BenchPlan plan, Pause pause) {
        this.service = service;
        this.plan = plan;
        this.pause = pause;
    }

    /**
     * Creates all, blocking until that is done.
     *
     * @param executor runs {@link #LANES} tasks that block; the caller ends it
     * @param begun is told now and then how many creations have begun
     * @throws BenchException if one cannot be created; the rest are given up
     */
    void createAll(ExecutorService executor, IntConsumer begun) {
        List<Future<?>> lanes = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            lanes.add(executor.submit(this::createRest));
        }
        while (!lanes.stream().allMatch(Future::isDone)) {
            begun.accept(Math.min(next.get(), plan.load().sequences()));
            pause.of(WATCH);
        }
        lanes.forEach(SequenceCreator::await);
    }

    private static void await(Future<?> lane) {
        try {
            lane.get();
        } catch (ExecutionException e) {
            throw BenchException.of(e);
        } catch (InterruptedException e) {
            throw BenchException.interrupted(e);
        }
    }

    private void createRest() {
        int sequences = plan.load().sequences();
        try {
            for (int rank = next.getAndIncrement(); rank < sequences; rank = next.getAndIncrement()) {
                create(rank);
            }
        } finally {
            next.set(sequences);
        }
    }

    private void create(int rank) {
        String problem = "";
        for (int attempt = 0; attempt < TRIES; attempt++) {
            String endpoint =
                    plan.endpoints().get((rank + attempt) % plan.endpoints().size());
            String name = URLEncoder.encode(plan.names().of(rank), StandardCharsets.UTF_8);
            try {
                int status = service.put(endpoint + "/v1/sequences/" + name, "{}");
                if (status == 200 || status == 201) {
                    return;
                }
                problem = "status " + status;
                refuseHopeless(rank, status);
            } catch (IOException e) {
                problem = String.valueOf(e.getMessage());
            }
            pause.of(FIRST_BACKOFF.multipliedBy(1L << Math.min(attempt, MAX_DOUBLINGS)));
        }
        throw new BenchException("cannot create " + plan.names().of(rank) + ": " + problem);
    }

    private void refuseHopeless(int rank, int status) {
        if (status == 409) {
            throw new BenchException(
                    plan.names().of(rank) + " exists with another definition; choose another --prefix");
        }
        if (status < 500 && status != 429) {
            throw new BenchException("cannot create " + plan.names().of(rank) + ": status " + status);
        }
    }
}
