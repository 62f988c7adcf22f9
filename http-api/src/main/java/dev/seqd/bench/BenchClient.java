package dev.seqd.bench;

import dev.seqd.client.SeqClient;
import dev.seqd.core.Ticker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One client process of a bench: an application with one {@link SeqClient} that draws its share of the demand. Started by
 * {@link ClientProcess} with the run's directory and its number; it reads its plan there, leaves its histories and its result
 * there, listens for {@link ClientCommand}s and says {@link ClientMessage}s.
 */
final class BenchClient {
    private static final int THREADS = 64;
    private static final long START_POLL_MILLIS = 10;
    private static final long PROGRESS_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Bench sequences have the default definition: from 1 by 1. */
    private static final long INCREMENT = 1;

    private final Path directory;
    private final ClientPlan plan;
    private final ClientShare share;
    private final PrintStream parent;
    private final BlockingQueue<ClientCommand> commands = new LinkedBlockingQueue<>();
    private final Ticker ticker = Ticker.system();

    private BenchClient(Path directory, ClientPlan plan, PrintStream parent) {
        this.directory = directory;
        this.plan = plan;
        this.share = Demand.of(plan.load()).shareOf(plan.client());
        this.parent = parent;
    }

    /** Runs with the arguments DIRECTORY and CLIENT; everything but messages to the parent goes to standard error. */
    public static void main(String[] args) {
        PrintStream parent = System.out;
        System.setOut(System.err);
        int exit = 0;
        try {
            Path directory = Path.of(args[0]);
            ClientPlan plan = Json.read(planFile(directory, Integer.parseInt(args[1])), ClientPlan.class);
            new BenchClient(directory, plan, parent).run();
        } catch (IOException | RuntimeException e) {
            e.printStackTrace(System.err);
            parent.println(new ClientMessage(ClientMessage.Kind.FAILED, String.valueOf(e.getMessage())).line());
            exit = 1;
        }
        parent.flush();
        System.exit(exit);
    }

    static Path planFile(Path directory, int client) {
        return directory.resolve("plan-" + client + ".json");
    }

    static Path resultFile(Path directory, int client) {
        return directory.resolve("result-" + client + ".json");
    }

    private void run() throws IOException {
        Thread listener = new Thread(this::listen, "bench-commands");
        listener.setDaemon(true);
        listener.start();
        try (SeqClient client = connect()) {
            List<LongSupplier> sequences = new ArrayList<>();
            for (int rank : share.ranks()) {
                sequences.add(client.sequence(plan.names().of(rank))::next);
            }
            say(ClientMessage.Kind.READY, "");
            await(ClientCommand.START);
            Json.write(resultFile(directory, plan.client()), work(sequences));
        }
        say(ClientMessage.Kind.DONE, "");
    }

    private SeqClient connect() {
        return SeqClient.builder()
                .endpoints(plan.endpoints().toArray(String[]::new))
                .clientName("bench-" + (plan.client() + 1))
                .build();
    }

    private ClientResult work(List<LongSupplier> sequences) {
        double rate = plan.load().rate() * share.total();
        ClientLoad load = new ClientLoad(
                sequences,
                new AliasSampler(share.weights()),
                new Pacer(rate, ticker.nanos()),
                new OrderGuard(plan.client(), share.ranks()),
                ticker);
        Crew crew = new Crew(workers(load));
        crew.start();
        watchUntil(ClientCommand.MEASURE, crew);
        load.pacer().takePunctuality();
        crew.enter(Phase.MEASURED);
        Effort.Meter meter = new Effort.Meter(ticker);
        watchUntil(ClientCommand.STOP, crew);
        Effort effort = meter.read(load.pacer().takePunctuality());
        crew.stop(PATIENCE, ticker);
        return new ClientResult(
                ClientResult.Calls.of(crew.stats(Phase.WARM_UP)),
                ClientResult.Calls.of(crew.stats(Phase.MEASURED)),
                effort,
                crew.closeHistory(),
                load.order().violations(),
                load.order().faults());
    }

    private List<Worker> workers(ClientLoad load) {
        SplittableRandom seeds = new SplittableRandom(plan.load().seed() + plan.client());
        List<Worker> workers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            HistoryFile history = new HistoryFile(directory, plan.client(), thread);
            workers.add(new Worker(load, seeds.split(), new RunRecorder(share.ranks(), INCREMENT, history)));
        }
        return workers;
    }

    /** Minds the crew and reports once a second, until the parent gives the command. */
    private void watchUntil(ClientCommand command, Crew crew) {
        long nextProgress = ticker.nanos();
        @Nullable ClientCommand given = null;
        while (given != command) {
            given = poll(crew.watchMillis());
            crew.watch();
            if (ticker.nanos() - nextProgress >= 0) {
                nextProgress += PROGRESS_NANOS;
                say(ClientMessage.Kind.PROGRESS, Long.toString(crew.calls()));
            }
        }
    }

    private @Nullable ClientCommand poll(long millis) {
        try {
            return commands.poll(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw BenchException.interrupted(e);
        }
    }

    private void await(ClientCommand command) {
        while (poll(START_POLL_MILLIS) != command) {
            // Nothing else is said before the start.
        }
    }

    /** Hands on the parent's commands. When the parent is gone, nobody wants the result, and the process must not stay. */
    private void listen() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                commands.add(ClientCommand.valueOf(line));
            }
        } catch (IOException | IllegalArgumentException e) {
            e.printStackTrace(System.err);
        }
        Runtime.getRuntime().halt(1);
    }

    private void say(ClientMessage.Kind kind, String text) {
        parent.println(new ClientMessage(kind, text).line());
        parent.flush();
    }
}
