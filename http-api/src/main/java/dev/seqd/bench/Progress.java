package dev.seqd.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a person sees while a bench runs: a line for each phase, and on a terminal one below it that is written over once a
 * second. Not thread-safe.
 */
final class Progress {
    private static final String CLEAR_LINE = "\r\033[K";

    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private final PrintWriter out;
    private final boolean terminal;

    Progress(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Whether standard error is a terminal; where the system does not tell as Linux does, no. */
    static boolean isErrorTerminal() {
        try {
            Path device = Files.readSymbolicLink(STANDARD_ERROR);
            return device.startsWith("/dev/pts") || device.toString().startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Says that a phase begins. */
    void phase(String text) {
        clear();
        out.println(text);
        out.flush();
    }

    /** Shows a passing state. */
    void state(String text) {
        if (terminal) {
            out.print(CLEAR_LINE + text);
            out.flush();
        }
    }

    /** Removes the passing state. */
    void clear() {
        if (terminal) {
            out.print(CLEAR_LINE);
            out.flush();
        }
    }
}
