package dev.seqd.simulation;

/**
 * One choice of the scheduler: what to do, and three numbers of 16 bits that say which of all it concerns. It means something
 * in every world: what is not there is passed over. So a run is a function of its setup and a list of such choices, and any
 * part of that list is a run again.
 *
 * @param bits all of it
 */
record Step(long bits) {
    private static final int BITS = 16;
    private static final int MASK = (1 << BITS) - 1;

    /** What it does, of all that may happen, each as often as it stands there. */
    Kind kind(Kind[] all) {
        return all[((int) (bits & MASK)) % all.length];
    }

    int a() {
        return ((int) (bits >>> BITS)) & MASK;
    }

    int b() {
        return ((int) (bits >>> (2 * BITS))) & MASK;
    }

    int c() {
        return ((int) (bits >>> (3 * BITS))) & MASK;
    }

    /** The same with one of its numbers 0. */
    Step without(int number) {
        return new Step(bits & ~((long) MASK << ((number + 1) * BITS)));
    }

    /** One of {@code size} things, the first ones more often; 0 means the first. */
    static int earlyOf(int size, int a) {
        double share = (double) a / (MASK + 1);
        return (int) (share * share * size);
    }
}
