package dev.seqd.client;

import dev.seqd.core.Block;
import dev.seqd.core.SeqdException;
import dev.seqd.core.Ticker;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the numbers of seqd's sequences. It fetches them in blocks, ahead of need and sized by its own demand, so that
 * nearly all calls are answered inside the process, also while the service is away; values that it holds when it is closed
 * or its process dies are never handed out by anybody.
 *
 * <p>Of a sequence whose values may not be cached, as with {@code order: strict} or a cache of 1, it holds nothing: each
 * value is asked for after the call for it began, and calls that wait at the same time share one request. Such a sequence
 * is as quick as the service, quicker in sum the more threads call, and stands still while the service is away.
 *
 * <pre>{@code
 * try (SeqClient client = SeqClient.connect("http://node1:8080", "http://node2:8080")) {
 *     long id = client.next("orders_seq");
 * }
 * }</pre>
 *
 * <p>Thread-safe, and made to be shared: one per process is enough, whoever made it closes it. It runs a few daemon threads,
 * however many sequences it serves. Order and exceptions are described at {@link Sequence}.
 */
public final class SeqClient implements AutoCloseable {
    /** The most values that one call may ask for. */
    public static final int MAX_VALUES = 1_000_000;

    static final Duration MAX_DURATION = Duration.ofDays(1);

    private static final Duration EXCHANGE_TIMEOUT = Duration.ofSeconds(2);

    private final Engine engine;
    private final Duration maxWait;
    private final Workers workers;
    private final BlockSource source;

    private SeqClient(Builder builder, Workers workers, BlockSource source) {
        this.workers = workers;
        this.source = source;
        this.maxWait = builder.maxWait;
        Engine.Parts parts = new Engine.Parts(
                source,
                builder.ticker,
                builder.random,
                workers.io(),
                workers.callbacks(),
                workers::wake,
                builder.listener);
        this.engine = new Engine(builder.settings(), builder.endpoints, parts);
        workers.drive(engine);
    }

    /**
     * A client of the nodes at the given addresses, of which any one that works is enough. Does no I/O: that begins with the
     * first call for a value.
     *
     * @param endpoints at least one, such as {@code http://node1:8080}
     * @throws IllegalArgumentException if one is malformed or there is none
     */
    public static SeqClient connect(String... endpoints) {
        return builder().endpoints(endpoints).build();
    }

    /**
     * As {@link #connect(String...)} with the addresses in the environment variable {@code SEQD_ENDPOINTS}, separated by
     * commas.
     *
     * @throws IllegalStateException if the variable is unset, empty or malformed
     */
    public static SeqClient connect() {
        Builder builder = builder();
        builder.endpoints = Endpoints.ofEnvironment(System.getenv());
        return builder.build();
    }

    /** Settings for a client, all but the endpoints optional. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The handle for a sequence. Does no I/O: whether the sequence exists shows with the first call for a value.
     *
     * @throws SeqdException {@code invalid-name}
     * @throws IllegalStateException if the client is closed, or was used for a million names
     */
    public Sequence sequence(String name) {
        return new Sequence(engine.counter(name), maxWait);
    }

    /**
     * The next value of a sequence; see {@link Sequence#next()}.
     *
     * @throws SeqdException also {@code invalid-name}
     */
    public long next(String name) {
        return engine.counter(name).next(maxWait);
    }

    /**
     * The next {@code n} values of a sequence; see {@link Sequence#next(int)}.
     *
     * @param n from 1 to {@value #MAX_VALUES}
     * @throws IllegalArgumentException if {@code n} is out of its range
     * @throws SeqdException also {@code invalid-name}
     */
    public List<Block> next(String name, int n) {
        return engine.counter(name).next(checked(n), maxWait);
    }

    /** The next value of a sequence, without blocking; see {@link Sequence#nextAsync()}. */
    public CompletableFuture<Long> nextAsync(String name) {
        return caught(() -> sequence(name).nextAsync());
    }

    /**
     * The next {@code n} values of a sequence, without blocking; see {@link Sequence#nextAsync(int)}.
     *
     * @param n from 1 to {@value #MAX_VALUES}
     * @throws IllegalArgumentException if {@code n} is out of its range
     */
    public CompletableFuture<List<Block>> nextAsync(String name, int n) {
        checked(n);
        return caught(() -> sequence(name).nextAsync(n));
    }

    /**
     * The figures of all sequences that this client uses, in no order. Holds the lock of each for a moment, one after the
     * other; calls for values that are held are not affected.
     */
    public List<SequenceStats> stats() {
        return engine.stats();
    }

    /** The figures of one sequence; empty if this client does not use it, which asking does not change. */
    public Optional<SequenceStats> stats(String name) {
        return Optional.ofNullable(engine.stats(name));
    }

    /**
     * Ends the client's threads and gives up the values that it holds. Calls that wait, and all later ones, throw {@link
     * IllegalStateException}. Does not wait for anything; closing again does nothing.
     */
    @Override
    public void close() {
        engine.close();
        source.close();
        workers.close();
    }

