package dev.seqd.faults;

import dev.seqd.system.Threads;

/** Somebody who takes numbers in a thread of its own until it is closed. */
abstract class Caller implements AutoCloseable {
    private final Trail trail;
    private final Thread thread;
    private volatile boolean ended;

    /** Has got nothing yet. */
    Caller(Trail trail) {
        this.trail = trail;
        this.thread = new Thread(this::run, trail.caller());
    }

    /** Begins to call. */
    final void start() {
        thread.start();
    }

    private void run() {
        for (int call = 0; !ended; call++) {
            call(call);
        }
    }

    /** Makes the next call, the first being 0, and waits until the one after it is due. */
    abstract void call(int number);

    /** What it got. */
    final Trail trail() {
        return trail;
    }

    /** No call follows. */
    final void end() {
        ended = true;
    }

    /** Ends it; blocks until its last call is over. */
    @Override
    public final void close() {
        end();
        Threads.join(thread);
    }
}
