package dev.seqd.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * What the check of a history found.
 *
 * @param values how many values were handed out, each time counted
 * @param duplicates how many of them had been handed out already
 * @param orderViolations how many did not lie beyond what their client had got before
 * @param faults the first of them; at most {@link HistoryVerifier#MAX_FAULTS} from the histories and from each client
 */
record Verdict(long values, long duplicates, long orderViolations, List<Fault> faults) {
    Verdict {
        faults = List.copyOf(faults);
    }

    /** This, and what the clients saw between their own threads while they ran. */
    Verdict and(List<ClientResult> clients) {
        List<Fault> all = new ArrayList<>(faults);
        long violations = orderViolations;
        for (ClientResult client : clients) {
            violations += client.orderViolations();
            all.addAll(client.faults());
        }
        return new Verdict(values, duplicates, violations, all);
    }

    /** Whether every promise was kept. */
    boolean passed() {
        return duplicates == 0 && orderViolations == 0;
    }
}
