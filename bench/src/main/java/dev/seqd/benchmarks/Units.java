package dev.seqd.benchmarks;

import java.util.Locale;

/** Figures for people. */
final class Units {
    private static final double MICRO = 1e3;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    private Units() {}

    /** With thousands set apart. */
    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** To the nearest whole number, with thousands set apart. */
    static String count(double number) {
        return count(Math.round(number));
    }

    /** As {@link #time(double)}. */
    static String time(long nanos) {
        return time((double) nanos);
    }

    /** A duration with one digit after the point. */
    static String time(double nanos) {
        if (nanos < MICRO) {
            return String.format(Locale.ROOT, nanos < 100 ? "%.1f ns" : "%.0f ns", nanos);
        }
        if (nanos < MILLI) {
            return String.format(Locale.ROOT, "%.1f us", nanos / MICRO);
        }
        if (nanos < SECOND) {
            return String.format(Locale.ROOT, "%.1f ms", nanos / MILLI);
        }
        return String.format(Locale.ROOT, "%.2f s", nanos / SECOND);
    }

    static String decimal(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }
}
