package dev.seqd.allocator;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.seqd.core.After;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.core.SequenceName;
import dev.seqd.core.SequenceOptions;
import dev.seqd.database.DatabaseSettings;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node of the allocator in this JVM, with blocking calls. */
final class TestNode implements AutoCloseable {
    private static final String DEFAULTS = """
            seqd.cluster { host = "127.0.0.1", port = 0, join-timeout = 40s, leave-delay = 0s }
            seqd.journal.pool-size = 2
            seqd.counter { restart-backoff { min = 50ms, max = 500ms }, max-wait = 10s }
            pekko.cluster.jmx.multi-mbeans-in-same-jvm = on
            pekko.coordinated-shutdown.phases.cluster-exiting.timeout = 2s
            """;

    final Allocator allocator;

    private TestNode(Allocator allocator) {
        this.allocator = allocator;
    }

    /** A node that has joined. */
    static TestNode joined(DatabaseSettings settings, String... overrides) {
        return joined(settings, LeaseHolders::giveBackNothing, overrides);
    }

    /** A node that has joined, and whose leases somebody holds. */
    static TestNode joined(DatabaseSettings settings, LeaseHolder holder, String... overrides) {
        TestNode node = started(settings, overrides);
        node.allocator.holdLeases(holder);
        try {
            node.allocator.join("http://127.0.0.1:1");
            return node;
        } catch (RuntimeException e) {
            node.close();
            throw e;
        }
    }

    /** A node that is no member yet. */
    static TestNode started(DatabaseSettings settings, String... overrides) {
        return new TestNode(Allocator.start(config(overrides), settings.withPoolSize(3)));
    }

    static Config config(String... overrides) {
        return ConfigFactory.parseString(String.join("\n", overrides))
                .withFallback(ConfigFactory.parseString(DEFAULTS));
    }

    static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    Allocator.Creation create(String name) {
        return create(name, SequenceOptions.NONE);
    }

    Allocator.Creation create(String name, SequenceOptions options) {
        return get(allocator.create(new SequenceName(name), options, false));
    }

    SequenceDescription describe(String name) {
        return get(allocator.describe(new SequenceName(name)));
    }

    Grant lease(String name, long count) {
        return lease(name, count, null);
    }

    Grant lease(String name, long count, @Nullable After after) {
        return get(allocator.lease(new SequenceName(name), request(count, after)));
    }

    /** A request of a caller that uses at once what it gets. */
    static LeaseRequest request(long count, @Nullable After after) {
        return new LeaseRequest(count, count, count, after);
    }

    /** The error that a call fails with. */
    static SeqdError errorOf(CompletionStage<?> stage) {
        try {
            get(stage);
        } catch (CompletionException e) {
            if (e.getCause() instanceof SeqdException refusal) {
                return refusal.error();
            }
            throw e;
        }
        throw new AssertionError("it did not fail");
    }

    SeqdError errorOfLease(String name) {
        return errorOf(allocator.lease(new SequenceName(name), request(1, null)));
    }

    @Override
    public void close() {
        allocator.close();
    }
}
