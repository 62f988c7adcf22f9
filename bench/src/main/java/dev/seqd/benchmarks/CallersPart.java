package dev.seqd.benchmarks;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Many callers of one counter, of seqd and of the PostgreSQL that is under it. Confined to one thread. */
final class CallersPart implements Part {
    private static final int NODES = 3;
    private static final int[] CALLERS = {10, 50, 100, 500, 1000};
    private static final String SEQUENCE = "bench_callers";

    private final PrintWriter progress;
    private final boolean quick;

    CallersPart(PrintWriter progress, boolean quick) {
        this.progress = progress;
        this.quick = quick;
    }

    @Override
    public CallersResult measure() {
        RunInfo run = RunInfo.now("callers", quick);
        progress.println("starting a cluster ...");
        try (LocalService service = LocalService.start(NODES)) {
            create(service);
            return new CallersResult(run, NumberSources.POOL, sweep(service), List.of());
        } catch (SQLException e) {
            throw new IllegalStateException("PostgreSQL: " + e.getMessage(), e);
        }
    }

    private static void create(LocalService service) {
        String endpoint = service.endpoints().get(0);
        try {
            int exit = service.seqd("create", SEQUENCE, "--endpoint", endpoint)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IllegalStateException("cannot create a sequence");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Each number of callers with all sources, one after the other, when all have been used for a while. */
    private List<CallersResult.Load> sweep(LocalService service) throws SQLException {
        List<CallersResult.Load> loads = new ArrayList<>();
        Duration warmUp = Duration.ofSeconds(quick ? 1 : 3);
        Duration time = Duration.ofSeconds(quick ? 3 : 12);
        try (NumberSource seqd = NumberSources.seqd(service, SEQUENCE);
                NumberSource nextval = NumberSources.nextval(service);
                NumberSource table = NumberSources.table(service)) {
            List<NumberSource> sources = List.of(seqd, nextval, table);
            sources.forEach(source -> new CallerCrowd(source, CALLERS[0]).run(warmUp, warmUp));
            for (int callers : CALLERS) {
                for (NumberSource source : sources) {
                    progress.println(callers + " callers of " + source.label() + " ...");
                    loads.add(new CallerCrowd(source, callers).run(warmUp, time));
                }
            }
        }
        return loads;
    }
}
