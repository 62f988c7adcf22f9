package dev.seqd.bench;

/**
 * A stretch of a run, with what the clients got and what the service did for it.
 *
 * @param seconds its length
 * @param issued values that calls of {@code next} returned
 * @param service the members' figures
 */
record Window(double seconds, long issued, Figures service) {
    double ratePerSecond() {
        return issued / seconds;
    }

    /** Values got for each journal write; with no write at all, as if there had been one. */
    double valuesPerJournalWrite() {
        return issued / (double) Math.max(1, service.journalWrites());
    }
}
