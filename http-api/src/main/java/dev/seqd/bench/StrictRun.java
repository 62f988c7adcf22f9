package dev.seqd.bench;

import dev.seqd.core.Ticker;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One bench of a strict counter, from its creation to the report. For one use, by one thread. */
final class StrictRun {
    /** A call of the client ends in 5 seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String DEFINITION = "{\"order\":\"strict\"}";
    private static final int CREATED = 201;

    private final StrictPlan plan;
    private final Service service;
    private final Progress progress;
    private final Ticker ticker = Ticker.system();
    private final Vigil vigil;

    StrictRun(StrictPlan plan, Service service, Progress progress, Pause pause) {
        this.plan = plan;
        this.service = service;
        this.progress = progress;
        this.vigil = new Vigil(progress, pause, ticker);
    }

    /**
     * Runs the bench; blocks for as long as it takes.
     *
     * @param sequence the name to create, which must be free
     * @param reference what to measure after seqd, or null for nothing
     * @throws BenchException if it cannot be carried out
     */
    StrictReport run(String sequence, @Nullable ReferenceSequence reference) {
        try {
            create(sequence);
            StrictFigures seqd = measureSeqd(sequence);
            return new StrictReport(plan, sequence, seqd, reference == null ? null : measure(reference));
        } finally {
            progress.clear();
        }
    }

    private void create(String sequence) {
        progress.phase("creating " + sequence + ", order strict");
        String url = plan.endpointOf(0) + "/v1/sequences/" + URLEncoder.encode(sequence, StandardCharsets.UTF_8);
        try {
            int status = service.put(url, DEFINITION);
            if (status != CREATED) {
                throw new BenchException("cannot create " + sequence + ": status " + status);
            }
        } catch (IOException e) {
            throw new BenchException("cannot create " + sequence + ": " + e.getMessage(), e);
        }
    }

    private StrictFigures measureSeqd(String sequence) {
        try (StrictClients clients = new StrictClients(plan)) {
            return measure("seqd", clients.callers(sequence));
        }
    }

    private StrictFigures measure(ReferenceSequence reference) {
        progress.phase("PostgreSQL: connecting " + plan.callers() + " times");
        List<LongSupplier> callers = new ArrayList<>();
        for (int caller = 0; caller < plan.callers(); caller++) {
            callers.add(reference.connect());
        }
        return measure("PostgreSQL", callers);
    }

    private StrictFigures measure(String what, List<LongSupplier> callers) {
        CallerTeam team = new CallerTeam(callers, ticker);
        long from;
        long to;
        team.start();
        try {
            keep(what + ": warm-up", plan.warmup(), team);
            from = ticker.nanos();
            keep(what + ": measuring", plan.duration(), team);
            to = ticker.nanos();
        } finally {
            team.end();
        }
        team.awaitEnd(PATIENCE);
        progress.phase(what + ": checking every call");
        return answered(what, StrictFigures.of(team, from, to));
    }

    private void keep(String phase, Duration time, CallerTeam team) {
        progress.phase(phase + ", " + DurationConverter.text(time));
        vigil.keep(phase, time, team::calls, team::requireAlive);
    }

    private static StrictFigures answered(String what, StrictFigures figures) {
        if (figures.verdict().passed() && figures.values() == 0) {
            throw new BenchException(what + " gave no value in all of the measured time; failures: "
                    + figures.failures().samples());
        }
        return figures;
    }
}
