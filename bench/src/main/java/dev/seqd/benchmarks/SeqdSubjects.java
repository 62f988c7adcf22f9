package dev.seqd.benchmarks;

import dev.seqd.client.SeqClient;
import dev.seqd.client.Sequence;
import java.util.List;

/** The two ways to a number in seqd's client, over one client of one node. */
final class SeqdSubjects implements AutoCloseable {
    static final String HANDLE = "seqd, handle";
    static final String LITERAL = "seqd, by name";

    private static final List<String> THREADS =
            List.of("seqd-client-", "HttpClient-", "CompletableFutureDelayScheduler");

    private final SeqClient client;

    SeqdSubjects(String endpoint) {
        this.client = SeqClient.connect(endpoint);
    }

    Subject handle() {
        return new Handle(client.sequence("bench_handle"));
    }

    Subject literal() {
        return new Literal(client);
    }

    @Override
    public void close() {
        client.close();
    }

    private static boolean isOfClient(String thread) {
        return THREADS.stream().anyMatch(thread::startsWith);
    }

    private record Handle(Sequence sequence) implements Subject {
        @Override
        public String label() {
            return HANDLE;
        }

        @Override
        public void call(int times) {
            for (int i = 0; i < times; i++) {
                Sink.consume(sequence.next());
            }
        }

        @Override
        public boolean owns(String thread) {
            return isOfClient(thread);
        }
    }

    private record Literal(SeqClient client) implements Subject {
        @Override
        public String label() {
            return LITERAL;
        }

        @Override
        public void call(int times) {
            for (int i = 0; i < times; i++) {
                Sink.consume(client.next("bench_literal"));
            }
        }

        @Override
        public boolean owns(String thread) {
            return isOfClient(thread);
        }
    }
}
