package dev.seqd.core;

/** How the values of a sequence are ordered among all its callers. */
public enum SequenceOrder {
    /** In order for each client; nodes and clients hold values ready. */
    CACHED("cached"),
    /** Linearizable over all callers; nobody holds anything ready, every value is journaled for the callers then waiting. */
    STRICT("strict");

    private final String code;

    SequenceOrder(String code) {
        this.code = code;
    }

    /** The name in the API and the journal. */
    public String code() {
        return code;
    }

    @Override
    public String toString() {
        return code;
    }

    /**
     * The order with the given name.
     *
     * @throws SeqdException {@code invalid-definition} if there is none
     */
    public static SequenceOrder ofCode(String code) {
        for (SequenceOrder order : values()) {
            if (order.code.equals(code)) {
                return order;
            }
        }
        throw new SeqdException(SeqdError.INVALID_DEFINITION, "'order' must be cached or strict");
    }
}
