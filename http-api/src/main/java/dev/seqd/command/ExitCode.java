package dev.seqd.command;

import dev.seqd.core.SeqdError;

/** The exit codes of {@code seqd}. */
final class ExitCode {
    static final int OK = 0;
    static final int ERROR = 1;
    static final int USAGE = 2;
    static final int NOT_FOUND = 3;
    static final int CONFLICT = 4;
    static final int UNAVAILABLE = 5;

    private ExitCode() {}

    static int of(SeqdError error) {
        return switch (error.httpStatus()) {
            case 404 -> NOT_FOUND;
            case 409, 412 -> CONFLICT;
            case 429, 503 -> UNAVAILABLE;
            case 400, 422 -> USAGE;
            default -> ERROR;
        };
    }
}
