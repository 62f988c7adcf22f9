package dev.seqd.bench;

import java.util.List;

/**
 * What one client process is to do.
 *
 * @param client its number, from 0
 * @param endpoints base URLs of the service
 * @param names how the sequences are called
 * @param load the load of the whole bench; the process takes its share
 */
record ClientPlan(int client, List<String> endpoints, SequenceNames names, Load load) {
    ClientPlan {
        endpoints = List.copyOf(endpoints);
    }
}
