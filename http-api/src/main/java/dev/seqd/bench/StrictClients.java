package dev.seqd.bench;

import dev.seqd.client.SeqClient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The clients of a bench of one strict counter. A client given several nodes begins at one drawn by lot, so that all could
 * be at the same; therefore each is given just one, and all nodes have a client.
 */
final class StrictClients implements AutoCloseable {
    private final StrictPlan plan;
    private final List<SeqClient> clients = new ArrayList<>();

    /** Makes them; does no I/O. */
    StrictClients(StrictPlan plan) {
        this.plan = plan;
        for (int client = 0; client < plan.clients(); client++) {
            clients.add(SeqClient.builder()
                    .endpoints(plan.endpointOf(client))
                    .clientName("bench-strict-" + (client + 1))
                    .build());
        }
    }

    /** The sequence for each caller, evenly from all clients. */
    List<LongSupplier> callers(String sequence) {
        List<LongSupplier> callers = new ArrayList<>();
        for (int caller = 0; caller < plan.callers(); caller++) {
            callers.add(clients.get(caller % clients.size()).sequence(sequence)::next);
        }
        return callers;
    }

    @Override
    public void close() {
        clients.forEach(SeqClient::close);
    }
}
