package dev.seqd.command;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;

/** The whole command, run inside the test against the endpoints of its environment. */
final class Seqd {
    final Map<String, String> environment = new HashMap<>();
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    Seqd(String... endpoints) {
        environment.put("SEQD_ENDPOINT", String.join(",", endpoints));
    }

    /** Runs it; returns the exit code. */
    int run(String... arguments) {
        out = new StringWriter();
        err = new StringWriter();
        return SeqdCommand.commandLine(environment)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    /** What the last run printed. */
    String out() {
        return out.toString();
    }

    /** What the last run complained about. */
    String err() {
        return err.toString();
    }
}
