package dev.seqd.client.micrometer;

import dev.seqd.client.CacheState;
import dev.seqd.client.SequenceStats;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All figures as of one moment. Immutable.
 *
 * @param total the counts of all sequences
 * @param cached how many values are held
 * @param states how many sequences are in each state; all states are there
 * @param shown the sequences that have meters of their own, by name
 */
record Snapshot(Figures total, long cached, Map<CacheState, Integer> states, Map<String, Shown> shown) {
    /**
     * One sequence with meters of its own.
     *
     * @param figures its counts
     * @param latest its last reading, null if the client does not know it any more
     */
    record Shown(Figures figures, @Nullable SequenceStats latest) {
        static final Shown NOTHING = new Shown(Figures.NONE, null);

        double ratePerSecond() {
            return latest == null ? 0 : latest.ratePerSecond();
        }

        double cached() {
            return latest == null ? 0 : latest.cached();
        }

        double is(CacheState state) {
            return latest != null && latest.state() == state ? 1 : 0;
        }
    }

    static Map<CacheState, Integer> countStates(List<SequenceStats> reading) {
        Map<CacheState, Integer> states = new EnumMap<>(CacheState.class);
        for (CacheState state : CacheState.values()) {
            states.put(state, 0);
        }
        reading.forEach(stats -> states.merge(stats.state(), 1, Integer::sum));
        return states;
    }

    Shown of(String sequence) {
        return shown.getOrDefault(sequence, Shown.NOTHING);
    }

    double in(CacheState state) {
        return states.getOrDefault(state, 0);
    }
}
