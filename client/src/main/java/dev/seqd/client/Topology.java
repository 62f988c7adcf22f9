package dev.seqd.client;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which nodes there are and whether they work, by a question that costs no values: every ten seconds one that
 * works is asked, and between that those that failed, or were only heard of, once they need not be left alone. One question
 * at a time. Ticked by one thread; the rest is thread-safe.
 */
final class Topology {
    private static final Logger LOG = LoggerFactory.getLogger(Topology.class);
    private static final long PERIOD_NANOS = Duration.ofSeconds(10).toNanos();

    private final Nodes nodes;
    private final Engine.Parts parts;
    private final boolean adopt;
    private final AtomicReference<@Nullable Question> open = new AtomicReference<>();
    private boolean listWanted = true;
    private long listedAtNanos;

    /** Asks the nodes by way of the engine's source; their lists take effect if {@code adopt}. */
    Topology(Nodes nodes, Engine.Parts parts, boolean adopt) {
        this.nodes = nodes;
        this.parts = parts;
        this.adopt = adopt;
    }

    /** What was asked whom; compared by identity. */
    private static final class Question {
        private final URI node;
        private final long askedNanos;

        private Question(URI node, long askedNanos) {
            this.node = node;
            this.askedNanos = askedNanos;
        }
    }

    /** Asks a node if it is time to. */
    void tick(long nowNanos) {
        Question last = open.get();
        if (last != null && nowNanos - last.askedNanos < CounterState.LOST_AFTER.toNanos()) {
            return;
        }
        URI node = choose(nowNanos);
        if (node != null) {
            ask(new Question(node, nowNanos));
        }
    }

    private @Nullable URI choose(long nowNanos) {
        boolean due = adopt && (listWanted || nowNanos - listedAtNanos >= PERIOD_NANOS);
        URI working = due ? nodes.working() : null;
        if (working == null) {
            return nodes.doubtful(nowNanos);
        }
        listWanted = false;
        listedAtNanos = nowNanos;
        return working;
    }

    private void ask(Question question) {
        open.set(question);
        CompletableFuture<List<Member>> answer;
        try {
            answer = parts.source().members(question.node);
        } catch (RuntimeException | Error e) {
            answer = CompletableFuture.failedFuture(e);
        }
        var unused = answer.whenCompleteAsync((members, error) -> conclude(question, members, error), parts.executor());
    }

    /** A late answer, after the next question, is as good as any. */
    private void conclude(Question question, @Nullable List<Member> members, @Nullable Throwable error) {
        open.compareAndSet(question, null);
        if (members == null) {
            nodes.silent(question.node, parts.ticker().nanos());
            LOG.debug("{} does not tell of the cluster: {}", question.node, error == null ? "" : Outage.reason(error));
        } else if (!nodes.heard(question.node, members, adopt)) {
            nodes.silent(question.node, parts.ticker().nanos());
            LOG.debug("{} is not the node that the cluster lists there", question.node);
        }
    }
}
