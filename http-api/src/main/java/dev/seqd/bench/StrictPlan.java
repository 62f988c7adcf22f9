package dev.seqd.bench;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What a bench of one strict counter is to do.
 *
 * @param endpoints base URLs of the service, without a slash at the end; at least one
 * @param callers threads that call, spread evenly over the clients, from 1 to {@value #MAX_CALLERS}
 * @param clients from one for each endpoint to one for each caller
 * @param warmup how long the load runs before it is measured; not negative
 * @param duration how long it is measured; positive
 */
record StrictPlan(List<String> endpoints, int callers, int clients, Duration warmup, Duration duration) {
    private static final int MAX_CALLERS = 1000;

    StrictPlan {
        endpoints = List.copyOf(endpoints);
        require(callers >= 1 && callers <= MAX_CALLERS, "--callers must be from 1 to " + MAX_CALLERS);
        require(clients >= 1 && clients <= callers, "--clients must be from 1 to the number of callers");
        require(clients >= endpoints.size(), "--clients must be at least one for each endpoint, so that all are used");
        require(!duration.isZero(), "--duration must be more than 0");
    }

    private static void require(boolean condition, String rule) {
        if (!condition) {
            throw new IllegalArgumentException(rule);
        }
    }

    /** The node that a client talks to. */
    String endpointOf(int client) {
        return endpoints.get(client % endpoints.size());
    }

    /** The command that does the same again, with all defaults spelt out. */
    String command() {
        return String.format(
                Locale.ROOT,
                "seqd bench-strict --endpoint %s --callers %d --clients %d --warmup %s --duration %s",
                String.join(",", endpoints),
                callers,
                clients,
                DurationConverter.text(warmup),
                DurationConverter.text(duration));
    }
}
