package dev.seqd.bench;

import dev.seqd.core.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One bench from the creation of its sequences to its report. For one use, by one thread. */
final class BenchRun {
    private static final int HTTP_THREADS = 2;

    private final BenchPlan plan;
    private final Progress progress;
    private final Ticker ticker = Ticker.system();
    private final Pause pause = Pause.system();
    private final Vigil vigil;

    BenchRun(BenchPlan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
        this.vigil = new Vigil(progress, pause, ticker);
    }

    /**
     * Runs the bench; blocks for as long as it takes.
     *
     * @throws BenchException if it cannot be carried out
     */
    BenchReport run() {
        ExecutorService httpThreads = Executors.newFixedThreadPool(HTTP_THREADS, BenchRun::daemon);
        ExecutorService lanes = Executors.newFixedThreadPool(SequenceCreator.LANES, BenchRun::daemon);
        try {
            Service service = new HttpService(httpThreads);
            JournalMeter meter = new JournalMeter(service, plan.endpoints(), pause);
            meter.readAtStart();
            create(new SequenceCreator(service, plan, pause), lanes);
            return load(meter);
        } finally {
            progress.clear();
            lanes.shutdownNow();
            httpThreads.shutdownNow();
        }
    }

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "bench-http");
        thread.setDaemon(true);
        return thread;
    }

    private void create(SequenceCreator creator, ExecutorService lanes) {
        int sequences = plan.load().sequences();
        progress.phase("creating " + sequences + " sequences, " + plan.names().of(0) + " and on");
        creator.createAll(lanes, begun -> progress.state(begun + " of " + sequences));
    }

    private BenchReport load(JournalMeter meter) {
        progress.phase("starting " + plan.load().clients() + " client processes");
        RunDirectory directory = RunDirectory.create();
        boolean keep = false;
        try (ClientFleet fleet = ClientFleet.start(plan, directory)) {
            BenchReport report = load(meter, fleet, directory);
            keep = !report.verdict().passed();
            return report;
        } finally {
            if (!keep) {
                directory.delete();
            }
        }
    }

    private BenchReport load(JournalMeter meter, ClientFleet fleet, RunDirectory directory) {
        Figures start = meter.readAtStart();
        long startNanos = ticker.nanos();
        progress.phase("warm-up, " + DurationConverter.text(plan.warmup()));
        fleet.command(ClientCommand.START);
        mind("warm-up", plan.warmup(), fleet, meter);
        Figures warm = meter.readDuringLoad();
        progress.phase("measuring, " + DurationConverter.text(plan.duration()));
        fleet.command(ClientCommand.MEASURE);
        mind("measuring", plan.duration(), fleet, meter);
        fleet.command(ClientCommand.STOP);
        double seconds = (ticker.nanos() - startNanos) / 1e9;
        progress.phase("checking everything handed out");
        ClientTotals clients = new ClientTotals(fleet.results());
        Figures end = meter.readAtEnd();
        List<String> notes = new ArrayList<>(meter.notes());
        Verdict verdict = verdict(clients, directory, notes);
        Window measured = new Window(clients.seconds(), clients.issued(), end.minus(warm));
        Window all = new Window(seconds, clients.issuedInAll(), end.minus(start));
        return new BenchReport(plan, measured, all, clients, verdict, notes);
    }

    private void mind(String phase, Duration time, ClientFleet fleet, JournalMeter meter) {
        vigil.keep(phase, time, fleet::calls, () -> {
            fleet.requireAlive();
            meter.poll();
        });
    }

    private Verdict verdict(ClientTotals clients, RunDirectory directory, List<String> notes) {
        List<Run> history = HistoryFile.readAll(directory.path());
        Verdict within = HistoryVerifier.verify(history);
        if (within.values() != clients.issuedInAll()) {
            throw new BenchException("the histories hold " + within.values() + " numbers, but the clients got "
                    + clients.issuedInAll() + ": nothing can be said about them");
        }
        Verdict verdict = within.and(clients.results());
        if (!verdict.passed()) {
            notes.add("the histories are kept in " + directory.path());
        }
        return verdict;
    }
}
