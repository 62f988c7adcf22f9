package dev.seqd.bench;

import java.util.concurrent.ExecutionException;

/** Why a bench could not be carried out, as one line for the person who started it. */
final class BenchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BenchException(String message) {
        super(message);
    }

    BenchException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The failure of a task, with its own words. */
    static BenchException of(ExecutionException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new BenchException(message, failure);
    }

    /** The failure of a thread that was asked to stop; the interrupt is restored. */
    static BenchException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new BenchException("interrupted", cause);
    }
}
