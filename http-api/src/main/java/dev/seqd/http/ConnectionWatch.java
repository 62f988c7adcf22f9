package dev.seqd.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a connection is doing, seen from its bytes, and whether that takes too long. A limit runs from the first byte of a
 * request to the first of its answer, and no byte in between extends it; another one until the answer is taken; and between
 * requests a connection may rest for longer. Bytes that follow a request before its answer count from that answer on, or
 * from the first of them after it. Not thread-safe; time comes in with each call.
 */
final class ConnectionWatch {
    /** What a connection did for too long. */
    enum Late {
        /** Its request is not complete, or not answered. */
        REQUEST,
        /** Its answer is not taken. */
        ANSWER,
        /** Nothing. */
        IDLE
    }

    private final ConnectionLimits limits;
    private final Duration idle;
    private @Nullable Long requestNanos;
    private @Nullable Long answerNanos;
    private long activeNanos;

    ConnectionWatch(ConnectionLimits limits, Duration idle, long nowNanos) {
        this.limits = limits;
        this.idle = idle;
        this.activeNanos = nowNanos;
    }

    /** Bytes came. */
    void received(long nowNanos) {
        activeNanos = nowNanos;
        if (requestNanos == null) {
            requestNanos = nowNanos;
        }
    }

    /** Bytes of an answer go out. */
    void answering(long nowNanos) {
        activeNanos = nowNanos;
        requestNanos = null;
        if (answerNanos == null) {
            answerNanos = nowNanos;
        }
    }

    /** All bytes that went out are taken. */
    void taken(long nowNanos) {
        activeNanos = nowNanos;
        answerNanos = null;
    }

    /** Whether a request or an answer is under way. */
    boolean isBusy() {
        return requestNanos != null || answerNanos != null;
    }

    /** What it has been doing for too long, if anything. */
    @Nullable
    Late late(long nowNanos) {
        if (exceeded(answerNanos, limits.answer(), nowNanos)) {
            return Late.ANSWER;
        }
        if (exceeded(requestNanos, limits.request(), nowNanos)) {
            return Late.REQUEST;
        }
        return !isBusy() && exceeded(activeNanos, idle, nowNanos) ? Late.IDLE : null;
    }

    private static boolean exceeded(@Nullable Long sinceNanos, Duration limit, long nowNanos) {
        return sinceNanos != null && nowNanos - sinceNanos >= limit.toNanos();
    }
}
