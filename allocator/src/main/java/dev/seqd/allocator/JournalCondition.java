package dev.seqd.allocator;

/** What a Counter knows of its journal. */
enum JournalCondition {
    /** It has not spoken yet. */
    STARTING,
    /** It was lost, and recovers. */
    RECOVERING,
    /** It takes raises and changes. */
    READY,
    /** It does not prove its mark. */
    CORRUPT;

    /** Whether a raise may be hoped for. */
    boolean works() {
        return this == STARTING || this == READY;
    }
}
