package dev.seqd.bench;

/**
 * What a client process tells its parent, one a line on its standard output: the kind, then for some a space and a text.
 *
 * @param kind what is said
 * @param text for {@link Kind#PROGRESS} the number of calls so far, for {@link Kind#FAILED} the reason, else empty
 */
record ClientMessage(Kind kind, String text) {
    enum Kind {
        /** Connected, waiting for the start. */
        READY,
        /** Calls are being made. */
        PROGRESS,
        /** The result is written; the process ends. */
        DONE,
        /** It cannot go on; the process ends. */
        FAILED
    }

    /**
     * Reads what {@link #line} wrote.
     *
     * @throws IllegalArgumentException if the line is no message
     */
    static ClientMessage parse(String line) {
        int space = line.indexOf(' ');
        return space < 0
                ? new ClientMessage(Kind.valueOf(line), "")
                : new ClientMessage(Kind.valueOf(line.substring(0, space)), line.substring(space + 1));
    }

    String line() {
        return text.isEmpty() ? kind.name() : kind + " " + text.replaceAll("\\R", " ");
    }
}