    static int checked(int n) {
        if (n < 1 || n > MAX_VALUES) {
            throw new IllegalArgumentException("one call gives 1 to " + MAX_VALUES + " values, not " + n);
        }
        return n;
    }

    static <T> CompletableFuture<T> caught(Supplier<CompletableFuture<T>> call) {
        try {
            return call.get();
        } catch (SeqdException | IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Collects a client's settings. Not thread-safe; may be used for several clients. */
    public static final class Builder {
        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
        private static final long MAX_CACHED = Integer.MAX_VALUE;

        private List<URI> endpoints = List.of();
        private Duration maxWait = Duration.ofSeconds(5);
        private Duration buffer = Duration.ofSeconds(30);
        private long maxCached = 10_000_000;
        private String clientName =
                "java-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
        private boolean discoverNodes = true;
        private CacheListener listener = (sequence, before, after) -> {};
        private Ticker ticker = Ticker.system();
        private DoubleSupplier random = () -> ThreadLocalRandom.current().nextDouble();
        private @Nullable BlockSource source;

        private Builder() {}

        /**
         * The nodes' addresses, in place of those given before.
         *
         * @param addresses at least one, such as {@code http://node1:8080}: scheme, host and port only
         * @throws IllegalArgumentException if one is malformed or there is none
         */
        public Builder endpoints(String... addresses) {
            this.endpoints = Endpoints.of(addresses);
            return this;
        }

        /**
         * How long a call that finds no value waits for the service before it throws {@link
         * SequenceUnavailableException}. Calls that find one never wait.
         *
         * @param duration more than nothing, up to a day; 5 seconds by default
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder maxWait(Duration duration) {
            this.maxWait = checked("the longest wait", duration);
            return this;
        }

        /**
         * For how long the values held of a sequence shall last without the service, at the rate at which they are used.
         * The client asks for more when they would not, and holds up to twice as much.
         *
         * @param duration more than nothing, up to a day; 30 seconds by default
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder buffer(Duration duration) {
            this.buffer = checked("the buffer", duration);
            return this;
        }

        /**
         * How many values the client may hold of any one sequence, and so how large a gap it leaves at most when its process
         * dies. Sets a limit to {@link #buffer}, as does the sequence's own cache: when that is made smaller, the client uses
         * up what it holds and then keeps to it.
         *
         * @param values from 1 to 2,147,483,647; 10,000,000 by default
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder maxCached(long values) {
            if (values < 1 || values > MAX_CACHED) {
                throw new IllegalArgumentException("a client holds 1 to " + MAX_CACHED + " values, not " + values);
            }
            this.maxCached = values;
            return this;
        }

        /**
         * The name by which the nodes know the client, in their logs and figures; it has no influence on values.
         *
         * @param name 1 to 64 ASCII letters, digits, {@code _ . -}; drawn by lot by default
         * @throws IllegalArgumentException if it is something else
         */
        public Builder clientName(String name) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("a client's name has 1 to 64 letters, digits, '_', '.' or '-'");
            }
            this.clientName = name;
            return this;
        }

        /**
         * Whether to use the nodes that the given ones tell of: then one address is enough, new nodes get their share within
         * half a minute, and those that left are forgotten. A node is used only after it said itself that it is the one. The
         * addresses are those that the nodes know themselves by; where clients reach them by others only, through a proxy,
         * it does no harm.
         *
         * @param on true by default
         */
        public Builder discoverNodes(boolean on) {
            this.discoverNodes = on;
            return this;
        }

        /** Who is told when the cache of a sequence changes its state, in place of nobody, or of the one given before. */
        public Builder listener(CacheListener other) {
            this.listener = other;
            return this;
        }

        /** Takes the place of the clock, for tests. */
        Builder ticker(Ticker other) {
            this.ticker = other;
            return this;
        }

        /** Takes the place of the nodes, for tests; closed with the client. */
        Builder source(BlockSource other) {
            this.source = other;
            return this;
        }

        /**
         * A new client, which the caller has to close. Does no I/O.
         *
         * @throws IllegalArgumentException if there are no endpoints
         */
        public SeqClient build() {
            if (endpoints.isEmpty()) {
                throw new IllegalArgumentException("a client needs endpoints, such as http://localhost:8080");
            }
            Workers workers = new Workers();
            BlockSource blocks = source != null ? source : new HttpBlockSource(workers.io(), EXCHANGE_TIMEOUT);
            return new SeqClient(this, workers, blocks);
        }

        private Settings settings() {
            return new Settings(maxWait, Settings.policy(buffer, maxCached), clientName, discoverNodes);
        }

        private static Duration checked(String what, Duration duration) {
            if (duration.isNegative() || duration.isZero() || duration.compareTo(MAX_DURATION) > 0) {
                throw new IllegalArgumentException(
                        what + " must be more than nothing and up to a day, not " + duration);
            }
            return duration;
        }
    }
}
