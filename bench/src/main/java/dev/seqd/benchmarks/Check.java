package dev.seqd.benchmarks;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A measured figure beside what was wanted.
 *
 * @param what the figure, with its unit
 * @param measured as it is shown
 * @param goal what is aimed at, as it is shown
 * @param gate what must be reached, as it is shown; null if nothing must
 * @param goalMet whether the goal is reached
 * @param gateMet whether the gate is, true without one
 */
record Check(
        String what, String measured, String goal, @Nullable String gate, boolean goalMet, boolean gateMet) {
    /** The figure shall be small. */
    static Check atMost(String what, double measured, double goal, @Nullable Double gate) {
        return new Check(
                what,
                text(measured),
                "<= " + text(goal),
                gate == null ? null : "<= " + text(gate),
                measured <= goal,
                gate == null || measured <= gate);
    }

    /** The figure shall be large. */
    static Check atLeast(String what, double measured, double goal, @Nullable Double gate) {
        return new Check(
                what,
                text(measured),
                ">= " + text(goal),
                gate == null ? null : ">= " + text(gate),
                measured >= goal,
                gate == null || measured >= gate);
    }

    /** The figure shall lie within bounds; nothing must. */
    static Check within(String what, double measured, double least, double most) {
        boolean met = measured >= least && measured <= most;
        return new Check(what, text(measured), text(least) + " to " + text(most), null, met, true);
    }

    /** What a reader looks for first. */
    String verdict() {
        if (!gateMet) {
            return "gate missed";
        }
        return goalMet ? "met" : "missed";
    }

    /** Three digits, and more only before the point; a whole number without a point. */
    static String text(double figure) {
        double size = Math.abs(figure);
        if (size >= 100 || figure == Math.rint(figure)) {
            return String.format(Locale.ROOT, "%,.0f", figure);
        }
        if (size >= 0.01) {
            return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", figure);
        }
        return String.format(Locale.ROOT, "%.2g", figure);
    }
}
