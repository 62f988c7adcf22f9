package dev.seqd.bench;

/**
 * How much is asked for and how it spreads. Sequences are known by their <em>rank</em>: 0 is the hottest.
 *
 * @param sequences how many there are, at least 1
 * @param rate values a second in all, at least 1
 * @param clients how many client processes, at least 1
 * @param zipf the exponent of the demand's distribution, at least 0; 0 is an even one
 * @param seed decides every draw
 */
record Load(int sequences, long rate, int clients, double zipf, long seed) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException with a text for the person who chose the value
     */
    Load {
        require(sequences, 1_000_000, "--sequences");
        require(rate, 10_000_000, "--rate");
        require(clients, 64, "--clients");
        if (!(zipf >= 0 && zipf <= 5)) {
            throw new IllegalArgumentException("--zipf must be from 0 to 5, not " + zipf);
        }
    }

    private static void require(long value, long max, String option) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(option + " must be from 1 to " + max + ", not " + value);
        }
    }
}
