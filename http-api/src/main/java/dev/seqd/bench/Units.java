package dev.seqd.bench;

import java.util.Locale;

/** Figures for people. */
final class Units {
    private static final double MICRO = 1e3;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    private Units() {}

    /** A whole number with thousands set apart. */
    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A number to the nearest whole one, with thousands set apart. */
    static String rounded(double number) {
        return count(Math.round(number));
    }

    /** A duration with three digits at most before the unit changes. */
    static String time(long nanos) {
        if (nanos < MICRO) {
            return nanos + " ns";
        }
        if (nanos < MILLI) {
            return String.format(Locale.ROOT, "%.1f us", nanos / MICRO);
        }
        if (nanos < SECOND) {
            return String.format(Locale.ROOT, "%.1f ms", nanos / MILLI);
        }
        return seconds(nanos / SECOND);
    }

    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f s", seconds);
    }

    /** A share in percent, rounded down so that less than all is never written as all. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", Math.floor(share * 10_000) / 100);
    }
}
