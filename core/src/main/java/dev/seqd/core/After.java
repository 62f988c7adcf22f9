package dev.seqd.core;

import org.jspecify.annotations.Nullable;

/**
 * The last value that a caller saw, as it says so itself: the answer must lie beyond it. Without an epoch the counter's
 * current one is meant; without a lap, the current lap of that epoch.
 *
 * @param value the last value seen
 * @param epoch its epoch, at least 1, or null if the caller does not know
 * @param lap its lap, at least 1, or null if the caller does not know
 */
public record After(
        long value, @Nullable Long epoch, @Nullable Long lap) {
    /**
     * Checks the ranges.
     *
     * @throws SeqdException {@code invalid-request} if epoch or lap is below 1, or a lap comes without an epoch
     */
    public After {
        if ((epoch != null && epoch < 1) || (lap != null && lap < 1)) {
            throw new SeqdException(SeqdError.INVALID_REQUEST, "epoch and lap must be at least 1");
        }
        if (lap != null && epoch == null) {
            throw new SeqdException(SeqdError.INVALID_REQUEST, "a lap is only known together with its epoch");
        }
    }

    /** The position meant, for a counter that stands in the given epoch and lap. */
    public Position at(long currentEpoch, long currentLap) {
        long inEpoch = epoch == null ? currentEpoch : epoch;
        long inLap = lap != null ? lap : inEpoch == currentEpoch ? currentLap : 1;
        return new Position(inEpoch, inLap, value);
    }

    /**
     * The position meant, for a sequence in the given state. A value beyond the mark of a later lap, whose own lap was left
     * out, was seen in the lap before.
     */
    public Position at(SequenceState now) {
        Position here = at(now.epoch(), now.lap());
        boolean ofEarlierLap = lap == null && here.epoch() == now.epoch() && here.lap() > 1 && now.isBeyondMark(here);
        return ofEarlierLap ? new Position(here.epoch(), here.lap() - 1, value) : here;
    }

    /** Whether the caller's word may move a counter whose journal knows less: only with an epoch. */
    public boolean mayHeal() {
        return epoch != null;
    }
}
