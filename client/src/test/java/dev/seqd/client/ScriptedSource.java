package dev.seqd.client;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** Records what it is asked, and answers at once with a function, or whenever the test says so. Thread-safe. */
final class ScriptedSource implements BlockSource {
    record Asked(URI node, BlockRequest request, CompletableFuture<Grant> answer) {
        void fail(Throwable error) {
            answer.completeExceptionally(error);
        }

        void grant(FakeSequence sequence) {
            answer.complete(sequence.grant(request));
        }
    }

    private final List<Asked> asked = new ArrayList<>();
    private Function<Asked, CompletableFuture<Grant>> script = Asked::answer;
    private Function<URI, List<Member>> lists = node -> {
        throw new IllegalStateException(node + " tells of no cluster");
    };
    private final List<URI> askedForMembers = new ArrayList<>();

    /** From now on answers with a function; what was asked before is left alone. */
    synchronized void answer(Function<BlockRequest, Grant> with) {
        script = one -> CompletableFuture.completedFuture(with.apply(one.request()));
    }

    synchronized void answer(FakeSequence sequence) {
        answer(sequence::grant);
    }

    /** From now on fails with an exception, of its own accord. */
    synchronized void fail(Throwable with) {
        script = one -> CompletableFuture.failedFuture(with);
    }

    /** From now on throws, in place of answering. */
    synchronized void raise(Throwable with) {
        script = one -> {
            if (with instanceof Error error) {
                throw error;
            }
            throw with instanceof RuntimeException exception ? exception : new CompletionException(with);
        };
    }

    /** From now on answers with one sequence at one node, and with another at the others. */
    synchronized void answerAt(URI node, FakeSequence there, FakeSequence elsewhere) {
        script = one ->
                CompletableFuture.completedFuture((one.node().equals(node) ? there : elsewhere).grant(one.request()));
    }

    /** From now on fails at one node, and answers at the others. */
    synchronized void failAt(URI node, Throwable with, FakeSequence sequence) {
        script = one -> one.node().equals(node)
                ? CompletableFuture.failedFuture(with)
                : CompletableFuture.completedFuture(sequence.grant(one.request()));
    }

    /** From now on leaves answering to the test. */
    synchronized void hold() {
        script = Asked::answer;
    }

    @Override
    public CompletableFuture<Grant> ask(URI node, BlockRequest request) {
        Asked one = new Asked(node, request, new CompletableFuture<>());
        Function<Asked, CompletableFuture<Grant>> with;
        synchronized (this) {
            asked.add(one);
            with = script;
        }
        return with.apply(one);
    }

    /** From now on tells of the cluster what a function says of each node; who throws is silent. */
    synchronized void tell(Function<URI, List<Member>> of) {
        lists = of;
    }

    @Override
    public CompletableFuture<List<Member>> members(URI node) {
        Function<URI, List<Member>> of;
        synchronized (this) {
            askedForMembers.add(node);
            of = lists;
        }
        return CompletableFuture.completedFuture(of.apply(node));
    }

    synchronized List<URI> askedForMembers() {
        return List.copyOf(askedForMembers);
    }

    synchronized int count() {
        return asked.size();
    }

    synchronized Asked last() {
        return asked.get(asked.size() - 1);
    }

    synchronized List<Asked> all() {
        return List.copyOf(asked);
    }

    @Override
    public void close() {
        all().forEach(one -> one.fail(new IllegalStateException("closed")));
    }
}
