package dev.seqd.semantics;

import java.util.ArrayDeque;
import java.util.Deque;

/** What has been opened so far; all of it is closed in the opposite order, also if the opening stopped half-way. */
final class Opened implements AutoCloseable {
    private final Deque<AutoCloseable> all = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T resource) {
        all.addFirst(resource);
        return resource;
    }

    @Override
    public void close() throws Exception {
        while (!all.isEmpty()) {
            all.removeFirst().close();
        }
    }
}
