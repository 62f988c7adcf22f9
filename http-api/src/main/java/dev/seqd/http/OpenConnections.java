package dev.seqd.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.Done;
import org.apache.pekko.stream.stage.AsyncCallback;

/** The connections that are open, so that they can be told to end. Thread-safe, without a lock. */
final class OpenConnections {
    private final Set<AsyncCallback<Done>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean announced;
    private volatile boolean ending;

    /** Lists a new one, by what tells it to end; which happens at once if all were told already. */
    void add(AsyncCallback<Done> connection) {
        open.add(connection);
        if (ending) {
            connection.invoke(Done.getInstance());
        }
    }

    void remove(AsyncCallback<Done> connection) {
        open.remove(connection);
    }

    /** From now on each connection is to end with its next answer. */
    void announceEnd() {
        announced = true;
    }

    /** Tells all, and whoever comes later, to end when nothing is under way. */
    void end() {
        ending = true;
        open.forEach(connection -> connection.invoke(Done.getInstance()));
    }

    /** Whether an answer is the last one of its connection. */
    boolean isEndAnnounced() {
        return announced || ending;
    }
}
