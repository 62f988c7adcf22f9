package dev.seqd.client;

import dev.seqd.core.RefillPolicy;

/**
 * How much of one sequence may be held: what the client was told, and less if the nodes' answers show that the sequence
 * allows less, as after an operator made its cache small.
 *
 * <p>The answers do not name the sequence's limit. A block that is shorter than asked for, though not shorter than the
 * node's own advice, was cut to it; a short block below the advice only is what the node had at hand. A block or an advice
 * beyond the limit shows that it is not in force any more. Not thread-safe.
 */
final class StockLimit {
    private final RefillPolicy own;
    private RefillPolicy policy;

    /** No limit but the client's own. */
    StockLimit(RefillPolicy own) {
        this.own = own;
        this.policy = own;
    }

    /** When and how much to refill under the limit in force. */
    RefillPolicy policy() {
        return policy;
    }

    /** Reads an answer to a request for {@code asked} values. */
    void note(long asked, Grant grant) {
        long count = grant.block().count();
        if (!grant.cacheable()) {
            policy = own;
        } else if (count < asked && count >= grant.suggestedCount()) {
            policy = atMost(count);
        } else if (Math.max(count, grant.suggestedCount()) > policy.max()) {
            policy = own;
        }
    }

    private RefillPolicy atMost(long values) {
        long max = Math.min(values, own.max());
        return new RefillPolicy(Math.min(own.min(), max), max, own.buffer(), own.target());
    }
}
